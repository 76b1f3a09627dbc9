"""What an observation of ladder shows besides what all systems show."""
