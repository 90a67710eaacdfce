"""Places in the arrays of a workspace, and how much room it has; kernels name them."""

from __future__ import annotations

# Places in work.counts; those of the table itself are read in work.sizes, which threads share.
TOUCHED, ROWS, WORDS, VALUES, MASK, DEPTH, ITERATIONS = range(7)
# Places in work.limits.
MOST_ROWS, MOST_WORDS, MOST_VALUES, MOST_SLOTS, STACK_END, STACK_BUDGET = range(6)
# Places in work.settings.
PLAYERS, PERIOD, EXTRA, PERIOD_LENGTH, LINEAR_WEIGHTS, DEAL, AFTER, BASELINES = range(8)
# Places in work.gate, a cache line each.
LOCK, PARKED, ACTIVE, GROWING, NEXT = range(0, 40, 8)
# Places in work.weights.
REGRET, AVERAGE, FLOOR, GAMMA, RARE, EPSILON, RATE, THRESHOLD, SHARE, CUT, RARELY = range(11)
# Words of a block before its tokens.
HEADER = 2

# The longest row; a menu has at most as many actions, and an action at most as many words.
ROW_WORDS = 1 << 14
PATH_WORDS = 1 << 16
SCRATCH = 1 << 18
FIRST_SLOTS = 1 << 10
