"""An attack (LD-R1): the roll, the evasion, and the damage."""

from fireteam.env.rules.ground.grid import apart, toward
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.objectives import check_over

from ...words import events, purposes
from ...words.verbs import AWAIT, SHIELD_STRIKE, SHOOT_THROUGH, STRIKE_THROUGH, VOLLEY
from .. import clauses
from ..aim import lose_aim
from ..damage import hurt
from ..rolls import FAILURE, roll_attack
from ..walk import reveal
from .evasion import evaded, evasion_in_force
from .hands import NO_SLOT, has_rounds, model_for, rounds_of, slot_for, strikes
from .modifiers import HITS, MISSES, armor_of_cover, can_shoot_through, is_reached, log_attack
from .shield import is_shielded, keep_up_against

# How an attack is made, as its event tells it.
FIRINGS = ("", "a burst", "through what protects", "with the shield", "as soon as it can")
PLAINLY, WITH_BURST, THROUGH, WITH_SHIELD, AT_LAST = range(5)


@kernel
def firing_of(verb):
    """Return how an attack by a verb is made, a number of FIRINGS."""
    if verb == VOLLEY:
        return WITH_BURST
    if verb in (SHOOT_THROUGH, STRIKE_THROUGH):
        return THROUGH
    if verb == SHIELD_STRIKE:
        return WITH_SHIELD
    return AT_LAST if verb == AWAIT else PLAINLY


@kernel
def can_attack(battle, arena, who, target, verb):
    """Return whether a unit can attack an enemy by a verb as it stands now: weapon in hand, reach, sight, rounds."""
    unit = battle.units[who]
    other = battle.units[target]
    if other.status != UP or not knows(battle, unit.team, target):
        return False
    model = model_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
    if model < 0:
        return False
    weapon = arena.weapons[model]
    if not is_reached(arena, weapon, apart(arena, unit, other)):
        return False
    slot = slot_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
    if slot != NO_SLOT and not has_rounds(arena, who, unit, slot, rounds_of(verb)):
        return False
    if verb == SHOOT_THROUGH and can_shoot_through(battle, arena, unit, other, weapon):
        return True
    return cover_of(battle, arena, other, unit) != TOTAL  # what it meant to go through may be gone: so much the better


@kernel
def attack(battle, arena, log, who, target, verb):
    """Attack an enemy by a verb that is possible now (LD-R1); return the damage."""
    unit = battle.units[who]
    model = model_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
    begin_attack(battle, arena, log, who, target, verb, model)
    weapon = arena.weapons[model]
    bonus, decided = log_attack(battle, arena, log, who, target, model, verb, unit.actions, NO_COVER)
    result, glitch = roll_attack(battle, arena, log, who, target, purposes.ATTACK, bonus)
    lose_aim(unit)
    reply = evasion_in_force(battle, arena, target, who, weapon)
    defense = 0
    if reply >= 0 and decided != MISSES:  # what is sure to hit is still worth less for who evades it
        defense = evaded(battle, arena, log, target, who, reply)
    outcome = outcome_of(result - defense, glitch, decided)
    shield, cover = armor_on_the_way(battle, arena, who, target, model, verb)
    ward(battle, arena, who, target)
    if outcome <= 0:
        emit(battle, log, events.MISS, who, target, outcome, 0, 0)
        return 0
    damage = hurt(battle, arena, log, who, target, outcome, weapon.bonus, shield, cover)
    check_over(battle, arena, log)
    return damage


@kernel
def outcome_of(margin, glitch, decided):
    """Return the outcome of an attack whose result exceeds the defense by a margin (LD-R1, LD-D2).

    A critical failure always misses. Otherwise `decided`, the verdict of the situation, makes it miss or hit outright.
    """
    if glitch == FAILURE or decided == MISSES:
        return min(margin, 0)
    return max(margin, 1) if decided == HITS else margin


@kernel
def begin_attack(battle, arena, log, who, target, verb, model):
    """Turn to the target, fire the rounds, come out of hiding, and emit the attack."""
    unit = battle.units[who]
    other = battle.units[target]
    weapon = arena.weapons[model]
    unit.attacked = 1
    battle.quiet = 0  # a turn in which somebody shoots and misses is no stalemate
    if other.x != unit.x or other.y != unit.y:
        unit.facing = toward(other.x - unit.x, other.y - unit.y)
    if not strikes(weapon):
        unit.shot = 1
    if weapon.magazine:
        slot = slot_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
        unit.held[slot].ammo -= rounds_of(verb)
    if unit.hidden:
        reveal(battle, log, who)
    if verb == SHIELD_STRIKE:
        keep_up_against(log, unit, target)
    if verb == AWAIT:
        cite(log, clauses.DELAYED_SHOT)
    emit(battle, log, events.ATTACK, who, target, model, firing_of(verb), cover_of(battle, arena, other, unit))


@kernel
def armor_on_the_way(battle, arena, who, target, model, verb):
    """Return the armor of the shield and of the cover that an attack goes through, 0 for none (LD-C1, LD-C2).

    An obstacle that can be seen through but stops some of the damage protects against every shot.
    """
    unit = battle.units[who]
    other = battle.units[target]
    shield = 0
    if verb in (STRIKE_THROUGH, SHOOT_THROUGH) and is_shielded(battle, arena, target, who):
        shield = arena.rules.shield_armor
    if verb == SHOOT_THROUGH and can_shoot_through(battle, arena, unit, other, arena.weapons[model]):
        return shield, armor_of_cover(battle, arena, unit, other)
    if arena.glassy and cover_of(battle, arena, other, unit) == NO_COVER:
        return shield, armor_of_cover(battle, arena, unit, other)
    return shield, 0


@kernel
def ward(battle, arena, who, target):
    """Count an attacker among those against whom the target's shield has served in this turn (LD-C2)."""
    if is_shielded(battle, arena, target, who):
        battle.units[target].warded |= 1 << who
