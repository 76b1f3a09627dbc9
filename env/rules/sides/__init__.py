"""The sides of a battle: their knowledge, their view of the battle, their objectives."""
