"""The wider repertoire of the own phase: which chapter opens each of its actions, and which carries it out.

The common actions are opened in `legal.py` and carried out in `actions.py`. An action that only some battles know lies with
its chapter, as a function `open_...` that fills the mask and one that does it; both are listed here.
"""

from ..kernel import kernel
from ..verbs import BOARD, CALL_OUT, DRIVE, DROP, LEAVE, MULTIPLE, OBSERVE, OFF_HAND, PUSH, RAM
from .business import affords
from .delay import open_delay
from .driving import board, drive, leave, open_boarding, ram
from .free_actions import call_out, drop, open_free_actions
from .hands import fill_off_hand, open_off_hand
from .karma import push_test
from .multiple import FEWEST, declare_multiple, open_multiple
from .stealth import observe_closely, open_observation


@kernel
def open_repertoire(battle, arena, who):
    """Open what the chapters offer a unit in its own phase, besides the common actions."""
    if arena.vehicles:
        open_boarding(battle, arena, who)
    unit = battle.units[who]
    if affords(arena, unit, MULTIPLE):
        open_multiple(battle, arena, who)
    open_off_hand(battle, arena, who)
    open_delay(battle, who)
    open_free_actions(battle, arena, who)
    open_observation(battle, arena, who)


@kernel
def perform(battle, arena, log, who, verb, argument):
    """Carry out an action of a chapter; its price has been paid."""
    if verb == BOARD:
        board(battle, log, who, argument)
    elif verb == LEAVE:
        leave(battle, arena, log, who, argument)
    elif verb == DRIVE:
        drive(battle, arena, log, who)
    elif verb == RAM:
        ram(battle, arena, log, who, argument)
    elif verb == PUSH:
        push_test(battle, log, who, argument)
    elif verb == MULTIPLE:
        declare_multiple(battle, log, who, argument + FEWEST)
    elif verb == OFF_HAND:
        fill_off_hand(battle, arena, log, who, argument)
    elif verb == CALL_OUT:
        call_out(battle, arena, log, who)
    elif verb == DROP:
        drop(battle, arena, log, who)
    elif verb == OBSERVE:
        observe_closely(battle, arena, log, who)
