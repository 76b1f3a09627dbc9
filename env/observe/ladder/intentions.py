"""What is seen of the intentions of others: what they have declared and not done yet (LD-T1)."""

from ...rules.kernel import kernel
from ...rules.ladder.plan.plan import BLOWS, CLINCHES, SHOTS
from ...rules.ladder.record import PENDING


@kernel
def is_attack(verb):
    """Return whether a verb of a plan attacks somebody."""
    return verb in SHOTS or verb in BLOWS or verb in CLINCHES


@kernel
def attacks_by(unit, target):
    """Return how many attacks on unit `target` a unit, a record, has declared and not made yet."""
    count = 0
    for place in range(unit.items):
        item = unit.plan[place]
        if item.state == PENDING and item.argument == target and is_attack(item.verb):
            count += 1
    return count


@kernel
def attacks_declared_on(battle, arena, who, team):
    """Return how many attacks on a unit have been declared by other teams than `team` and not made yet."""
    count = 0
    for other in range(arena.units):
        if battle.units[other].team != team:
            count += attacks_by(battle.units[other], who)
    return count
