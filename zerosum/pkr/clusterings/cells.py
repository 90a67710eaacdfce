"""First guesses of the nearest centre: that of the middle of a cell of the space.

The box around the centres is cut into cells along the first three coordinates, of which principal
coordinates spread most in the first.
"""

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.clusterings.nearest import Floats32, Lists, label_rows
from zerosum.workshop import workshop

_CELLS = (64, 16, 8)


class Cells:
    """The nearest centre of the middle of each cell.

    Parameters
    ----------
    centres, lists
        Shape (centres, coordinates), and the lists of their neighbours.
    """

    def __init__(self, centres: Floats32, lists: Lists) -> None:
        sizes = _CELLS[: centres.shape[1]]
        axes = len(sizes)
        self.low, high = centres[:, :axes].min(axis=0), centres[:, :axes].max(axis=0)
        step = (high - self.low) / np.array(sizes, np.float32)
        self.step = np.where(step > 0, step, np.float32(1))
        places = np.indices(sizes).reshape(axes, -1).T
        middles = np.tile(centres.mean(axis=0), (len(places), 1))
        middles[:, :axes] = self.low + (places + np.float32(0.5)) * self.step
        self.labels = np.zeros(len(places), np.uint16)
        sums = np.zeros((len(centres), centres.shape[1] + 1))
        far, weights = np.zeros(len(places), np.float32), np.ones(len(places))
        label = workshop().trust(label_rows)
        label(middles.astype(np.float32), weights, centres, lists, self.labels, far, sums)
        self.sizes = sizes

    def guess(self, rows: Floats32) -> NDArray[np.uint16]:
        """Return a centre near each row; rows outside of the box take the nearest cell."""
        cell = np.zeros(len(rows), np.int32)
        for axis, size in enumerate(self.sizes):
            place = (rows[:, axis] - self.low[axis]) / self.step[axis]
            cell = cell * np.int32(size) + np.clip(place, 0, size - 1).astype(np.int32)
        return self.labels[cell]
