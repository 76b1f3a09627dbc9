"""The stack of pending processes: its frames, and the unit that must decide."""

from .kernel import kernel
from .record import NOBODY, NOWHERE
from .verbs import PASS


@kernel
def push(battle, kind, who, target):
    """Put a new frame of pending business on the stack and return it; `kind` is a number of the system's."""
    frame = battle.stack[battle.depth]
    battle.depth += 1
    frame.kind = kind
    frame.stage = 0
    frame.unit = who
    frame.target = target
    frame.reply = PASS
    frame.cursor = 0
    frame.tile = NOWHERE
    frame.verb = PASS
    frame.argument = 0
    return frame


@kernel
def decide(battle, decision, decider, opponent):
    """Ask unit `decider` for a decision, a number of the system's DECISIONS; what is open to it has been filled in.

    Its team gets to know `opponent`, unless that one is hidden.
    """
    if opponent != NOBODY and battle.units[opponent].hidden == 0:
        battle.teams[battle.units[decider].team].known |= 1 << opponent
    battle.decision = decision
    battle.decider = decider
    battle.opponent = opponent
