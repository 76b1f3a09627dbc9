"""What bots do in which situation: habits, and the considerations that would decide as they do."""
