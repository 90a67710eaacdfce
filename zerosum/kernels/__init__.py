"""Kernels that several algorithms share.

hashing rows gate atomics      the row of an infoset, found or added, by one thread or several
visit lookup regrets           what is done with a row
descent opponents              on to the next decision; opponents who are sampled on the way
deals iterations               one deal for an iteration, and the driver of all samplers
playing                        hands played by tables of probabilities
vectors discounts              private hands side by side; what remains of regrets
limits failures compile        memory, what went wrong, and kernels ready to run
"""
