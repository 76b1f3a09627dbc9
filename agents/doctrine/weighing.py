"""Weighing candidates: an action is a verb, its argument and its worth in enemies."""

from fireteam.env.rules.kernel import kernel


@kernel
def better(best, verb, argument, worth):
    """Return the better of the best candidate so far (verb, argument, worth) and another."""
    return (verb, argument, worth) if worth > best[2] and verb >= 0 else best
