"""What may be declared against an enemy before anybody acts: attacks, evasions, grapples, feints.

A unit that walks first may declare what its movement may make possible. Blows and grapples are open if the way there is
no longer than its best movement roll, less the penalties for wounds and actions. Shots are open that far beyond
their range. The unit may pass on its way whatever hides the target from a shot. What stays impossible lapses (LD-T1).
"""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.ground.bits import bits_set, lowest
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..words.verbs import (
    AWAIT,
    BREAK_FREE,
    DODGE_ATTACKS,
    DOOR,
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
from .attack.hands import (
    BURST,
    CHOKES,
    NO_SLOT,
    PARRIES,
    SHOOTS,
    STRIKES,
    model_for,
    model_in,
    rounds_of,
    slot_of_shield,
    slot_that,
)
from .attack.modifiers import goes_through, is_reached, reach_of
from .attack.shield import is_shielded
from .plan import EVASIONS, SHOTS, hands_after, has_verb, targets_of
from .reaching import way_to_touch
from .record import LAPSED, ON_ARM
from .tables import UNARMED
from .walk import most_metres


@kernel
def open_against_all(battle, arena, who, enemies, planned, hand, off_hand, bearing, left):
    """Open what a unit that holds nobody may declare against some enemies, a bit each.

    Args:
        planned: the verbs in its plan so far, from `planned_verbs`.
        hand, off_hand, bearing: the slots in its hands, and where it carries its shield, after its plan so far.
        left: the rounds in the weapon it shoots with by then, 0 if it has none.
    """
    unit = battle.units[who]
    stride = most_metres(battle, arena, who, unit.actions + 1) if has_verb(planned, WALK) else 0
    if left > 0:
        open_shots(battle, arena, who, enemies, planned, slot_that(SHOOTS, arena, who, hand, off_hand), left, stride)
    people = those_alive(arena, enemies)
    near = within(battle, arena, unit, enemies, longest_blow(arena, who, hand, off_hand, bearing) + stride)
    if near == 0:
        open_evasions(battle, arena, who, people, planned, hand, off_hand, bearing)
        return
    beside = touchable(battle, arena, unit, near, planned, max(1, arena.scale), stride)
    open_blows(battle, arena, who, near, beside, planned, hand, off_hand, bearing, stride)
    near = beside & people
    if near:
        open_clinches(battle, arena, who, near, slot_that(CHOKES, arena, who, hand, off_hand) != NO_SLOT, stride)
    open_evasions(battle, arena, who, people, planned, hand, off_hand, bearing)


@kernel
def those_alive(arena, enemies):
    """Return those of some units, a bit each, that are not things."""
    people = enemies
    for other in range(arena.units):
        if arena.sheets[other].inanimate:
            people &= ~(1 << other)
    return people


@kernel
def within(battle, arena, unit, enemies, metres):
    """Return those of some enemies, a bit each, that are within `metres` metres of a unit, a record."""
    near, left = 0, enemies
    while left:
        other = lowest(left)
        left &= left - 1
        near |= 1 << other if apart(arena, unit, battle.units[other]) <= metres else 0
    return near


@kernel
def touchable(battle, arena, unit, enemies, planned, reach, stride):
    """Return those of some enemies, a bit each, that a unit, a record, can touch after at most `stride` metres.

    If it opens a door first, an enemy within reach counts even behind the door.
    """
    near, left = 0, enemies
    while left:
        other = lowest(left)
        left &= left - 1
        enemy = battle.units[other]
        opened = has_verb(planned, DOOR) and apart(arena, unit, enemy) <= reach
        if opened or way_to_touch(battle, arena, unit, enemy, reach, stride) < UNREACHABLE:
            near |= 1 << other
    return near


@kernel
def longest_blow(arena, who, hand, off_hand, bearing):
    """Return the metres beyond which no blow or grip of a unit reaches, with any of its weapons."""
    reach = reach_of(arena, arena.weapons[UNARMED])
    for slot in (hand, off_hand, arena.sheets[who].shield if bearing == ON_ARM else NO_SLOT):
        model = model_in(arena, who, slot)
        if model >= 0:
            reach = max(reach, reach_of(arena, arena.weapons[model]))
    return reach


@kernel
def open_clinches(battle, arena, who, people, chokes, stride):
    """Open grapples, garrottes and feints against people near by, a bit each; `chokes` says whether a garrote is in hand."""
    unit = battle.units[who]
    free = unit.held_by == NOBODY and unit.holds == NOBODY
    for other in range(arena.units):
        if people >> other & 1 == 0:
            continue
        bit = 1 << other
        enemy = battle.units[other]
        if enemy.held_by == NOBODY:
            battle.open[GRAPPLE] |= bit
            if chokes:
                battle.open[GARROTE] |= bit
        if free and (stride == 0 or apart(arena, unit, enemy) <= max(1, arena.scale)):
            if cover_of(battle, arena, enemy, unit) != TOTAL:
                battle.open[FEINT] |= bit  # rolled before anybody moves (LD-G5)


@kernel
def open_against_held(battle, arena, who, other, planned, hand, off_hand, bearing, left):
    """Open what a unit may declare against the unit that it holds, or that holds it.

    These are attacks, and a pin if it is the holder.

    The arguments are those of `open_against_all`.
    """
    unit = battle.units[who]
    if left > 0:
        open_shots(battle, arena, who, 1 << other, planned, slot_that(SHOOTS, arena, who, hand, off_hand), left, 0)
    beside = touchable(battle, arena, unit, 1 << other, planned, max(1, arena.scale), 0)
    open_blows(battle, arena, who, 1 << other, beside, planned, hand, off_hand, bearing, 0)
    if unit.held_by == NOBODY and battle.units[other].pinned == 0 and clinches(unit) < 2:
        battle.open[GRAPPLE] |= 1 << other


@kernel
def clinches(unit):
    """Return how many grapples a unit has won or declared: the first holds, the second pins (LD-G2)."""
    count = 1 if unit.holds != NOBODY else 0
    for place in range(unit.items):
        if unit.plan[place].verb in (GRAPPLE, GARROTE):
            count += 1
    return count


@kernel
def open_shots(battle, arena, who, enemies, planned, slot, left, stride):
    """Open shots at some enemies, a bit each, with the weapon in a slot: three targets at most in a turn (LD-A2).

    `stride` is the metres that a unit may go before it shoots, 0 if it stays.
    """
    unit = battle.units[who]
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    if unit.items:
        targets = targets_of(unit, SHOTS)
        if bits_set(targets) >= arena.rules.most_targets:
            enemies &= targets
    seen, hidden, through = 0, 0, 0
    while enemies:
        other = lowest(enemies)
        enemies &= enemies - 1
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
    battle.open[AWAIT] = 0 if has_verb(planned, AWAIT) else hidden
    battle.open[SHOOT_THROUGH] = through


@kernel
def rounds_then(arena, who, unit, slot):
    """Return the rounds in a weapon after a unit's plan so far; many if it does not run out."""
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    if weapon.magazine == 0:
        return BURST
    left = unit.held[slot].ammo
    hand, off_hand = unit.hand, unit.off_hand
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb == RELOAD or item.verb in SHOTS:
            if slot_that(SHOOTS, arena, who, hand, off_hand) == slot:  # else it is done with another weapon
                left = weapon.magazine if item.verb == RELOAD else left - rounds_of(item.verb)
        hand, off_hand = hands_after(arena, who, item, hand, off_hand)
    return left


@kernel
def open_blows(battle, arena, who, enemies, beside, planned, hand, off_hand, bearing, stride):
    """Open blows at some enemies, a bit each: with a weapon, bare hands, a shield, through a shield (LD-C2).

    Args:
        beside: those of them within arm's reach by then.
        stride: the metres that a unit may go before it strikes.
        planned, hand, off_hand, bearing: as those of `open_against_all`.
    """
    unit = battle.units[who]
    striking = slot_that(STRIKES, arena, who, hand, off_hand)
    fist = model_for(arena, who, bearing, PUNCH, hand, off_hand)
    through = model_for(arena, who, bearing, STRIKE_THROUGH, hand, off_hand)
    shield = slot_of_shield(arena, who, bearing, hand, off_hand)
    battle.open[PUNCH] = struck(battle, arena, unit, enemies, beside, planned, fist, stride)
    if shield != NO_SLOT:
        model = arena.sheets[who].weapons[shield]
        battle.open[SHIELD_STRIKE] = struck(battle, arena, unit, enemies, beside, planned, model, stride)
    if striking != NO_SLOT:
        model = arena.sheets[who].weapons[striking]
        battle.open[STRIKE] = struck(battle, arena, unit, enemies, beside, planned, model, stride)
    shielded = 0
    for other in range(arena.units):
        if enemies >> other & 1 and is_shielded(battle, arena, other, who):
            shielded |= 1 << other
    if shielded:
        battle.open[STRIKE_THROUGH] = struck(battle, arena, unit, shielded, beside & shielded, planned, through, stride)


@kernel
def struck(battle, arena, unit, enemies, beside, planned, model, stride):
    """Return those of some enemies, a bit each, that a blow with a weapon reaches; `beside` are within arm's reach."""
    reach = reach_of(arena, arena.weapons[model])
    return beside if reach <= max(1, arena.scale) else touchable(battle, arena, unit, enemies, planned, reach, stride)


@kernel
def open_evasions(battle, arena, who, enemies, planned, hand, off_hand, bearing):
    """Open the evasions of a unit against some enemies, a bit each; one evasion for each enemy (LD-T1, LD-A1)."""
    unit = battle.units[who]
    if unit.held_by != NOBODY and has_verb(planned, BREAK_FREE):
        return
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb in EVASIONS and item.state != LAPSED:
            enemies &= ~(1 << item.argument)
    battle.open[DODGE_ATTACKS] = enemies
    battle.open[PARRY_ATTACKS] = enemies if slot_that(PARRIES, arena, who, hand, off_hand) != NO_SLOT else 0
    battle.open[SHIELD_PARRY] = enemies if slot_of_shield(arena, who, bearing, hand, off_hand) != NO_SLOT else 0
