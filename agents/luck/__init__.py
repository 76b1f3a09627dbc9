"""The part of a result that is due to dice."""
