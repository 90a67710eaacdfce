"""Lines of play as text, one language for all games of poker.

spelling seats   the words for actions and seats
words            words cut from a text
legality         what is legal at a place, for errors
reading          what words mean, decision by decision
line             lines of play, read and written
"""

from zerosum.pkr.text.line import Line, read_line
from zerosum.pkr.text.reading import Bets
from zerosum.pkr.text.seats import seat_name, seat_word
from zerosum.pkr.text.spelling import word_of
from zerosum.pkr.text.words import KEYS

__all__ = ["KEYS", "Bets", "Line", "read_line", "seat_name", "seat_word", "word_of"]
