"""The chances through a whole battle, and its turning point."""
