"""What a doctrine considers, a chapter each: where to go, whom to help, what to throw."""
