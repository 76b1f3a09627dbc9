"""What is said of a whole battle and is so: its chances kept beside the replay, and where it turned."""
