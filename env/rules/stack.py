"""The stack of what is pending: its frames, the unit that must decide, and whether an answer is taken."""

from .interface import DONE, FINISHED, ILLEGAL, START
from .kernel import kernel
from .log import clear
from .mask import is_open
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


@kernel
def take(battle, log, verb, argument):
    """Take an answer to the pending decision, at first START; return DONE, or change nothing and say why not."""
    if battle.over:
        return FINISHED
    if battle.round_number > 0:
        if not is_open(battle, verb, argument):
            return ILLEGAL
        battle.decisions += 1
    elif verb != START:
        return ILLEGAL
    clear(log)
    return DONE
