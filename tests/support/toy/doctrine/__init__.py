"""What bots of the toy consider."""
