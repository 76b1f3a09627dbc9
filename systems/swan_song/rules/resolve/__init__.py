"""What a decision sets off, step by step: exchanges, movement, phases, what provokes."""
