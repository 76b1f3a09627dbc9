"""What attacks do: damage, wound levels, stun."""
