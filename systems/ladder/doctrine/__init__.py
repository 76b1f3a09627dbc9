"""What bots consider in ladder only."""
