"""Work for many processes, here or on the machines of a Ray cluster.

A :class:`Task` is a function with its arguments; a :class:`Backend` does many of them, and does one
again if its worker dies.

>>> from zerosum.scale import Processes, Task
>>> from math import factorial
>>> with Processes(1) as here:  # doctest: +SKIP
...     [done.result for done in here.run([Task("six", factorial, (3,))])]
[6]
"""

from zerosum.scale.processes import Processes, backend_of
from zerosum.scale.tasks import Backend, Done, Task

__all__ = ["Backend", "Done", "Processes", "Task", "backend_of"]
