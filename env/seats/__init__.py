"""Who sits where: agents that are asked from outside, bots inside."""
