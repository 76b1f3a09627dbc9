"""What an observation of d10_pool shows besides what all systems show."""
