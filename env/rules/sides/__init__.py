"""The sides of a battle: what each knows, what the battle looks like to it, what it fights for."""
