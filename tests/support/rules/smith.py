"""A unit that is good with its hands, and dice for its work."""

SMITH = {"skills": {"mechanics": 5}, "attributes": {"agility": 4, "strength": 9}}  # Physical limit 8


def work(hits: int, dice: int) -> str:
    """Return dice with so many hits."""
    return "5" * hits + "2" * (dice - hits)
