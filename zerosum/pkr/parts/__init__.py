"""Parts of a run: what follows a history of no-limit hold'em, solved again.

start     the name of a part, the hand after its history, and the game from there
part      a part in the folder of its run
agents    agents that play a part by its own strategy
gain      what a part gains over the whole strategy
"""
