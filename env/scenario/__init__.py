"""What people write, a scenario, and how a battle is made of it."""
