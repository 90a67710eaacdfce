"""A page in the browser that shows runs: ``python -m blood.serve``. Needs the extra ``web``.

errors declare       what a request may ask, declared; how it is refused
guard                who may ask
work                 threads that answer, and answers that are kept
library              the runs that are shown
look hands           what a run does after a line, with all hands
site api app         the endpoints, and the application of ASGI
serving              the server
static               the page: modules of JavaScript and a style sheet
"""
