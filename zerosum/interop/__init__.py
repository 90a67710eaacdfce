"""Other people's games: those of other programs here, and ours there.

openspiel   games and policies of OpenSpiel, of the extra ``openspiel``
"""
