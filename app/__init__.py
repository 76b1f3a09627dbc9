"""Fireteam: tactical dice-pool combat on a grid.

Importing it registers the environments: `fireteam/skirmish-v0` with PettingZoo (aec and parallel) and
`fireteam/Skirmish-v0` with Gymnasium (`make` and `make_vec`). `fireteam.make` and `fireteam.make_vec` make the same ones.

The names in `dir(fireteam)` and in the handbook's chapter on Python are public. All other names are private and may change
with any version. Each is imported when it is first asked for.
"""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fireteam.env.view.export import notebook

from .face import public_value
from .registry import register

if TYPE_CHECKING:
    from fireteam.agents.network.box import Network as Policy
    from fireteam.content import errors
    from fireteam.env.analysis.odds import attack_odds as odds
    from fireteam.env.battle import Battle
    from fireteam.env.replay.replay import Replay
    from fireteam.env.scenario.models import Scenario
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.env.seats.bots import Bot

    from .face import fight, forecast, load_bot, load_policy
    from .registry import make
    from .registry import make_vector as make_vec

__all__ = [
    "Battle",
    "Bot",
    "Policy",
    "Replay",
    "Scenario",
    "__version__",
    "errors",
    "fight",
    "forecast",
    "load_bot",
    "load_policy",
    "load_scenario",
    "make",
    "make_vec",
    "odds",
]
__version__ = version("fireteam")

register()
notebook.register()


def __getattr__(name: str) -> Any:
    value = globals()[name] = public_value(name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
