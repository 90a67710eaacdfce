"""One Hypothesis profile for all tests, and Ctrl-C as a terminal has it."""

from __future__ import annotations

import signal

from hypothesis import settings

# Compiling takes as long as it takes.
settings.register_profile("zerosum", deadline=None)
settings.load_profile("zerosum")

# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
