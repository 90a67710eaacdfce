"""Trees of streets: betting, times boards, times hands that are compared by rank.

lines            what players may do from a state on, written by a kernel
betting          what players do between two moves of chance, found by playing the game
runouts          the boards that may come, one of each class of suits
tree             both together, with the hands that each board leaves, and where their numbers lie
places           where an infoset lies in a tree
equities         what hands win on average where all chips are in
arena            the arrays that kernels work on, and what one thread works in
leaves cards     kernels: what hands win where lines end; what a card does to vectors of hands
numbers          kernels: strategies and updates, in 32 or 16 bits
shares columns   hands of one key share numbers, where a player abstracts
locks            strategies that are fixed beforehand
"""
