"""What units remember of their goals, and forgetting it."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import turn_of


@kernel
def moment_of(battle):
    """Return a number of the turn of the unit that decides, before or after its attack: an intention is good for as long."""
    return turn_of(battle) * 2 + battle.units[battle.decider].attacked


@kernel
def clear_memories(memories):
    """Clear the memories of all units, so that each chooses its goal anew."""
    for who in range(len(memories)):
        memories[who].clock = 0
        memories[who].worth = 0.0
