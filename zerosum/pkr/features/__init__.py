"""Exact features of situations of hold'em: how a hand does against all others, on all boards.

streets      the situations of a game's streets, and work on them in blocks of boards
hands        one hand for each situation of a board
showdowns    wins and ties on the last street, and which pairs of them there are
opponents    the chance to win against each of several clusters of opponents
nexts        the next street: means of features (EHS, EHS²), and features in order
"""
