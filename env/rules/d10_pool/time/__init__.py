"""When: initiative, rounds, surprise."""
