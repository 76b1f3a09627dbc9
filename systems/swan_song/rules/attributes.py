"""Attributes as they are now: those of a unit's sheet, less the weight of what it carries (SS-B7). All rules ask here."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from .tables import AGILITY, BODY, REACTION, STRENGTH


@kernel
def weight_on(battle, arena, who, which):
    """Return the points that the body a unit carries takes off an attribute, by its number (SS-B7).

    Off Agility and Reaction it takes its Body less the carrier's Strength, 0 at least and all of the attribute at most.
    """
    body = battle.units[who].carries
    if body == NOBODY or (which != AGILITY and which != REACTION):
        return 0
    mine = arena.sheets[who].attributes
    return min(max(arena.sheets[body].attributes[BODY] - mine[STRENGTH], 0), mine[which])


@kernel
def attribute_now(battle, arena, who, which):
    """Return an attribute of a unit, by its number, as it is now."""
    return arena.sheets[who].attributes[which] - weight_on(battle, arena, who, which)
