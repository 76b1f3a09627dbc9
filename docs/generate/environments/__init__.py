"""A page for every face of the environment and every rule system, in the form of PettingZoo's pages."""

from .tables import write

__all__ = ["write"]
