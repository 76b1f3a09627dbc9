"""What units remember of their goals, and forgetting it."""

from fireteam.env.rules.kernel import kernel


@kernel
def clear_memories(memories):
    """Clear the memories of all units, so that each chooses its goal anew."""
    for who in range(len(memories)):
        memories[who].clock = 0
        memories[who].worth = 0.0
