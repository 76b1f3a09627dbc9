"""The d10 dice-pool game: pools of ten-sided dice that a unit splits over what it does in a round of three seconds."""
