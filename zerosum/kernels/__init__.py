"""Kernels that several algorithms share.

hashing cells rows             the row of an infoset, found or added, by one thread or several
lookup regrets                 what is done with a row
descent                        on to the next decision; opponents who are sampled on the way
iterations                     the driver of all samplers
playing                        hands played by tables of probabilities
vectors                        private hands side by side, paid by pairs
lanes sweeps                   ranked hands, eight vectors side by side
roots                          what the opponent may do at the root of a part
limits failures compile        memory, what went wrong, and kernels ready to run
"""
