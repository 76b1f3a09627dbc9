"""Where a result comes from: how much of its variance is luck, and how much lies in the choices of either side."""

from typing import NamedTuple

import numpy as np

from .intervals import Z_95


class Part(NamedTuple):
    """A part of the variance as a share of all of it, and its 95 % interval, within 0 and 1."""

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
    """Take the variance of a result apart: luck within cells, and rows, columns and both together between them.

    Imagine that rows and columns are drawn at random, each as likely as another, and a seed, which makes the dice. Then the
    variance of the result is the mean variance within a cell, which is luck, and the variance of the cells' true means,
    which a two-way analysis splits. Estimated means differ by luck, too: what that adds is taken off, with the covariances
    of battles that share their dice. An interval is the normal one, of the variance of a quadratic form, with both its
    terms: it holds where a part is zero.

    Args:
        results: shape (seeds, rows, columns); battles of one seed share their dice.
    """
    seeds, rows, columns = results.shape
    cells = rows * columns
    flat = results.reshape(seeds, cells).astype(float)
    means = flat.mean(axis=0)
    spread = np.atleast_2d(np.cov(flat, rowvar=False))
    within = float(np.trace(spread)) / cells
    over_rows, over_columns = (np.eye(size) - 1 / size for size in (rows, columns))
    forms = {
        "rows": np.kron(over_rows, np.full((columns, columns), 1 / columns)),
        "columns": np.kron(np.full((rows, rows), 1 / rows), over_columns),
        "together": np.kron(over_rows, over_columns),
    }
    form_of_all = sum(forms.values())
    between = max(quadratic(means, spread, form_of_all, seeds)[0], 0.0)
    total = within + between
    if total == 0:
        return Parts(Part(1.0, 0.0, 1.0), *[Part(0.0, 0.0, 1.0)] * 3)
    found = {name: quadratic(means, spread, form, seeds) for name, form in forms.items()}
    _, error = quadratic(means, spread, form_of_all, seeds)
    scale = sum(max(value, 0.0) for value, _ in found.values())
    parts = {
        name: part(between * max(value, 0.0) / scale / total if scale else 0.0, error / total)
        for name, (value, error) in found.items()
    }
    return Parts(part(within / total, error / total * within / total), **parts)


def quadratic(means: np.ndarray, spread: np.ndarray, form: np.ndarray, seeds: int) -> tuple[float, float]:
    """Return the mean square of some of the differences between true means, and the standard error of that.

    Args:
        means, spread: of the cells: means, and the covariances of a seed.
        form: projects means on the differences that count.
    """
    cells = len(means)
    noise = form @ spread / seeds
    value = float(means @ form @ means - np.trace(noise)) / cells
    differences = form @ means
    variance = 4 * max(float(differences @ spread @ differences) / seeds - float(np.trace(noise @ noise)), 0.0)
    return value, float(np.sqrt(variance + 2 * np.trace(noise @ noise))) / cells


def part(value: float, error: float) -> Part:
    """Return a part with its interval."""
    return Part(value, max(value - Z_95 * error, 0.0), min(value + Z_95 * error, 1.0))
