"""A rule system of a few lines, to show what a system needs: six points a phase, a die of ten an attack, a dodge a round."""

from fireteam.env.rules import systems

NAME = "toy"


def use() -> None:
    """Let scenarios name it as their system."""
    systems.SYSTEMS.setdefault(NAME, __name__)
