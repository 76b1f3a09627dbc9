"""An attack on its way (SS-R1): the defender answers, then the dice are rolled."""

from .. import log as tells
from ..battle import (
    DEFEND,
    UP,
)
from ..kernel import kernel
from ..log import cite, tell
from ..objectives import check_over
from ..sight import cover_of
from ..verbs import FULL_DEFENSE, PASS
from . import clauses
from .ailments import exert
from .attack import resolve_attack
from .business import decide
from .conditions import lose_aim
from .defense import is_unaware
from .legal import only_choice, open_replies
from .movement import spend_movement, stop_moving
from .tables import BODY


@kernel
def go_on_with_attack(battle, arena, log, frame):
    """Go on with an attack: ask the defender unless it cannot or need not answer, then roll."""
    attacker = frame.unit
    target = frame.target
    if frame.stage == 0:
        other = battle.units[target]
        cover = cover_of(battle, arena, other, battle.units[attacker])
        if not is_unaware(battle, target, attacker, cover) and arena.sheets[target].inanimate == 0:
            open_replies(battle, arena, target, frame.weapon)
            if not only_choice(battle, PASS):
                decide(battle, DEFEND, target, attacker)
                return
    battle.depth -= 1
    charging = battle.units[attacker].charge == target
    suffered = resolve_attack(battle, arena, log, frame)
    battle.units[attacker].called = 0
    if frame.interrupt:
        if suffered >= arena.sheets[target].attributes[BODY] and battle.units[target].status == UP:
            stop_moving(battle, log, target)
    elif charging:
        spend_movement(battle.units[attacker])
    check_over(battle, arena, log)


@kernel
def reply_to_attack(battle, arena, log, frame, verb):
    """Take a defender's answer (SS-F1, SS-F2). After full defense it may still add a parry, block or dodge (SS-F3)."""
    target = frame.target
    unit = battle.units[target]
    if verb == PASS:
        frame.stage = 1
        return
    lose_aim(unit)
    unit.ap -= arena.cost[verb]
    unit.task_paid = 0
    cite(log, clauses.INTERRUPT)
    if unit.ailing and not exert(battle, arena, log, target, verb):
        frame.stage = 1
        return
    if verb == FULL_DEFENSE:
        unit.full_defense = 1
        tell(battle, log, tells.FULL_DEFENSE, target, frame.unit, 0, 0, 0)
        return
    tell(battle, log, tells.REPLY, target, frame.unit, verb, 0, 0)
    frame.reply = verb
    frame.stage = 1
