"""Commands about recorded battles."""
