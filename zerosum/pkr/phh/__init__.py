"""Hand histories in the PHH format, and PHHS files of several: read, replayed and written.

Also read is what sites write of a session.
"""

from zerosum.pkr.phh.ask import Answer
from zerosum.pkr.phh.fields import VARIANTS
from zerosum.pkr.phh.hand import Hand, repaired
from zerosum.pkr.phh.record import record
from zerosum.pkr.phh.text import parse, read, spell, write

__all__ = ["VARIANTS", "Answer", "Hand", "parse", "read", "record", "repaired", "spell", "write"]
