"""The worth of attacks in Swan Song: the expected damage as a share of what the target has left."""

from fireteam.agents.doctrine.values import focus, points_left
from fireteam.env.rules.kernel import kernel

from ..rules.odds import MOST_DAMAGE, expected_points
from ..words.verbs import PASS, SPRINT


@kernel
def fells_itself(battle, arena, who, verb):
    """Return whether one more sprint would fill a unit's Strain and fell it (SS-M3, SS-H4); no bot takes that step."""
    threshold = arena.sheets[who].strain
    return verb == SPRINT and threshold > 0 and battle.units[who].strain + arena.rules.sprint_strain >= threshold


@kernel
def health_left(battle, arena, who, strain):
    """Return how many points of health, or of Strain, a unit can still take, at least 1; `strain` is 1 for Strain."""
    if strain and arena.sheets[who].strain > 0:
        return max(arena.sheets[who].strain - battle.units[who].strain, 1)
    return points_left(battle, arena, who)


@kernel
def attack_worth(battle, arena, log, weights, attacker, target, model, firing, seen_cover, extra):
    """Return the worth of an attack: its `attack_share`, raised for weak and for dangerous targets."""
    share = attack_share(battle, arena, log, attacker, target, model, firing, seen_cover, extra)
    return share * focus(battle, arena, weights, attacker, target)


@kernel
def attack_share(battle, arena, log, attacker, target, model, firing, seen_cover, extra):
    """Return the share of its target's remaining life that an attack is expected to cost.

    `extra` is the number of dice added to the attack. The target, in cover `seen_cover`, uses its standard defense.
    """
    damage = expected_points(battle, arena, log, attacker, target, model, firing, PASS, seen_cover, extra, MOST_DAMAGE)
    left = health_left(battle, arena, target, arena.weapons[model].strain)
    return min(damage / left, 1.0)
