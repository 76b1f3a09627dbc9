"""Carrying out the items of a plan in their turn: whether each is still possible, and what it does."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.ground.doors import movable_doors
from fireteam.env.rules.ground.grid import beside, terrain_at, tile_of
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.morale import harms

from ..words import events
from ..words.verbs import (
    AIM,
    AWAIT,
    BREAK_FREE,
    DOOR,
    DROP,
    FEINT,
    HOLD_ON,
    LET_GO,
    OFF_HAND,
    RELOAD,
    STRAP_SHIELD,
    SWITCH,
    TAKE_COVER,
    UNSTRAP_SHIELD,
    WALK,
)
from . import clauses
from .aim import lose_aim, take_aim
from .attack.attack import attack, can_attack
from .attack.hands import NO_SLOT, SHOOTS, has_rounds, slot_that
from .attack.shield import can_strap, can_unstrap, strap, unstrap
from .damage import drop_hold
from .feints import end_feint
from .grapple import break_free, can_grapple, keep_hold
from .plan import BLOWS, CLINCHES, EVASIONS, SHOTS, emit_intention
from .record import IN_HANDS, ON_ARM
from .tables import SHIELD
from .walk import can_walk


@kernel
def is_possible(battle, arena, who, verb, argument):
    """Return whether a unit can still do what it has declared: no hold prevents it, and the situation allows it."""
    unit = battle.units[who]
    if unit.broken and harms(arena, verb):
        return False
    if verb in EVASIONS or verb == FEINT:
        return True
    if unit.held_by != NOBODY and not may_when_held(unit, verb, argument):
        return False
    if unit.holds != NOBODY and not may_when_holding(unit, verb, argument):
        return False
    if verb in CLINCHES:
        return can_grapple(battle, arena, who, argument, verb)
    if verb == AWAIT:
        slot = slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand)
        return battle.units[argument].status == UP and slot != NO_SLOT and has_rounds(arena, who, unit, slot, 1)
    if verb in SHOTS or verb in BLOWS:
        return can_attack(battle, arena, who, argument, verb)
    if verb == AIM:
        return can_aim(battle, arena, unit, argument)
    if verb == WALK:
        return can_walk(arena, unit)
    if verb in (HOLD_ON, LET_GO):
        return unit.holds != NOBODY
    if verb == BREAK_FREE:
        return unit.held_by != NOBODY
    return can_handle(battle, arena, who, verb, argument)


@kernel
def may_when_held(unit, verb, argument):
    """Return whether a held unit may do this: harm its holder or break free, only the latter if pinned (LD-G1, LD-G2)."""
    if verb == BREAK_FREE:
        return True
    return unit.pinned == 0 and (verb in BLOWS or verb in SHOTS) and argument == unit.held_by


@kernel
def may_when_holding(unit, verb, argument):
    """Return whether a unit that holds another may do this: attack that one, keep the hold, pin, let go (LD-G1)."""
    if verb in (HOLD_ON, LET_GO):
        return True
    return (verb in BLOWS or verb in SHOTS or verb in CLINCHES) and argument == unit.holds


@kernel
def can_aim(battle, arena, unit, target):
    """Return whether a unit, a record, can aim at an enemy: it sees it, and the enemy has not moved in this turn (LD-A4)."""
    other = battle.units[target]
    if other.status != UP or not knows(battle, unit.team, target) or unit.steps or other.steps:
        return False
    return sees(battle, arena, unit, other)


@kernel
def can_handle(battle, arena, who, verb, argument):
    """Return whether a unit, in its present state, can handle gear or take cover by this action."""
    unit = battle.units[who]
    if verb == RELOAD:
        slot = slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand)
        return slot != NO_SLOT and unit.held[slot].spare > 0
    if verb in (SWITCH, OFF_HAND):
        if unit.bearing == IN_HANDS or (verb == OFF_HAND and unit.bearing == ON_ARM):
            return False
        return argument == BARE_HANDS or is_takeable(arena, who, unit.bearing, argument)
    if verb == STRAP_SHIELD:
        return can_strap(arena, who, unit, unit.hand, unit.off_hand)
    if verb == UNSTRAP_SHIELD:
        return can_unstrap(arena, unit, unit.hand)
    if verb == DROP:
        return unit.off_hand != BARE_HANDS
    if verb == TAKE_COVER:
        return unit.covered == 0 and arena.tiles[tile_of(arena, unit)].near_cover == 1
    return verb == DOOR and movable_doors(battle, arena, unit) >> argument & 1 == 1


@port
def carry_out(battle, arena, log, who, place) -> None:
    """Carry out an item of a plan that is possible; movement and grapples wait on the stack, since others may answer."""
    unit = battle.units[who]
    item = unit.plan[place]
    verb, argument = item.verb, item.argument
    if verb == AWAIT:
        await_shot(battle, arena, log, who, argument)
    elif verb in SHOTS or verb in BLOWS:
        attack(battle, arena, log, who, argument, verb)
    elif verb == FEINT:
        end_feint(battle, log, who, place)
        lose_aim(unit)
    elif verb == AIM:
        take_aim(battle, arena, log, who, argument)
    elif verb == HOLD_ON:
        keep_hold(battle, arena, log, who)
    elif verb == LET_GO:
        drop_hold(battle, log, who)
    elif verb == BREAK_FREE:
        break_free(battle, arena, log, who)
    elif verb in EVASIONS:
        lose_aim(unit)  # who evades does not spend the turn on aiming
    else:
        handle(battle, arena, log, who, verb, argument)


@kernel
def await_shot(battle, arena, log, who, target):
    """Shoot at an enemy, or wait in this turn until it shows itself: a firing port that opens, a corner (LD-C1)."""
    if can_attack(battle, arena, who, target, AWAIT):
        attack(battle, arena, log, who, target, AWAIT)
        return
    cite(log, clauses.DELAYED_SHOT)
    battle.units[who].awaits = target
    emit_intention(battle, arena, log, events.AWAITS, who, target, 0, 0)


@kernel
def handle(battle, arena, log, who, verb, argument):
    """Do something without a roll: reload, change weapons, see to a shield, take cover, move a door."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    lose_aim(unit)
    if verb == RELOAD:
        slot = slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand)
        held = unit.held[slot]
        held.ammo = arena.weapons[sheet.weapons[slot]].magazine
        held.spare -= 1
        emit(battle, log, events.RELOAD, who, NOBODY, held.ammo, sheet.weapons[slot], 0)
    elif verb == SWITCH:
        switch(battle, arena, log, who, argument)
    elif verb == OFF_HAND:
        unit.off_hand = argument
        emit(battle, log, events.OFF_HAND, who, NOBODY, sheet.weapons[argument] if argument != BARE_HANDS else -1, 0, 0)
    elif verb == DROP:
        emit(battle, log, events.DROPS, who, NOBODY, sheet.weapons[unit.off_hand], 0, 0)
        unit.off_hand = BARE_HANDS
    elif verb == STRAP_SHIELD:
        strap(battle, log, who)
    elif verb == UNSTRAP_SHIELD:
        unstrap(battle, log, who)
    elif verb == TAKE_COVER:
        unit.covered = 1
        emit(battle, log, events.TAKE_COVER, who, NOBODY, 0, 0, 0)
    elif verb == DOOR:
        tile = beside(arena, unit.x, unit.y, argument)
        terrain = arena.terrains[terrain_at(battle, arena, tile)].door
        change_terrain(battle, arena, tile, terrain)
        emit_at(battle, log, events.DOOR, who, tile, terrain, 0)


@kernel
def switch(battle, arena, log, who, slot):
    """Take another weapon in hand; one that needs both hands empties the other hand."""
    unit = battle.units[who]
    model = arena.sheets[who].weapons[slot] if slot != BARE_HANDS else -1
    unit.hand = slot
    if model >= 0 and (unit.off_hand == slot or arena.weapons[model].two_handed):
        unit.off_hand = BARE_HANDS
    emit(battle, log, events.SWITCH, who, NOBODY, model, 0, 0)


@kernel
def is_takeable(arena, who, bearing, slot):
    """Return whether the weapon in a slot can be taken in hand: no strapped shield, nothing two-handed beside a shield.

    `bearing` is where the unit carries its shield, a number of BEARINGS.
    """
    model = arena.sheets[who].weapons[slot]
    if model < 0 or arena.weapons[model].shield == SHIELD:
        return False
    return bearing != ON_ARM or arena.weapons[model].two_handed == 0
