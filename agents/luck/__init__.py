"""How much of a result the dice have made."""
