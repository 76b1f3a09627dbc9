"""Initiative, rounds and surprise."""
