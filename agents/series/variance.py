"""The sources of a result's variance: how much is luck, and how much comes from the choices of each side."""

from typing import NamedTuple

import numpy as np

from .intervals import Z_95


class Part(NamedTuple):
    """A part of the variance, as a share of all of it unless said otherwise, and its 95 % interval."""

    share: float
    low: float
    high: float


class Parts(NamedTuple):
    """The parts of the variance of a result: they add up to 1."""

    luck: Part
    rows: Part
    columns: Part
    together: Part


def parts_of(results: np.ndarray) -> Parts:
    """Split the variance of a result: luck within cells, and the rows, columns and their interaction between cells.

    Imagine that rows and columns are drawn at random, each equally likely, and a seed, which makes the dice. Then the
    variance of the result is the mean variance within a cell, which is luck, and the variance of the cells' true means,
    which a two-way analysis splits. Estimated means differ by luck, too: that part is subtracted, with the covariances
    of battles that share their dice.

    Args:
        results: shape (seeds, rows, columns); battles of one seed share their dice.
    """
    seeds, rows, columns = results.shape
    cells = rows * columns
    flat = results.reshape(seeds, cells).astype(float)
    means, spread = flat.mean(axis=0), np.atleast_2d(np.cov(flat, rowvar=False))
    within = float(np.trace(spread)) / cells
    over_rows, over_columns = (np.eye(size) - 1 / size for size in (rows, columns))
    forms = (
        np.kron(over_rows, np.full((columns, columns), 1 / columns)),
        np.kron(np.full((rows, rows), 1 / rows), over_columns),
        np.kron(over_rows, over_columns),
    )
    form_of_all = sum(forms, np.zeros((cells, cells)))
    between = mean_square(means, spread / seeds, form_of_all)
    total = within + between.share
    if total < 1e-12:
        return Parts(Part(1.0, 0.0, 1.0), *[Part(0.0, 0.0, 1.0)] * 3)
    parts = [mean_square(means, spread / seeds, form) for form in forms]
    scale = between.share / max(sum(part.share for part in parts), 1e-300) / total  # so that all add up to 1
    # How luck's share moves with what a single seed brings: where much lies in the choices, luck itself is unsure, too.
    strays = flat - means
    moved = (strays**2).mean(axis=1) - within, 2 * strays @ form_of_all @ means / cells
    error = Z_95 * float(np.std((between.share * moved[0] - within * moved[1]) / total**2)) / seeds**0.5
    luck = Part(
        within / total,
        max(min(within / (within + between.high), within / total - error), 0.0),
        min(max(within / (within + between.low), within / total + error), 1.0),
    )
    split = [Part(part.share * scale, part.low / total, min(part.high / total, 1.0)) for part in parts]
    return Parts(luck, *[Part(part.share, min(part.low, part.share), max(part.high, part.share)) for part in split])


def mean_square(means: np.ndarray, errors: np.ndarray, form: np.ndarray) -> Part:
    """Return the mean square of some of the differences between true means of cells, and its 95 % interval.

    The root of a sum of squares is nearly normal, with the error of the means in its own direction; so the interval is made
    for the root. The mean share that sampling errors add to the squares is subtracted.

    Args:
        errors: covariances of the estimated means.
        form: projects the means onto the differences that count.
    """
    differences = form @ means
    square, noise = float(differences @ differences), float(np.trace(form @ errors))
    root = square**0.5
    error = (float(differences @ errors @ differences) / square) ** 0.5 if square > 0 else 0.0
    low, high = max(root - Z_95 * error, 0.0) ** 2, (root + Z_95 * error) ** 2
    return Part(*(max(value - noise, 0.0) / len(means) for value in (square, low, high)))
