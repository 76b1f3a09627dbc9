"""An attack as it would be made now, for bots and odds: how both stand, the bonuses of the rolls, the armor in its way."""

from fireteam.env.rules.ground.grid import toward
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import SILENT

from ..aim import lose_aim
from ..plan import AT_SOMEBODY, aims_then, bearing_then, covered_then, hands_then
from .attack import armor_on_the_way
from .evasion import log_evasion
from .modifiers import log_attack
from .shield import keep_up_as_declared


@kernel
def take_stance(battle, log, unit):
    """Raise a unit's shield as planned, and turn the unit, a record, to the first target of its plan."""
    keep_up_as_declared(log, unit)
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb not in AT_SOMEBODY:
            continue
        other = battle.units[item.argument]
        if other.x != unit.x or other.y != unit.y:
            unit.facing = toward(other.x - unit.x, other.y - unit.y)
        return


@kernel
def stand_as_planned(battle, arena, log, who):
    """Put a unit into the state that its plan leads to: weapons in hand, shield on the arm or up, facing.

    A unit that declares turns to the first of its targets, and keeps its shield up against the one that it parries (LD-T1,
    LD-C2).
    """
    unit = battle.units[who]
    take_stance(battle, log, unit)
    unit.hand, unit.off_hand = hands_then(arena, who, unit)
    unit.bearing = bearing_then(unit)
    unit.covered = covered_then(unit)
    if not aims_then(unit):
        lose_aim(unit)


@kernel
def stance_of(unit):
    """Return the fields of a unit that `stand_as_planned` changes."""
    return unit.facing, unit.kept_up, unit.hand, unit.off_hand, unit.bearing, unit.covered, unit.aim, unit.aim_at


@kernel
def stand_again(unit, stance):
    """Restore the fields of a unit that `stance_of` returned."""
    unit.facing, unit.kept_up, unit.hand, unit.off_hand, unit.bearing, unit.covered, unit.aim, unit.aim_at = stance


@kernel
def attack_now(battle, arena, log, attacker, target, model, verb, actions):
    """Return (bonus of an attack's roll, MISSES to HITS, armor) as both units stand; nothing is logged."""
    level = log.level
    log.level = SILENT
    bonus, decided = log_attack(battle, arena, log, attacker, target, model, verb, actions, NO_COVER)
    shield, cover = armor_on_the_way(battle, arena, attacker, target, model, verb)
    log.level = level
    return bonus, decided, arena.sheets[target].armor + shield + cover


@kernel
def evasion_now(battle, arena, log, who, verb, actions):
    """Return the bonus of an evasion's roll by a verb, as the unit stands; nothing is logged."""
    level = log.level
    log.level = SILENT
    ward = log_evasion(battle, arena, log, who, verb, actions)
    log.level = level
    return ward
