"""What may be declared against an enemy: attacks, evasions, grapples, feints, as far as can be told before anybody acts.

Who walks first may declare blows and shots that its movement may make possible; what stays impossible lapses (LD-T1).
"""

from ...ground.grid import apart
from ...ground.sight import TOTAL, cover_of
from ...kernel import kernel
from ...record import NOBODY
from ...verbs import (
    AWAIT,
    BREAK_FREE,
    DODGE_ATTACKS,
    FEINT,
    GARROTE,
    GRAPPLE,
    PARRY_ATTACKS,
    RELOAD,
    SHIELD_PARRY,
    SHOOT,
    SHOOT_THROUGH,
    STRIKE_THROUGH,
    VOLLEY,
)
from ..attack.hands import (
    BURST,
    NO_SLOT,
    model_for,
    rounds_of,
    slot_of_shield,
    slot_that_chokes,
    slot_that_parries,
    slot_that_shoots,
)
from ..attack.modifiers import can_shoot_through, is_reached, pierces
from ..attack.shield import counted, is_shielded
from ..close.grapple import is_within_arms_reach
from ..move.walk import most_metres
from .plan import BLOWS, SHOTS, evasion_against, hands_then, has_planned, targets_of


@kernel
def open_against(battle, arena, who, other, walks):
    """Open what a unit, which holds nobody, may declare against an enemy; `walks` says whether it has declared to move."""
    unit = battle.units[who]
    enemy = battle.units[other]
    bit = 1 << other
    away = apart(arena, unit, enemy)
    near = away - most_metres(arena, who) if walks else away
    open_shots(battle, arena, who, other, near, walks)
    open_blows(battle, arena, who, other, near)
    if arena.sheets[other].inanimate:
        return
    open_evasions(battle, arena, who, other)
    if near > max(1, arena.scale):
        return
    if enemy.held_by == NOBODY:
        battle.open[GRAPPLE] |= bit
        hand, off_hand = hands_then(unit)
        if slot_that_chokes(arena, who, hand, off_hand) != NO_SLOT:
            battle.open[GARROTE] |= bit
    if walks or is_within_arms_reach(arena, unit, enemy):
        if targets_of(unit, (FEINT,)) & bit == 0:
            battle.open[FEINT] |= bit


@kernel
def open_against_held(battle, arena, who, other):
    """Open what a unit may declare against whom it holds, or who holds it: attacks; a pin, if it is the one who holds."""
    unit = battle.units[who]
    enemy = battle.units[other]
    away = apart(arena, unit, enemy)
    open_shots(battle, arena, who, other, away, False)
    open_blows(battle, arena, who, other, away)
    if unit.held_by == NOBODY and enemy.pinned == 0 and clinches(unit) < 2:
        battle.open[GRAPPLE] |= 1 << other


@kernel
def clinches(unit):
    """Return how many grapples a unit has come through or declared: the first holds, the second pins (LD-G2)."""
    count = 1 if unit.holds != NOBODY else 0
    for place in range(unit.items):
        if unit.plan[place].verb in (GRAPPLE, GARROTE):
            count += 1
    return count


@kernel
def open_shots(battle, arena, who, other, near, walks):
    """Open shots at an enemy, `near` metres away at best: three targets at most in a turn (LD-A2)."""
    unit = battle.units[who]
    enemy = battle.units[other]
    bit = 1 << other
    hand, off_hand = hands_then(unit)
    slot = slot_that_shoots(arena, who, hand, off_hand)
    if slot == NO_SLOT:
        return
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    left = rounds_then(arena, who, unit, slot)
    if left < 1 or not is_reached(arena, weapon, near):
        return
    targets = targets_of(unit, SHOTS)
    if targets & bit == 0 and counted(targets) >= arena.rules.most_targets:
        return
    hidden = cover_of(battle, arena, enemy, unit) == TOTAL
    if walks or not hidden:
        battle.open[SHOOT] |= bit
        if weapon.burst and left >= BURST:
            battle.open[VOLLEY] |= bit
    elif not has_planned(unit, AWAIT):
        battle.open[AWAIT] |= bit
    if is_shielded(battle, arena, other, who) or (pierces(weapon) and can_shoot_through(battle, arena, unit, enemy)):
        battle.open[SHOOT_THROUGH] |= bit


@kernel
def rounds_then(arena, who, unit, slot):
    """Return the rounds in a weapon once a unit's plan so far is carried out; many where it does not run out."""
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    if weapon.magazine == 0:
        return BURST
    left = unit.held[slot].ammo
    for place in range(unit.items):
        verb = unit.plan[place].verb
        if verb == RELOAD:
            left = weapon.magazine
        elif verb in SHOTS:
            left -= rounds_of(verb)
    return left


@kernel
def open_blows(battle, arena, who, other, near):
    """Open blows at an enemy, `near` metres away at best: with a weapon, bare hands, a shield, through a shield (LD-C2)."""
    unit = battle.units[who]
    hand, off_hand = hands_then(unit)
    for verb in BLOWS:
        model = model_for(arena, who, unit, verb, hand, off_hand)
        if model < 0 or not is_reached(arena, arena.weapons[model], near):
            continue
        if verb != STRIKE_THROUGH or is_shielded(battle, arena, other, who):
            battle.open[verb] |= 1 << other


@kernel
def open_evasions(battle, arena, who, other):
    """Open what a unit may meet an enemy's attacks with, one way for each of them (LD-T1, LD-A1)."""
    unit = battle.units[who]
    if evasion_against(unit, other) >= 0 or (unit.held_by != NOBODY and has_planned(unit, BREAK_FREE)):
        return
    bit = 1 << other
    battle.open[DODGE_ATTACKS] |= bit
    hand, off_hand = hands_then(unit)
    if slot_that_parries(arena, who, hand, off_hand) != NO_SLOT:
        battle.open[PARRY_ATTACKS] |= bit
    if slot_of_shield(arena, who, unit, hand, off_hand) != NO_SLOT:
        battle.open[SHIELD_PARRY] |= bit
