"""How much life a unit has left: this module alone knows which health pool counts (SS-H4)."""

from fireteam.env.rules.kernel import kernel


@kernel
def life(battle, arena, who):
    """Return (left, full) of the pool a unit lives by, in points: Flesh, or Armored for those without Flesh (SS-H4)."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if sheet.flesh > 0:
        return unit.flesh, sheet.flesh
    return unit.armored, sheet.armored


@kernel
def buffer(battle, arena, who):
    """Return the points that a unit loses before its life: the shield, and Armored if it has Flesh (SS-H2)."""
    unit = battle.units[who]
    if arena.sheets[who].flesh > 0:
        return unit.shield + unit.armored
    return unit.shield
