"""What is seen: the battle as text."""
