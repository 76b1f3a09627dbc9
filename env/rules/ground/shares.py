"""How much of a body is hidden: eighths of centimetres, added up over the rays of a fan, as an exact fraction.

A fraction is a pair (numerator, denominator), not in lowest terms.
"""

from ..kernel import kernel
from .rays import BODY

EIGHT = 8
NOTHING = (0, 1)


@kernel
def with_ray(high, low, eye, rise, run, run_x, run_y):
    """Return what is hidden of a standing and of a prone body, two fractions, with what one more ray hides of each.

    Args:
        high, low: the fractions so far.
        eye: centimetres by which the viewer's eye is above the feet of the body.
        rise, run: the horizon of the ray, as `rays.horizon` returns it.
        run_x, run_y: the runs of the ray, as `rays.ray_of` returns them.
    """
    run_x, run_y = max(run_x, 1), max(run_y, 1)
    edge = eye * run + rise * run_x * run_y
    if edge <= 0:
        return high, low
    if edge >= BODY[0] * run:
        return with_whole(high, BODY[0]), with_whole(low, BODY[1])
    share, parts = risen_at_end(run, run_x, run_y)
    edge = EIGHT * eye * parts + rise * share
    return with_hidden(high, edge, parts, BODY[0]), with_hidden(low, edge, parts, BODY[1])


@kernel
def risen_at_end(run, run_x, run_y):
    """Return how many eighths a line has risen at the end of a ray that has risen by one at `run`: a fraction.

    A ray as long as `run_x` * `run_y` leaves its n-th column at (16 n - 8) * `run_y`, its n-th row at (16 n - 8) * `run_x`
    (`rays.way_of`). So the denominator is below twice a map's side, and the product of five of them fits 64 bits.
    """
    if run == run_x * run_y:
        return EIGHT, 1
    parts = run // (EIGHT * run_y)
    if parts * EIGHT * run_y == run:
        return run_x, parts
    return run_y, run // (EIGHT * run_x)


@kernel
def with_hidden(hidden, edge, parts, body):
    """Return the fraction `hidden` plus what one more ray hides of a body: `edge` / `parts`, above 0, but at most all."""
    if edge >= EIGHT * body * parts:
        return with_whole(hidden, body)
    return hidden[0] * parts + edge * hidden[1], hidden[1] * parts


@kernel
def with_whole(hidden, body):
    """Return the fraction `hidden` plus a whole body."""
    return hidden[0] + EIGHT * body * hidden[1], hidden[1]
