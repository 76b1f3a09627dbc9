"""What the odds of a hold are made of: rolls that are told and not thrown."""

from ...ground.sight import NO_COVER
from ...kernel import entry
from ...log import clear
from .grapple import resistance, resists_for_free, tell_grapple, tell_resistance


@entry
def tell_grapple_row(battles, arenas, logs, who, target, verb, actions):
    """Tell what the roll of a grapple would be made of in the battle of the first row, and return the sum."""
    battle = battles[0]
    clear(logs[0])
    return tell_grapple(battle, arenas[battle.variant], logs[0], who, target, verb, actions, NO_COVER)


@entry
def tell_resistance_row(battles, arenas, logs, who, actions):
    """Tell what the roll of a unit against being held would be made of in the battle of the first row; return the sum."""
    battle = battles[0]
    clear(logs[0])
    return tell_resistance(battle, arenas[battle.variant], logs[0], who, actions)


@entry
def resistance_row(battles, target, who):
    """Return whether a unit of the first row rolls against being held by another, NEVER to ALWAYS."""
    return resistance(battles[0], target, who)


@entry
def resists_freely(battles, who):
    """Return whether a roll against being held costs a unit of the first row nothing."""
    return resists_for_free(battles[0], who)
