"""Fireteam: tactical dice-pool combat on a grid.

Importing it registers the environments: `fireteam/skirmish-v0` with PettingZoo (aec and parallel) and
`fireteam/Skirmish-v0` with Gymnasium (`make` and `make_vec`). `fireteam.make` and `fireteam.make_vec` make the same ones.
"""

from importlib.metadata import version

from fireteam.env.view.export import notebook

from .registry import make, register
from .registry import make_vector as make_vec

__all__ = ["__version__", "make", "make_vec"]
__version__ = version("fireteam")

register()
notebook.register()
