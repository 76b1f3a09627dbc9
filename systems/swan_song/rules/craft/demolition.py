"""Demolition charges (SS-B6, SS-T8): setting one at a barrier, and letting them go off."""

from fireteam.env.rules.arena import MAX_ITEMS
from fireteam.env.rules.ground.grid import beside, passable, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import CHARGE, MAX_EFFECTS, NOBODY

from ...words import events, purposes
from ...words.verbs import DETONATE, SET_CHARGE
from .. import clauses
from ..area.effects import NO_BARRIER, end_effect, free_effect, lay_effect
from ..area.explosions import set_off
from ..attack.barriers import is_breakable
from ..body.vehicles import can_be_heard
from ..karma import hold_test
from ..pools import CRITICAL_GLITCH, roll
from ..stack import affords
from ..tables import DEMOLITION, DEMOLITIONS, LOGIC
from .tasks import drop_task, fail, help_given, own_pool, pay_in, take_up_task, tries_before

NO_PLACE = -1


@kernel
def charge_place(battle, arena, who):
    """Return the place on its sheet, 0 to 3, of the first kind of charges a unit still has; NO_PLACE for none."""
    for place in range(MAX_ITEMS):
        model = arena.sheets[who].items[place]
        if model >= 0 and arena.items[model].kind == DEMOLITION and arena.items[model].weapon >= 0:
            if battle.units[who].items[place] > 0:
                return place
    return NO_PLACE


@kernel
def open_detonation(battle, arena, who):
    """Open letting the charges that a unit has set go off, by radio (SS-T8, SS-C4)."""
    unit = battle.units[who]
    if affords(arena, unit, DETONATE) and can_be_heard(battle, unit):
        for row in range(MAX_EFFECTS):
            if battle.effects[row].kind == CHARGE and battle.effects[row].owner == who:
                battle.open[DETONATE] = 1


@kernel
def open_charges(battle, arena, who):
    """Open setting a charge at a barrier or on ground beside the unit."""
    unit = battle.units[who]
    if unit.ap < 1 or charge_place(battle, arena, who) == NO_PLACE or free_effect(battle) == MAX_EFFECTS:
        return
    for direction in range(8):
        tile = beside(arena, unit.x, unit.y, direction)
        if tile >= 0 and (is_breakable(battle, arena, tile) or passable(battle, arena, tile)):
            battle.open[SET_CHARGE] |= 1 << direction


@kernel
def set_charge(battle, arena, log, who, direction):
    """Go on with setting a charge: an extended action, whose points may come from several phases of a round (SS-A1).

    When they are paid: Demolitions + Logic [Mental]; its hits add to the damage, and without any the base damage counts.
    Only a critical glitch misses (SS-B6): the charge goes off at once, and not at the barrier. Where the catalog asks for
    hits, a failure costs the time alone.
    """
    unit = battle.units[who]
    take_up_task(unit, SET_CHARGE, beside(arena, unit.x, unit.y, direction))
    needed = arena.rules.charge_threshold
    if not pay_in(battle, arena, log, who, SET_CHARGE):
        emit(battle, log, events.TASK, who, NOBODY, SET_CHARGE, 0, needed)
        return
    pool = own_pool(battle, arena, log, who, DEMOLITIONS, LOGIC)
    pool += tries_before(arena, log, unit) + help_given(log, unit)
    hits, glitch = roll(battle, arena, log, who, NOBODY, purposes.SET_CHARGE, pool, arena.sheets[who].mental)
    hold_test(battle, who, NOBODY, SET_CHARGE, direction, hits, glitch, 0)


@kernel
def finish_charge(battle, arena, log, who, direction, hits, glitch):
    """Let the test of setting a charge take effect; `direction` is where it is set."""
    unit = battle.units[who]
    needed = arena.rules.charge_threshold
    if glitch == CRITICAL_GLITCH or hits >= needed:
        drop_task(unit)
        place_charge(battle, arena, log, who, direction, hits, glitch == CRITICAL_GLITCH)
    else:
        fail(battle, log, who)


@kernel
def place_charge(battle, arena, log, who, direction, hits, at_once):
    """Use up a charge: it waits where it was set, or goes off `at_once`. One at a barrier lies at the unit's feet."""
    unit = battle.units[who]
    place = charge_place(battle, arena, who)
    unit.items[place] -= 1
    model = arena.items[arena.sheets[who].items[place]].weapon
    tile = tile_of(arena, unit)
    barrier = direction
    beyond = beside(arena, unit.x, unit.y, direction)
    if passable(battle, arena, beyond):
        tile = beyond
        barrier = NO_BARRIER
    if at_once:
        set_off(battle, arena, log, who, model, tile, NO_BARRIER, hits)
        return
    lay_effect(battle, arena, CHARGE, who, model, tile, barrier, hits)
    emit_at(battle, log, events.CHARGE_SET, who, tile, hits, 0)


@kernel
def detonate(battle, arena, log, who):
    """Let all charges that a unit has set go off, one after the other (SS-T8)."""
    cite(log, clauses.TIMED)
    for back in range(MAX_EFFECTS):
        row = MAX_EFFECTS - 1 - back  # what comes onto the stack last goes first
        charge = battle.effects[row]
        if charge.kind == CHARGE and charge.owner == who:
            end_effect(battle, row)
            tile = charge.y * arena.width + charge.x
            set_off(battle, arena, log, who, charge.weapon, tile, charge.direction, charge.hits)
