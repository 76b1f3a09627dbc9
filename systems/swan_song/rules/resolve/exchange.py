"""An attack in progress (SS-R1): the defender answers, then the dice are rolled; after each roll karma may change it."""

from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import only_choice
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events
from ...words.decisions import DEFEND
from ...words.verbs import BLOCK, DODGE, FULL_DEFENSE, PARRY, PASS
from .. import clauses
from ..attack.attack import apply_attack, roll_attack, roll_defense
from ..attack.cover import cover_in_force
from ..attack.defense import is_off_guard, is_surprised_by
from ..attack.multiple import end_multiple, next_attack
from ..body.ailments import exert
from ..body.conditions import lose_aim
from ..body.damage import suffer
from ..body.movement import spend_movement, stop_moving
from ..karma import attacker_may_spend, defender_may_spend, open_push, spend_on_roll
from ..legal import open_replies
from ..stack import decide, is_in_own_phase
from ..tables import BODY
from ..time.stealth import reveal

# Stages of an attack. After ATTACKED and DEFENDED karma may be spent on the roll; CONTENT is who spends no more.
DECLARED, ANSWERED, ATTACKED, CONTENT, DEFENDED, SETTLED = range(6)


@kernel
def go_on_with_attack(battle, arena, log, frame):
    """Go on with an attack: ask the defender unless it cannot or need not answer, then roll, then apply the result."""
    attacker = frame.unit
    target = frame.target
    unit = battle.units[attacker]
    other = battle.units[target]
    seen_cover = cover_of(battle, arena, other, unit)
    unaware = is_off_guard(battle, arena, target, attacker, seen_cover)
    asks = not unaware and not is_surprised_by(other, attacker)  # the surprised have no interrupts (SS-A3)
    if frame.stage == DECLARED and asks and arena.sheets[target].inanimate == 0:
        open_replies(battle, arena, target, frame.weapon)
        if other.karma:
            open_push(battle, arena, target, battle.open[DODGE] | battle.open[PARRY] | battle.open[BLOCK] != 0)
        if not only_choice(battle, PASS):
            decide(battle, DEFEND, target, attacker)
            return
    if frame.stage <= ANSWERED:
        roll_attack(battle, arena, log, frame, seen_cover == TOTAL)
        frame.stage = ATTACKED
    if frame.stage == ATTACKED and attacker_may_spend(battle, frame):
        return
    cover = cover_in_force(arena, other, unit, seen_cover, frame.weapon)
    if frame.stage <= CONTENT:
        roll_defense(battle, arena, log, frame, cover, unaware)
        frame.stage = DEFENDED
    if frame.stage == DEFENDED and defender_may_spend(battle, frame):
        return
    finish_attack(battle, arena, log, frame, cover, seen_cover == TOTAL, unaware)


@kernel
def finish_attack(battle, arena, log, frame, cover, hidden, unaware):
    """Apply an attack, and its effects on further attacks and on the movement it interrupts or ends (SS-I1, SS-U3).

    `cover` is the target's cover in force; `hidden`: it is out of sight; `unaware`: only its cover defends it.
    """
    attacker, target, interrupt = frame.unit, frame.target, frame.interrupt
    unit = battle.units[attacker]
    battle.depth -= 1
    charging = unit.charge == target
    ramming = unit.aboard != NOBODY and arena.weapons[frame.weapon].melee
    suffered = apply_attack(battle, arena, log, frame, cover, hidden, unaware)
    unit.called = 0
    if unit.hidden:
        reveal(battle, arena, log, target, attacker)
    if ramming:
        suffer_ramming(battle, arena, log, target, unit.aboard, suffered)
    if interrupt:
        if suffered >= arena.sheets[target].attributes[BODY] and battle.units[target].status == UP:
            stop_moving(battle, log, target)
    elif charging:
        end_charge(battle, arena, unit, target)
    elif unit.attacks:
        next_attack(battle, arena, unit)
    check_over(battle, arena, log)


@kernel
def end_charge(battle, arena, unit, target):
    """End a charge after its blow; while a second weapon may still strike at the target, end only its movement (SS-U3)."""
    again = unit.attacks_left > 0 and unit.charge == target and battle.units[target].status == UP
    spend_movement(unit)
    if again:
        unit.charge = target
        next_attack(battle, arena, unit)
    elif unit.attacks:
        end_multiple(battle, arena, unit)


@kernel
def suffer_ramming(battle, arena, log, target, vehicle, damage):
    """Emit a ramming that did `damage` points, and let the vehicle, by its index, take its share (SS-C4)."""
    if damage > 0:
        emit(battle, log, events.RAMS, vehicle, target, damage, 0, 0)
        suffer(battle, arena, log, target, vehicle, damage // arena.rules.ram_back, 0, 0, 0)


@kernel
def answer_with_karma(battle, log, frame, who, verb):
    """Take the answer of a unit that may spend karma on the roll it has just made (SS-X2)."""
    if verb == PASS:
        frame.stage += 1
    else:
        spend_on_roll(battle, log, frame, who, verb)


@kernel
def reply_to_attack(battle, arena, log, frame, verb):
    """Take a defender's answer (SS-F1, SS-F2). After full defense it may still add a parry, block or dodge (SS-F3)."""
    target = frame.target
    unit = battle.units[target]
    if verb == PASS:
        frame.stage = ANSWERED
        return
    lose_aim(unit)
    unit.ap -= arena.cost[verb]
    unit.task_paid = 0
    cite(log, clauses.INTERRUPT)
    if unit.ailing and not exert(battle, arena, log, target, verb):
        frame.stage = ANSWERED
        return
    if verb == FULL_DEFENSE:
        unit.full_defense = 2 if arena.rules.option_full_defense and is_in_own_phase(battle, target) else 1
        emit(battle, log, events.FULL_DEFENSE, target, frame.unit, 0, 0, 0)
        return
    emit(battle, log, events.REPLY, target, frame.unit, verb, 0, 0)
    frame.reply = verb
    frame.stage = ANSWERED
