"""The actions that a unit may declare: fills the mask, a bit per legal argument of each verb, given its plan so far."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.doors import movable_doors
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.morale import open_flight
from fireteam.env.rules.sides.view import as_known, copy_mask_back

from ..words.verbs import (
    AIM,
    BREAK_FREE,
    DOOR,
    DROP,
    END,
    HOLD_ON,
    LET_GO,
    OFF_HAND,
    RELOAD,
    STEP,
    STRAP_SHIELD,
    SWITCH,
    TAKE_COVER,
    UNSTRAP_SHIELD,
    WALK,
)
from .act import can_aim, is_takeable
from .attack.hands import NO_SLOT, SHOOTS, slot_that
from .attack.shield import can_strap, can_unstrap
from .plan import bearing_then, hands_then, has_verb, holds_then, is_buckler, keeps_hold, planned_verbs
from .reaching import comes_to_cover
from .record import DECLARING, IN_HANDS, MOST_ITEMS, ON_ARM, ON_BACK
from .tables import BOW, FIREARM
from .targets import open_against_all, open_against_held, rounds_then
from .walk import has_legs, most_metres, open_ways


@port
def open_phase(battle, arena, log, who) -> None:
    """Open what a unit may declare or, when it moves, where it may step, as far as its team knows."""
    known = as_known(battle, arena, log, battle.units[who].team)
    open_known(known, arena, who)
    copy_mask_back(battle, known, arena)


@kernel
def open_known(battle, arena, who):
    """Open what a unit may do in a battle that is as its team knows it."""
    close_all(battle)
    battle.open[END] = 1
    if battle.pass_number == DECLARING:
        open_declarations(battle, arena, who)
    else:
        battle.open[STEP] = open_ways(battle, arena, who)
    if arena.morale and battle.units[who].broken:
        open_flight(battle, arena, who, battle.pass_number == DECLARING)


@kernel
def open_declarations(battle, arena, who):
    """Open what a unit may add to its plan; a unit that is held or holds another has fewer choices (LD-G1, LD-G2)."""
    unit = battle.units[who]
    planned = planned_verbs(unit)
    if unit.items == MOST_ITEMS or has_verb(planned, AIM):
        return
    hand, off_hand = hands_then(arena, who, unit)
    bearing = bearing_then(unit)
    slot = slot_that(SHOOTS, arena, who, hand, off_hand)
    left = rounds_then(arena, who, unit, slot) if slot != NO_SLOT else 0
    if unit.held_by != NOBODY and not has_verb(planned, BREAK_FREE):
        battle.open[BREAK_FREE] = 1
        if unit.pinned == 0:
            open_against_held(battle, arena, who, unit.held_by, planned, hand, off_hand, bearing, left)
        return
    if unit.holds != NOBODY and not has_verb(planned, LET_GO):
        battle.open[LET_GO] = 1
        battle.open[HOLD_ON] = 0 if keeps_hold(unit) else 1
    held = holds_then(unit)
    if held != NOBODY:
        open_against_held(battle, arena, who, held, planned, hand, off_hand, bearing, left)
        return
    enemies = 0
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team != unit.team and enemy.status == UP and knows(battle, unit.team, other):
            enemies |= 1 << other
    open_against_all(battle, arena, who, enemies, planned, hand, off_hand, bearing, left)
    if unit.items == 0 and has_sights(arena, who, unit):
        open_aiming(battle, arena, who, enemies)
    open_moves(battle, arena, who, planned)
    open_gear(battle, arena, who, planned, hand, off_hand, bearing, left)


@kernel
def open_aiming(battle, arena, who, enemies):
    """Open aiming at some enemies, a bit each: those in sight that stand still, if another turn of aim helps (LD-A4)."""
    unit = battle.units[who]
    for other in range(arena.units):
        if enemies >> other & 1 and aims_further(arena, unit, other) and can_aim(battle, arena, unit, other):
            battle.open[AIM] |= 1 << other


@kernel
def aims_further(arena, unit, other):
    """Return whether another turn of aiming at an enemy improves the shot (LD-A4)."""
    return unit.aim_at != other or unit.aim * arena.rules.aim < arena.rules.aim_most


@kernel
def has_sights(arena, who, unit):
    """Return whether the weapon in a unit's hand can be aimed: a firearm or a bow (LD-A4)."""
    slot = slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand)
    return slot != NO_SLOT and arena.weapons[arena.sheets[who].weapons[slot]].way in (BOW, FIREARM)


@kernel
def open_moves(battle, arena, who, planned):
    """Open movement, once a turn (LD-A3), cover and doors; a unit that walks may take cover where it arrives."""
    unit = battle.units[who]
    walks = has_verb(planned, WALK)
    if not walks and (unit.held_by == NOBODY or has_verb(planned, BREAK_FREE)) and has_legs(arena, unit):
        battle.open[WALK] = 1
    if not has_verb(planned, TAKE_COVER) and (walks or unit.covered == 0):
        stride = most_metres(battle, arena, who, unit.actions + 1) if walks else 0
        if comes_to_cover(battle, arena, unit, stride):
            battle.open[TAKE_COVER] = 1
    if not walks and not has_verb(planned, DOOR) and arena.tiles[tile_of(arena, unit)].near_door:
        battle.open[DOOR] = movable_doors(battle, arena, unit)


@kernel
def open_gear(battle, arena, who, planned, hand, off_hand, bearing, left):
    """Open handling of weapons, magazines and shields, an action each (LD-A1, LD-C2).

    The arguments are those of `open_against_all`.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if not has_verb(planned, SWITCH) and bearing != IN_HANDS:
        open_weapons(battle, arena, who, hand, off_hand, bearing)
    if not has_verb(planned, RELOAD):
        slot = slot_that(SHOOTS, arena, who, hand, off_hand)
        if slot != NO_SLOT and unit.held[slot].spare > 0 and left < arena.weapons[sheet.weapons[slot]].magazine:
            battle.open[RELOAD] = 1
    if is_buckler(arena, who, off_hand) and not has_verb(planned, DROP):
        battle.open[DROP] = 1
    if bearing in (ON_BACK, IN_HANDS) and unit.bearing in (ON_BACK, IN_HANDS):
        battle.open[STRAP_SHIELD] = 1 if can_strap(arena, who, unit, hand, off_hand) else 0
    if not has_verb(planned, UNSTRAP_SHIELD) and can_unstrap(arena, unit, hand):
        battle.open[UNSTRAP_SHIELD] = 1


@kernel
def open_weapons(battle, arena, who, hand, off_hand, bearing):
    """Open the weapons that a unit may take in hand or put away; `bearing` is where it carries its shield by then."""
    sheet = arena.sheets[who]
    in_hand = sheet.weapons[hand] if hand != BARE_HANDS else -1
    one_free = (in_hand < 0 or arena.weapons[in_hand].two_handed == 0) and bearing != ON_ARM
    for slot in range(MAX_WEAPONS):
        if sheet.weapons[slot] < 0 or not is_takeable(arena, who, bearing, slot):
            continue
        if slot != hand:
            if not is_buckler(arena, who, slot):  # that is for the other hand, which drops it freely (LD-C2)
                battle.open[SWITCH] |= 1 << slot
            if one_free and slot != off_hand and arena.weapons[sheet.weapons[slot]].two_handed == 0:
                battle.open[OFF_HAND] |= 1 << slot
    if hand != BARE_HANDS:
        battle.open[SWITCH] |= 1 << BARE_HANDS
    if off_hand != BARE_HANDS:
        battle.open[OFF_HAND] |= 1 << BARE_HANDS
