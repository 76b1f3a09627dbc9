"""When: initiative, turns; and what a team does not know."""
