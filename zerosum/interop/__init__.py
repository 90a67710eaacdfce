"""Games of other programs as games here, and games here as theirs.

openspiel   games of OpenSpiel, of the extra ``openspiel``, both ways
gambit      files of Gambit, ``.efg`` and ``.nfg``, read and written
named       games of others by name, as commands and experiments ask for them
"""
