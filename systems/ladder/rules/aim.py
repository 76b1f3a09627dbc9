"""Aim (LD-A4): a unit spends turns lining up a shot at somebody who stands still; other acts or its moves end it."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..words import events
from .plan import emit_intention


@kernel
def take_aim(battle, arena, log, who, target):
    """Spend the turn on aiming at a target that stands still: each turn of it makes the shot easier (LD-A4)."""
    unit = battle.units[who]
    if unit.aim_at != target:
        unit.aim = 0
    unit.aim_at = target
    unit.aim = min(unit.aim + 1, arena.rules.aim_most)
    emit_intention(battle, arena, log, events.AIM, who, target, unit.aim, 0)


@kernel
def lose_aim(unit):
    """Lose the aim: the unit has done something else."""
    unit.aim = 0
    unit.aim_at = NOBODY


@kernel
def spoil_aim_at(battle, arena, who):
    """Spoil the aim of all who aim at a unit: it has moved, and only targets that stand still can be aimed at (LD-A4)."""
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.aim and unit.aim_at == who:
            lose_aim(unit)
