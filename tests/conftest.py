"""One Hypothesis profile for all tests: compiling takes as long as it takes."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("zerosum", deadline=None)
settings.load_profile("zerosum")
