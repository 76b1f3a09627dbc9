"""How a doctrine values later shots: aiming, and waiting for somebody to show itself."""

from fireteam.agents.doctrine.values import points_left
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.interface import hand
from fireteam.env.rules.kernel import kernel

from ..rules.plan import has_planned
from ..words.verbs import SHOOT, WALK
from .values import harm_share

SPARE_FOR_LATER = 0.4  # of what a shot that was aimed once more is worth
SHOWS_ITSELF = 0.5  # chance that an enemy out of sight comes into it in this turn, having declared that it moves


@kernel
def aimed_share(battle, arena, log, who, target):
    """Return what spending this turn on aiming does, as a share of the target's life: the better shot comes a turn later."""
    unit = battle.units[who]
    aim, at = unit.aim, unit.aim_at
    unit.aim = (aim if at == target else 0) + 1
    unit.aim_at = target
    share = harm_share(battle, arena, log, who, target, SHOOT, 1)
    unit.aim = aim
    unit.aim_at = at
    return share * SPARE_FOR_LATER


@kernel
def awaited_share(battle, arena, who, target):
    """Return what waiting with a shot for an enemy out of sight does: 0 unless that enemy has declared to move."""
    if not has_planned(battle.units[target], WALK):
        return 0.0
    share = arena.harm[who, hand(battle, who), target, NO_COVER] / points_left(battle, arena, target)
    return SHOWS_ITSELF * min(share, 1.0)
