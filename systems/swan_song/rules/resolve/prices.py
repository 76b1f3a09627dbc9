"""The action points that an action takes, as buttons and lists show them (SS-A1 to SS-A4)."""

from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.ground.grid import beside
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.record import NOBODY

from ...words.decisions import INTERCEPT, PINNED
from ...words.verbs import BOARD, LEAVE, MULTIPLE, PASS, PUNCH, RELOAD, REPAIR, SHOOT, STRIKE, VOLLEY
from ..attack.multiple import is_paid
from ..body.conditions import has_attacks_left
from ..body.hands import price_of_drawing
from ..move.driving import door_price
from ..stack import PAID_BY_POINTS, is_free, price_of, price_of_free
from ..tables import SHOOT_OF_MODE, VOLLEY_OF_MODE

FREE_NOW = -1  # a free action that the pass still has


@entry
def points_for(battles, arenas, who, verb, argument):
    """Return the action points that an open action takes, in the battle of the first row; FREE_NOW for its free action.

    An interrupt has its own price, and a pinned unit pays nothing for getting down. An action that is paid point by
    point takes all points that are left.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    if battle.decision == INTERCEPT:
        return 0 if verb == PASS else arena.rules.interception
    if battle.decision == PINNED:
        return 0
    if battle.decision != ACT:
        return arena.cost[verb]
    if verb in (SHOOT, VOLLEY, STRIKE, PUNCH):
        return points_of_attack(arena, who, unit, verb)
    if verb == MULTIPLE and is_paid(arena, unit):
        return 0
    if verb in PAID_BY_POINTS:
        at = argument if verb == REPAIR else beside(arena, unit.x, unit.y, argument)
        paid = unit.task_paid if unit.task == verb and unit.task_at == at else 0
        return min(unit.ap, max(arena.cost[verb], 1) - paid)
    if verb == RELOAD:
        return arena.weapons[arena.sheets[who].weapons[unit.hand]].reload_cost
    if is_free(arena, verb) and price_of_free(arena, unit) == 0:
        return FREE_NOW
    price = price_of(arena, unit, verb)
    if verb in (BOARD, LEAVE):
        price += door_price(battle.units[argument if verb == BOARD else unit.aboard])
    return price


@kernel
def points_of_attack(arena, who, unit, verb):
    """Return the action points of an attack: a way of firing has a price, the first of several pays for all (SS-A4, SS-X1).

    The blow at the end of a charge is paid for. Loosing a bow is a free action, drawing it is not.
    """
    if has_attacks_left(unit) or (verb in (STRIKE, PUNCH) and unit.charge != NOBODY):
        return 0
    if verb in (SHOOT, VOLLEY):
        weapon = arena.weapons[arena.sheets[who].weapons[unit.hand]]
        if weapon.draws and verb == SHOOT:
            points = price_of_drawing(arena, unit) + price_of_free(arena, unit)
            return points if points or price_of_free(arena, unit) else FREE_NOW
        if weapon.firearm:
            mode = unit.held[unit.hand].mode
            return arena.firings[SHOOT_OF_MODE[mode] if verb == SHOOT else VOLLEY_OF_MODE[mode]].cost
    return price_of(arena, unit, verb)
