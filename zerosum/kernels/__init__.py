"""Kernels that several algorithms share.

hashing rows locks atomics     the row of an infoset, found or added, by one thread or several
lookup regrets                 what is done with a row
descent opponents              on to the next decision; opponents who are sampled on the way
iterations                     the driver of all samplers
playing                        hands played by tables of probabilities
vectors showdowns              private hands side by side; who has the stronger one
limits failures compile        memory, what went wrong, and kernels ready to run
"""
