"""The end of a charge (SS-U3): the blow, or one with each of two weapons."""

from ...ground.grid import apart
from ...ground.sight import TOTAL, cover_of
from ...kernel import kernel
from ...record import UP
from ...verbs import PUNCH, STRIKE
from ..attack.defense import reach_of
from ..body.movement import rushes_at
from .interception import can_strike_with_hand


@kernel
def open_charge_blow(battle, arena, who):
    """Open the blow at the end of a charge: after a step at least, the last one towards the target (SS-U3)."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    target = unit.charge
    if unit.steps < 1 or not rushes_at(battle, unit, target) or battle.units[target].status != UP:
        return
    enemy = battle.units[target]
    distance = apart(arena, unit, enemy)
    if cover_of(battle, arena, enemy, unit) == TOTAL:
        return
    if distance <= max(1 + reach_of(arena, unit, sheet), arena.scale) and can_strike_with_hand(arena, unit, sheet):
        battle.open[STRIKE] = 1 << target
    if distance <= max(1 + sheet.reach, arena.scale) and unit.attacks == 0:
        battle.open[PUNCH] = 1 << target
