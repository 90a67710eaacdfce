"""A page in the browser that shows runs: ``python -m blood.serve``. Needs the extra ``web``.

errors declare       what a request may ask, declared; how it is refused
guard                who may ask
work                 threads that answer, and answers that are kept
library              the runs that are shown
trainer forms        what trains new ones in processes, and what can be set before
look hands           what a run does after a line, with all hands
training             watch runs train, start and stop them
infosets             the infosets of a run, row by row
walk                 the lines of a game, the likeliest or the shortest first
matches compare      two runs at play, after a line, and where they differ most
abstraction          the study of a run, and the tree of its menu
table                tables at which a person plays
coach sessions       what a run says of a person's hands; hands as files
site api app         the endpoints, and the application of ASGI
serving              the server
static               the page: modules of JavaScript and a style sheet
"""
