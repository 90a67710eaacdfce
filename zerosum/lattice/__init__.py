"""The order of abstractions, and their lattice, decided on enumerated games.

numbering            partitions as arrays: joins, meets, and what one of them divides
walk labels          factors → the class of each infoset of a game
menus                actions → which real ones are offered where
expand quotient      the tree of an abstract game, cut out of the whole one
"""
