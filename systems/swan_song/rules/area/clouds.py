"""Clouds of smoke and gas (SS-R10): where they hang, what they do to those who breathe them, when they fade."""

from fireteam.env.rules.ground.smoke import in_cloud
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit_at
from fireteam.env.rules.record import GAS, MAX_EFFECTS, NOBODY, SMOKE

from ...words import events, purposes
from ..body.ailments import NO_PLACE, resisted, suffer_harm
from ..pools import attribute
from ..tables import BODY, CLOUDS, WILLPOWER
from .effects import NO_BARRIER, end_effect, free_effect, lay_effect

SMOKE_CLOUD, GAS_CLOUD = CLOUDS.index("smoke"), CLOUDS.index("gas")


@kernel
def release_cloud(battle, arena, log, owner, model, tile):
    """Let a cloud spread from a tile over the blast of a weapon; it fades when the rounds it lasts are over (SS-R10)."""
    if free_effect(battle) == MAX_EFFECTS:
        return
    kind = SMOKE if arena.weapons[model].cloud == SMOKE_CLOUD else GAS
    cloud = lay_effect(battle, arena, kind, owner, model, tile, NO_BARRIER, 0)
    cloud.round_number = battle.round_number + arena.weapons[model].lasts
    emit_at(battle, log, events.CLOUD, owner, tile, model, arena.weapons[model].lasts)


@kernel
def fade_clouds(battle, arena, log):
    """End the clouds whose time is over, at the beginning of a round."""
    for row in range(MAX_EFFECTS):
        cloud = battle.effects[row]
        if cloud.kind in (SMOKE, GAS) and cloud.round_number <= battle.round_number:
            tile = cloud.y * arena.width + cloud.x
            end_effect(battle, row)
            emit_at(battle, log, events.CLOUD_FADES, NOBODY, tile, cloud.weapon, 0)


@kernel
def is_in_gas(battle, arena, unit):
    """Return whether a unit stands in a cloud of gas."""
    for row in range(MAX_EFFECTS):
        if battle.effects[row].kind == GAS and in_cloud(battle, arena, battle.effects[row], unit.x, unit.y):
            return True
    return False


@kernel
def breathe(battle, arena, log, who):
    """Let a unit that begins its phase in gas resist it with Body + Willpower, or suffer its effect.

    Return whether it had to resist. Two clouds of the same gas are no worse than one.
    """
    unit = battle.units[who]
    breathed = 0  # weapons, a bit each
    for row in range(MAX_EFFECTS):
        cloud = battle.effects[row]
        if cloud.kind != GAS or not in_cloud(battle, arena, cloud, unit.x, unit.y):
            continue
        contact = arena.weapons[cloud.weapon].contact
        if contact < 0 or breathed >> contact & 1 or arena.sheets[who].inanimate:
            continue
        breathed |= 1 << contact
        pool = attribute(battle, arena, log, who, BODY) + attribute(battle, arena, log, who, WILLPOWER)
        if resisted(battle, arena, log, who, cloud.owner, purposes.RESIST, pool) < arena.rules.gas_threshold:
            suffer_harm(battle, arena, log, cloud.owner, who, arena.contacts[contact], 0, 0, NO_PLACE)
    return breathed != 0
