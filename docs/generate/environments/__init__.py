"""A page for every face of the environment and every rule system, in the form that PettingZoo's pages have."""

from .tables import write

__all__ = ["write"]
