"""The resolution of a decision, step by step: exchanges, movement, phases, provocations."""
