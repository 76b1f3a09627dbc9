"""The wider repertoire of the own phase: which chapter opens each of its actions, and which carries it out.

The common actions are opened in `legal.py` and carried out in `actions.py`. An action that only some battles know lies with
its chapter, as a function `open_...` that fills the mask and one that does it; both are listed here.
"""

from ..kernel import kernel
from ..verbs import CALL_OUT, DROP, OBSERVE
from .delay import open_delay
from .free_actions import call_out, drop, open_free_actions
from .stealth import observe_closely, open_observation


@kernel
def open_repertoire(battle, arena, who):
    """Open what the chapters offer a unit in its own phase, besides the common actions."""
    open_delay(battle, who)
    open_free_actions(battle, arena, who)
    open_observation(battle, arena, who)


@kernel
def perform(battle, arena, log, who, verb, argument):
    """Carry out an action of a chapter; its price has been paid."""
    if verb == CALL_OUT:
        call_out(battle, arena, log, who)
    elif verb == DROP:
        drop(battle, arena, log, who)
    elif verb == OBSERVE:
        observe_closely(battle, arena, log, who)
