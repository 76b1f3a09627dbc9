"""How a doctrine drives: to the exit, or after the enemy, and over whoever is in the way."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import MOVE, STRIKE
from fireteam.agents.doctrine.values import is_enemy
from fireteam.env.rules.arena import EXIT
from fireteam.env.rules.ground.bits import lowest
from fireteam.env.rules.ground.grid import DX, DY, apart, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..rules.body.vehicles import works
from ..rules.tables import ENGINE
from ..words.verbs import BOARD, DRIVE, LEAVE, RAM, STEP

CLOSE = 4  # metres at which a chase is near enough


@kernel
def driving(battle, arena, who, price, offers):
    """Offer what can be done with a vehicle: get in or out, drive on, run somebody over."""
    unit = battle.units[who]
    if unit.aboard == NOBODY:
        if battle.open[BOARD] and arena.goals[unit.team].kind == EXIT:
            offer(offers, MOVE, NOBODY, BOARD, lowest(battle.open[BOARD]), 0.6, 1.0, 0.6 - price)
        return
    vehicle = battle.units[unit.aboard]
    if battle.open[RAM]:
        target = lowest(battle.open[RAM])
        offer(offers, STRIKE, target, RAM, target, 0.5, 1.0, 0.5 - price)
        return
    if battle.open[LEAVE] and not works(vehicle, ENGINE):
        offer(offers, MOVE, NOBODY, LEAVE, lowest(battle.open[LEAVE]), 0.4, 1.0, 0.4 - price)
        return
    goal = destination(battle, arena, who)
    if goal < 0:
        return
    here = path_length(battle, arena, tile_of(arena, vehicle), goal)
    best, found = here, -1
    for direction in range(8):
        if battle.open[STEP] >> direction & 1:
            tile = (vehicle.y + DY[direction]) * arena.width + vehicle.x + DX[direction]
            walk = path_length(battle, arena, tile, goal)
            if walk < best:
                best, found = walk, direction
    if found >= 0:
        offer(offers, MOVE, NOBODY, STEP, found, 2.0, 0.0, 2.0)
    elif battle.open[DRIVE] and vehicle.run_left <= 0 and here > 0:
        offer(offers, MOVE, NOBODY, DRIVE, 0, 0.5, 1.0, 0.5 - price)


@kernel
def destination(battle, arena, who):
    """Return the tile to drive to: the team's exit, else that of the nearest enemy unless it is close; -1 for none."""
    unit = battle.units[who]
    goal = arena.goals[unit.team]
    if goal.kind == EXIT:
        return goal.anchor
    best, found = 1000, -1
    for other in range(arena.units):
        if is_enemy(battle, who, other):
            distance = apart(arena, battle.units[unit.aboard], battle.units[other])
            if distance < best:
                best, found = distance, tile_of(arena, battle.units[other])
    return found if best > CLOSE else -1
