"""Shots at those out of sight (SS-R10): whether one could come through what hides them."""

from fireteam.env.rules.ground.bulk import armor_of_vehicles
from fireteam.env.rules.ground.rays import EYE
from fireteam.env.rules.ground.screens import screen_between
from fireteam.env.rules.ground.sight import lane
from fireteam.env.rules.kernel import kernel

from ..body.damage import modified_armor
from ..record import PUSH_LIMIT
from .attack import accuracy, force_of


@kernel
def could_pass(battle, arena, who, unit, enemy, model):
    """Return whether the best possible hit would exceed the armor of what stands in the line (SS-B4).

    Where karma has lifted the limit (SS-X2), any hit is possible, so the answer is yes.
    """
    a, b = lane(battle, arena, unit, enemy)
    armor = screen_between(battle, arena, a, b)
    if arena.vehicles:
        armor = max(armor, armor_of_vehicles(battle, arena, a, b, EYE[0]))
    best = force_of(arena, who, model) + accuracy(arena, who, model)
    return unit.push & PUSH_LIMIT != 0 or best > modified_armor(armor, arena.weapons[model].penetration)
