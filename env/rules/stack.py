"""The stack of pending business: its frames, the unit that must decide, and whether an answer is accepted."""

from .interface import DONE, FINISHED, ILLEGAL, START
from .kernel import kernel
from .log import clear
from .mask import is_open
from .record import NOBODY, NOWHERE
from .verbs import PASS


@kernel
def push(battle, kind, who, target):
    """Push a new frame of pending business on the stack and return it; `kind` is a number of the system's."""
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
    """Ask unit `decider` for a decision, a number of the system's DECISIONS; the mask has been filled already.

    The decider's team gets to know where `opponent` is, unless that one is hidden.
    """
    if opponent != NOBODY and battle.units[opponent].hidden == 0:
        battle.teams[battle.units[decider].team].known |= 1 << opponent
    battle.decision = decision
    battle.decider = decider
    battle.opponent = opponent


@kernel
def accept(battle, log, verb, argument):
    """Take an answer to the pending decision (START at first); return DONE, or change nothing and return why not."""
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
