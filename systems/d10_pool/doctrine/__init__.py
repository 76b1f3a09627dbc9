"""What bots consider in d10_pool only."""
