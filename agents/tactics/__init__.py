"""What bots do in which situation: habits, and the considerations that reproduce their decisions."""
