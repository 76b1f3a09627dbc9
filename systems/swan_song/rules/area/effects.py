"""Lasting effects on the ground: burning fuses, charges that wait, clouds that drift off."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import GAS, MAX_EFFECTS, NO_EFFECT, SMOKE

from ..record import NEXT_ROUND

NO_BARRIER = -1  # instead of the direction of a barrier in contact


@kernel
def free_effect(battle):
    """Return a free row of `battle.effects`, MAX_EFFECTS if there is none."""
    for row in range(MAX_EFFECTS):
        if battle.effects[row].kind == NO_EFFECT:
            return row
    return MAX_EFFECTS


@kernel
def lay_effect(battle, arena, kind, owner, weapon, tile, direction, hits):
    """Put an effect of a kind (FUSE to GAS) on a tile, in a free row of `battle.effects`, and return its record.

    `direction` is that of the barrier it touches, NO_BARRIER for none; `hits` are those of the throw or of setting it.
    """
    effect = battle.effects[free_effect(battle)]
    effect.kind = kind
    effect.owner = owner
    effect.weapon = weapon
    effect.radius = arena.weapons[weapon].blast
    effect.x = tile % arena.width
    effect.y = tile // arena.width
    effect.direction = direction
    effect.hits = hits
    effect.due = NEXT_ROUND
    effect.score = 0
    effect.round_number = 0
    battle.live += 1
    battle.clouds += 1 if kind in (SMOKE, GAS) else 0
    return effect


@kernel
def end_effect(battle, row):
    """Clear a row of `battle.effects`."""
    battle.clouds -= 1 if battle.effects[row].kind in (SMOKE, GAS) else 0
    battle.effects[row].kind = NO_EFFECT
    battle.live -= 1
