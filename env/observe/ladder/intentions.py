"""What is seen of the intentions of others: what they have declared and not done yet (LD-T1)."""

from ...rules.kernel import kernel
from ...rules.ladder.plan.plan import BLOWS, CLINCHES, EVASIONS, SHOTS, is_complete
from ...rules.ladder.record import PENDING
from ...rules.verbs import AIM, WALK


@kernel
def is_attack(verb):
    """Return whether a verb of a plan attacks somebody."""
    return verb in SHOTS or verb in BLOWS or verb in CLINCHES


@kernel
def attacks_declared_on(battle, arena, who, team):
    """Return how many attacks on a unit have been declared by other teams than `team` and not made yet."""
    count = 0
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.items == 0 or unit.team == team or not is_complete(battle, other):
            continue
        for place in range(unit.items):
            item = unit.plan[place]
            if item.argument == who and item.state == PENDING and is_attack(item.verb):
                count += 1
    return count


@kernel
def seen_of_plan(unit, who):
    """Return what a plan holds: (attacks on unit `who` that are not made yet, an evasion against it, movement, aiming)."""
    attacks, evades, walks, aims = 0, 0, 0, 0
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb == WALK:
            walks = 1
        elif item.argument != who:
            continue
        elif item.verb in EVASIONS:
            evades = 1
        elif item.verb == AIM:
            aims = 1
        elif item.state == PENDING and is_attack(item.verb):
            attacks += 1
    return attacks, evades, walks, aims
