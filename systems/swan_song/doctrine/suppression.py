"""How a doctrine values suppressive fire: the units that a line or a cone would pin."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import SUPPRESS as SUPPRESSING
from fireteam.agents.doctrine.records import SUPPRESS
from fireteam.agents.doctrine.values import harm_from
from fireteam.env.rules.ground.grid import DX, DY, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY, UP

from ..rules.attack.chance import chance_to_beat
from ..rules.attack.suppression import in_pattern
from ..rules.tables import INTUITION, VOLLEY_OF_MODE, WILLPOWER
from ..words.verbs import SUPPRESS_CONE, SUPPRESS_LINE

RESIST_DICE_PER_PIN = 3  # a hit takes three dice on average


@kernel
def suppress(battle, arena, weights, who, price, offers):
    """Offer suppressive fire for the chances to pin enemies, less those to pin friends."""
    if battle.open[SUPPRESS_LINE] == 0 or (weights[SUPPRESS] <= 0.0 and len(offers) == 1):
        return
    unit = battle.units[who]
    sheet = arena.sheets[who]
    model = sheet.weapons[unit.hand]
    pool = sheet.attributes[INTUITION] + sheet.skills[arena.weapons[model].skill] + unit.wounds
    pin = arena.firings[VOLLEY_OF_MODE[unit.held[unit.hand].mode]].pin
    for target in range(arena.units):
        if battle.open[SUPPRESS_LINE] >> target & 1:
            body = battle.units[target]
            aim_x, aim_y = body.x - unit.x, body.y - unit.y
            border = (aim_x, aim_y, 2, 0, max(abs(aim_x), abs(aim_y)))
            pinned = pinned_in(battle, arena, who, border, pool - RESIST_DICE_PER_PIN * pin)
            worth = pinned * weights[SUPPRESS] - 2 * price
            offer(offers, SUPPRESSING, target, SUPPRESS_LINE, target, pinned, 2.0, worth)
    pool += arena.rules.cone - RESIST_DICE_PER_PIN * pin
    for direction in range(8):
        border = (DX[direction], DY[direction], 12, 5, 0)
        pinned = pinned_in(battle, arena, who, border, pool)
        worth = pinned * weights[SUPPRESS] - 2 * price
        offer(offers, SUPPRESSING, NOBODY, SUPPRESS_CONE, direction, pinned, 2.0, worth)


@kernel
def pinned_in(battle, arena, who, pattern, pool):
    """Return how many enemies, a float, a pattern of fire is expected to pin; friends count against them.

    `pattern` is (along_x, along_y, f, g, h) as in `in_pattern`; `pool` is the dice of the pinning test less those that
    its threshold takes.
    """
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    count = 0.0
    for other in range(arena.units):
        body = battle.units[other]
        if other == who or body.status != UP or body.stuck != 0 or arena.sheets[other].inanimate:
            continue
        if not in_pattern(pattern, body.x - unit.x, body.y - unit.y, 0):
            continue
        if harm_from(battle, arena, who, tile_of(arena, unit), other, model) <= 0.0:
            continue
        attributes = arena.sheets[other].attributes
        chance = chance_to_beat(pool, attributes[WILLPOWER] + attributes[INTUITION] + body.wounds) / 100
        count += chance if body.team != unit.team else -chance
    return count
