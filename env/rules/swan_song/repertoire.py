"""The wider repertoire of the own phase: which chapter opens each of its actions, and which carries it out.

The common actions are opened in `legal.py` and carried out in `actions.py`. An action that only some battles know lies with
its chapter, as a function `open_...` that fills the mask and one that does it; both are listed here.
"""

from ..kernel import kernel
from ..verbs import (
    ASSIST,
    BREAK_FREE,
    CALL_SHOT,
    FIRST_AID,
    GRAPPLE,
    HOLD_ON,
    LET_GO,
    PICK_LOCK,
    REMEDY,
    REPAIR,
    USE_ITEM,
)
from .called_shots import call_shot, open_called_shots
from .grapple import break_free, grapple, hold_on, open_grapples
from .holds import end_hold
from .items import open_items, use_item
from .medicine import assist, give_first_aid, open_care, take_remedy
from .tasks import open_locks, pick_lock, repair


@kernel
def open_repertoire(battle, arena, who):
    """Open what the chapters offer a unit in its own phase, besides the common actions."""
    open_called_shots(battle, arena, who)
    open_items(battle, arena, who)
    open_care(battle, arena, who)
    open_locks(battle, arena, who)
    open_grapples(battle, arena, who)


@kernel
def perform(battle, arena, log, who, verb, argument):
    """Carry out an action of a chapter; its price has been paid."""
    if verb == CALL_SHOT:
        call_shot(battle, log, who, argument)
    elif verb == USE_ITEM:
        use_item(battle, arena, log, who, argument)
    elif verb == FIRST_AID:
        give_first_aid(battle, arena, log, who, argument)
    elif verb == REMEDY:
        take_remedy(battle, arena, log, who)
    elif verb == ASSIST:
        assist(battle, arena, log, who, argument)
    elif verb == REPAIR:
        repair(battle, arena, log, who, argument)
    elif verb == PICK_LOCK:
        pick_lock(battle, arena, log, who, argument)
    elif verb == GRAPPLE:
        grapple(battle, arena, log, who, argument)
    elif verb == HOLD_ON:
        hold_on(battle, log, who)
    elif verb == LET_GO:
        end_hold(battle, log, who)
    elif verb == BREAK_FREE:
        break_free(battle, arena, log, who)
