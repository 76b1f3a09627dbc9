"""Fireteam: tactical dice-pool combat on a grid.

Importing it registers the environments: `fireteam/skirmish-v0` with PettingZoo (aec and parallel) and
`fireteam/Skirmish-v0` with Gymnasium (`make` and `make_vec`).
"""

from importlib.metadata import version

from fireteam.env.view.export import notebook

from .registry import register

__version__ = version("fireteam")

register()
notebook.register()
