"""Aim (DP-R2): a unit stands still for rounds and lines up a shot; moving or shooting spoils it."""

from fireteam.env.rules.ground.grid import toward
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import NOBODY

from ..words import events


@kernel
def take_aim(battle, arena, log, who, target):
    """Spend the turn on aiming: each round of it makes the shot easier (DP-R2)."""
    unit = battle.units[who]
    if unit.aim_at != target:
        unit.aim = 0
    unit.aim_at = target
    unit.aim = min(unit.aim + 1, arena.rules.aim_most)
    unit.attacked = 1
    unit.marked = 0
    unit.kept = 0
    other = battle.units[target]
    unit.facing = toward(other.x - unit.x, other.y - unit.y)
    emit(battle, log, events.AIM, who, target, unit.aim, 0, 0)


@kernel
def lose_aim(unit):
    """Lose the aim: the unit has shot, or has not stood still (DP-R2)."""
    unit.aim = 0
    unit.aim_at = NOBODY
