"""Items that a unit uses by themselves (SS-A4): stimulants and energy cells. Other items serve tests of their own."""

from fireteam.env.rules.arena import MAX_ITEMS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import DOWN, NOBODY, UP

from ...words import events
from ...words.verbs import USE_ITEM
from .. import clauses
from ..body.ailments import NO_PLACE, inflict, recover
from ..body.damage import SHIELD_POOL, suffer
from ..stack import affords
from ..tables import CELL, STIMULANT, STIMULATED
from ..time.initiative import change_dice


@kernel
def open_items(battle, arena, who):
    """Open the stimulants a unit has left, unless one works in it already, and cells for a shield that is not full."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if not affords(arena, unit, USE_ITEM):
        return
    for place in range(MAX_ITEMS):
        if sheet.items[place] < 0 or unit.items[place] <= 0:
            continue
        kind = arena.items[sheet.items[place]].kind
        if (kind == STIMULANT and unit.ailing >> STIMULATED & 1 == 0) or (kind == CELL and unit.shield < sheet.shield):
            battle.open[USE_ITEM] |= 1 << place


@kernel
def use_item(battle, arena, log, who, place):
    """Use an item, by its place on the sheet: a stimulant gives initiative dice at once, for some rounds (SS-T5).

    A cell charges the shield at once (SS-H2).
    """
    unit = battle.units[who]
    model = arena.sheets[who].items[place]
    item = arena.items[model]
    if item.uses:
        unit.items[place] -= 1
    emit(battle, log, events.ITEM_USED, who, NOBODY, model, unit.items[place], 0)
    if item.kind == CELL:
        points = arena.sheets[who].shield - unit.shield
        unit.shield += points
        cite(log, clauses.POOL_ORDER)
        emit(battle, log, events.HEALED, who, who, points, SHIELD_POOL, 0)
        return
    unit.dose = place
    inflict(battle, arena, log, who, who, STIMULATED, max(item.lasts, 1), NO_PLACE)
    change_dice(battle, arena, log, who, item.initiative_dice)


@kernel
def wear_off(battle, arena, log):
    """End stimulants whose rounds are over, at the end of a round: the dice go, and their Strain comes (SS-T5, SS-H4)."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.ailing >> STIMULATED & 1 == 0:
            continue
        unit.ailments[STIMULATED] -= 1
        if unit.ailments[STIMULATED] > 0:
            continue
        recover(battle, log, who, STIMULATED)
        model = arena.sheets[who].items[unit.dose]
        if model >= 0 and (unit.status == UP or unit.status == DOWN):
            item = arena.items[model]
            change_dice(battle, arena, log, who, -item.initiative_dice)
            suffer(battle, arena, log, NOBODY, who, item.strain, 1, 0, 0)
