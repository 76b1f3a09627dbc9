"""The wider repertoire of the own phase: which chapter opens each of its actions, and which carries it out.

The common actions are opened in `legal.py` and carried out in `actions.py`. An action that only some battles know lies with
its chapter, as a function `open_...` that fills the mask and one that does it; both are listed here.
"""

from ..kernel import kernel
from ..verbs import BREACH, DETONATE, FUSE, LIFT, LIFT_ENEMY, LOB, PUT_DOWN, THROW
from .breaching import breach, open_breach
from .carrying import lift, open_carrying
from .conditions import drop_body
from .demolition import detonate, open_demolition
from .grenades import open_throws, set_fuse, throw_grenade


@kernel
def open_repertoire(battle, arena, who):
    """Open what the chapters offer a unit in its own phase, besides the common actions."""
    open_throws(battle, arena, who)
    open_breach(battle, arena, who)
    open_demolition(battle, arena, who)
    open_carrying(battle, arena, who)


@kernel
def perform(battle, arena, log, who, verb, argument):
    """Carry out an action of a chapter; its price has been paid."""
    if verb in (THROW, LOB):
        throw_grenade(battle, arena, log, who, argument)
    elif verb == FUSE:
        set_fuse(battle, log, who, argument)
    elif verb == BREACH:
        breach(battle, arena, log, who, argument)
    elif verb == DETONATE:
        detonate(battle, arena, log, who)
    elif verb in (LIFT, LIFT_ENEMY):
        lift(battle, arena, log, who, argument)
    elif verb == PUT_DOWN:
        drop_body(battle, log, who)
