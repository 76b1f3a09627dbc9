"""Commands that train bots, rate them and let them compete."""
