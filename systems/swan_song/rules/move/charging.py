"""The end of a charge (SS-U3): a blow, or one with each of two weapons."""

from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import UP

from ...words.verbs import PUNCH, STRIKE
from ..attack.defense import reach_of
from ..body.movement import rushes_at
from ..body.reach import reaches
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
    if cover_of(battle, arena, enemy, unit) == TOTAL:
        return
    if reaches(battle, arena, unit, enemy, reach_of(arena, unit, sheet)) and can_strike_with_hand(arena, unit, sheet):
        battle.open[STRIKE] = 1 << target
    if unit.attacks == 0 and reaches(battle, arena, unit, enemy, sheet.reach):
        battle.open[PUNCH] = 1 << target
