"""Weighing candidates: an action is a verb, its argument and its worth in enemies."""

from fireteam.env.rules.kernel import kernel


@kernel
def better(best, verb, argument, worth):
    """Return the better of two candidates (verb, argument, worth); one with a verb below 0 is none."""
    return (verb, argument, worth) if worth > best[2] and verb >= 0 else best
