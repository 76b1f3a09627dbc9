"""What may be declared against an enemy: attacks, evasions, grapples, feints, as far as can be told before anybody acts.

Who walks first may declare blows and shots that its movement may make possible; what stays impossible lapses (LD-T1).
"""

from ...ground.grid import apart
from ...ground.sight import NO_COVER, TOTAL, cover_of
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
    PUNCH,
    RELOAD,
    SHIELD_PARRY,
    SHIELD_STRIKE,
    SHOOT,
    SHOOT_THROUGH,
    STRIKE,
    STRIKE_THROUGH,
    VOLLEY,
    WALK,
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
    slot_that_strikes,
)
from ..attack.modifiers import goes_through, is_reached
from ..attack.shield import counted, is_shielded
from ..move.walk import most_metres
from ..plan.plan import SHOTS, bearing_then, evasion_against, hands_at, hands_then, has_planned, targets_of
from ..record import ON_ARM


@kernel
def open_against_all(battle, arena, who, enemies):
    """Open what a unit, which holds nobody, may declare against some enemies, a bit each."""
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    stride = most_metres(arena, who) if has_planned(unit, WALK) else 0
    open_shots(battle, arena, who, enemies, hand, off_hand, stride)
    open_blows(battle, arena, who, enemies, hand, off_hand, stride)
    chokes = slot_that_chokes(arena, who, hand, off_hand) != NO_SLOT
    reach = max(1, arena.scale)
    free = unit.held_by == NOBODY and unit.holds == NOBODY
    people = 0
    for other in range(arena.units):
        if enemies >> other & 1 == 0 or arena.sheets[other].inanimate:
            continue
        bit = 1 << other
        people |= bit
        enemy = battle.units[other]
        away = apart(arena, unit, enemy)
        if away > reach + stride:
            continue
        if enemy.held_by == NOBODY:
            battle.open[GRAPPLE] |= bit
            if chokes:
                battle.open[GARROTE] |= bit
        if free and away <= reach and cover_of(battle, arena, enemy, unit) != TOTAL:
            battle.open[FEINT] |= bit  # rolled before anybody moves (LD-G5)
    open_evasions(battle, arena, who, people, hand, off_hand)


@kernel
def open_against_held(battle, arena, who, other):
    """Open what a unit may declare against whom it holds, or who holds it: attacks; a pin, if it is the one who holds."""
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    open_shots(battle, arena, who, 1 << other, hand, off_hand, 0)
    open_blows(battle, arena, who, 1 << other, hand, off_hand, 0)
    if unit.held_by == NOBODY and battle.units[other].pinned == 0 and clinches(unit) < 2:
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
def open_shots(battle, arena, who, enemies, hand, off_hand, stride):
    """Open shots at some enemies, a bit each: three targets at most in a turn (LD-A2).

    `stride` are the metres that a unit may come nearer before it shoots, 0 if it stays.
    """
    unit = battle.units[who]
    slot = slot_that_shoots(arena, who, hand, off_hand)
    if slot == NO_SLOT:
        return
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    left = rounds_then(arena, who, unit, slot)
    if left < 1:
        return
    if unit.items:
        targets = targets_of(unit, SHOTS)
        if counted(targets) >= arena.rules.most_targets:
            enemies &= targets
    seen, hidden, through = 0, 0, 0
    for other in range(arena.units):
        if enemies >> other & 1 == 0:
            continue
        enemy = battle.units[other]
        if not is_reached(arena, weapon, apart(arena, unit, enemy) - stride):
            continue
        bit = 1 << other
        cover = cover_of(battle, arena, enemy, unit)
        seen |= bit if cover != TOTAL or stride else 0
        hidden |= bit if cover == TOTAL else 0
        if (cover != NO_COVER or enemy.bearing == ON_ARM) and goes_through(battle, arena, who, other, weapon):
            through |= bit
    battle.open[SHOOT] = seen
    battle.open[VOLLEY] = seen if weapon.burst and left >= BURST else 0
    battle.open[AWAIT] = 0 if has_planned(unit, AWAIT) else hidden
    battle.open[SHOOT_THROUGH] = through


@kernel
def rounds_then(arena, who, unit, slot):
    """Return the rounds in a weapon once a unit's plan so far is carried out; many where it does not run out."""
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    if weapon.magazine == 0:
        return BURST
    left = unit.held[slot].ammo
    for place in range(unit.items):
        verb = unit.plan[place].verb
        if verb != RELOAD and verb not in SHOTS:
            continue
        hand, off_hand = hands_at(arena, who, unit, place)
        if slot_that_shoots(arena, who, hand, off_hand) != slot:
            continue  # it is done with another weapon
        left = weapon.magazine if verb == RELOAD else left - rounds_of(verb)
    return left


@kernel
def open_blows(battle, arena, who, enemies, hand, off_hand, stride):
    """Open blows at some enemies, a bit each: with a weapon, bare hands, a shield, through a shield (LD-C2).

    `stride` are the metres that a unit may come nearer before it strikes.
    """
    unit = battle.units[who]
    striking = slot_that_strikes(arena, who, hand, off_hand)
    bearing = bearing_then(unit)
    fist = model_for(arena, who, bearing, PUNCH, hand, off_hand)
    through = model_for(arena, who, bearing, STRIKE_THROUGH, hand, off_hand)
    shield = slot_of_shield(arena, who, bearing, hand, off_hand)
    for other in range(arena.units):
        if enemies >> other & 1 == 0:
            continue
        bit = 1 << other
        away = apart(arena, unit, battle.units[other]) - stride
        if is_reached(arena, arena.weapons[fist], away):
            battle.open[PUNCH] |= bit
        if shield != NO_SLOT and is_reached(arena, arena.weapons[arena.sheets[who].weapons[shield]], away):
            battle.open[SHIELD_STRIKE] |= bit
        if striking != NO_SLOT and is_reached(arena, arena.weapons[arena.sheets[who].weapons[striking]], away):
            battle.open[STRIKE] |= bit
        if is_reached(arena, arena.weapons[through], away) and is_shielded(battle, arena, other, who):
            battle.open[STRIKE_THROUGH] |= bit


@kernel
def open_evasions(battle, arena, who, enemies, hand, off_hand):
    """Open what a unit may meet the attacks of some enemies with, a bit each, one way for each of them (LD-T1, LD-A1)."""
    unit = battle.units[who]
    if unit.held_by != NOBODY and has_planned(unit, BREAK_FREE):
        return
    if unit.items:
        for other in range(arena.units):
            if enemies >> other & 1 and evasion_against(unit, other) >= 0:
                enemies &= ~(1 << other)
    battle.open[DODGE_ATTACKS] = enemies
    battle.open[PARRY_ATTACKS] = enemies if slot_that_parries(arena, who, hand, off_hand) != NO_SLOT else 0
    battle.open[SHIELD_PARRY] = enemies if slot_of_shield(arena, who, bearing_then(unit), hand, off_hand) != NO_SLOT else 0
