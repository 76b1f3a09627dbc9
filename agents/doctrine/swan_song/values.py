"""What attacks are worth in Swan Song: exact expected damage as the rules would resolve them now."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.swan_song.attack.attack import accuracy, damage_value
from fireteam.env.rules.swan_song.attack.defense import defense_limit
from fireteam.env.rules.swan_song.attack.standing import pools_of
from fireteam.env.rules.swan_song.odds import expected_damage, protection
from fireteam.env.rules.verbs import PASS, SPRINT

from ..values import focus, points_left


@kernel
def fells_itself(battle, arena, who, verb):
    """Return whether one more sprint would fill a unit's own Strain and fell it (SS-M3, SS-H4); no bot takes it."""
    threshold = arena.sheets[who].strain
    return verb == SPRINT and threshold > 0 and battle.units[who].strain + arena.rules.sprint_strain >= threshold


@kernel
def expected(battle, arena, log, attacker, target, model, firing, reply, extra):
    """Return the points of damage expected of an attack now, by the rules' own pools, against a given reply.

    Args:
        model: of the weapon.
        reply: verb with which the target answers, PASS for the standard defense.
        extra: dice added to the attack.
    """
    pool, defense = pools_of(battle, arena, log, attacker, target, model, firing, reply)
    armor, soak = protection(arena, target, model)
    damage = damage_value(battle, arena, attacker, target, model)
    limit = accuracy(arena, attacker, model)
    bound = defense_limit(arena, target, reply)
    return expected_damage(pool + extra, limit, defense, bound, damage, armor, soak, arena.weapons[model].strain)


@kernel
def health_left(battle, arena, who, strain):
    """Return how many points of health, or of Strain, a unit can still take, at least 1; `strain` is 1 for Strain."""
    if strain and arena.sheets[who].strain > 0:
        return max(arena.sheets[who].strain - battle.units[who].strain, 1)
    return points_left(battle, arena, who)


@kernel
def attack_worth(battle, arena, log, weights, attacker, target, model, firing, extra):
    """Return what an attack is worth: damage as a share of what the target has left, more for the weak and the dangerous.

    `extra` are dice added to the attack; the target answers with its standard defense.
    """
    damage = expected(battle, arena, log, attacker, target, model, firing, PASS, extra)
    left = health_left(battle, arena, target, arena.weapons[model].strain)
    return min(damage / left, 1.0) * focus(battle, arena, weights, attacker, target)
