"""Small things that every room uses.

stamp store            where saved data come from, and folders written whole or not at all
hints tokens           annotations read; values as words of a key
options                options declared as records
cores interrupts       cores and threads; Ctrl-C at a safe moment, and time limits
records                records as JSON has them
rendering drawing      printed tables and lines; colours of pictures, and words that fit in them
progress               how far a run is, in words; the line of a notebook that shows it
blame                  errors of users' code in a sentence
files                  text files that users name
moved                  old names of modules, until version 0.3
"""
