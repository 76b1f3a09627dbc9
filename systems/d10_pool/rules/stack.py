"""The stack of pending business: the kinds of frames of d10_pool."""

from fireteam.env.rules import stack
from fireteam.env.rules.kernel import kernel


@kernel
def push(battle, kind, who, target):
    """Put a new frame of pending business, PHASE to FREE_PHASE, on the stack and return it."""
    frame = stack.push(battle, kind, who, target)
    frame.weapon = 0
    frame.slot = 0
    frame.single = 0
    frame.dice = 0
    frame.successes = 0
    frame.targets = 0
    frame.asked = 0
    return frame
