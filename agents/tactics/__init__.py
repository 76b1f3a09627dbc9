"""What bots do when: their decisions by situation, and the considerations that would decide alike."""
