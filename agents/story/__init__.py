"""The chances of a whole battle, and where it turned."""
