"""When who acts: initiative, delay, surprise, who comes later, who is noticed."""
