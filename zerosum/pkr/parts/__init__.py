"""Parts of a run: what follows a history of no-limit hold'em, solved again.

part      a part in the folder of its run, the hand there, and the game from there
agents    agents that play a part by its own strategy
gain      what a part gains over the whole strategy
wanted    what is wanted of a part, what came of it, and whether it is kept
"""
