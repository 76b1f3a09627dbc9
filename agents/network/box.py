"""Networks by name: those in the box, and those whose files somebody has opened in this process."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed

from .layers import flattened
from .storage import SUFFIX, Card, digest, read_network

FORMER = ("captain", "rookie", "veteran", "veteran_d10_pool", "veteran_ladder")  # policies of single actions of the box
SEPARATING = re.compile(r"[^\w.-]+")  # what parts the names of bots, or a name and its options
_OPENED: dict[str, "Network"] = {}


class Network:
    """A network that chooses among orders: its tensors, by the names of `layers.LAYERS`, and its card.

    A network that does not lie in the box is called by its card's name, `_` in place of what no name of a bot has, and a
    digest of its numbers. It is known by that name in every process that it is sent to.

    >>> import numpy as np
    >>> from fireteam.agents.network.layers import LAYERS
    >>> from fireteam.agents.network.storage import new_card
    >>> tensors = {f"{name}.weight": np.zeros(sizes, np.float32) for name, sizes in LAYERS.items()}
    >>> tensors |= {f"{name}.bias": np.zeros(sizes[1], np.float32) for name, sizes in LAYERS.items()}
    >>> policy = fireteam.Policy(tensors, new_card("nobody", ["swan_song"]))
    >>> fireteam.fight("duel", 4, bots={"red": policy.name})["battles"]
    4
    """

    def __init__(self, tensors: Mapping[str, np.ndarray], card: Card, name: str = "") -> None:
        self.tensors, self.card, self.numbers = tensors, card, flattened(tensors)
        self.name = name or f"{SEPARATING.sub('_', card.name)}@{digest(self.numbers.tobytes())[:8]}"
        if not name:
            _OPENED[self.name] = self

    def forget(self) -> None:
        """Forget its name in this process."""
        _OPENED.pop(self.name, None)

    def __reduce__(self) -> tuple[Any, ...]:
        return Network, (dict(self.tensors), self.card, self.name if self.name in box() else "")

    def __repr__(self) -> str:
        return f"Network({self.name!r})"


@cache
def box() -> dict[str, Path]:
    """Return the files of the networks in the box by name."""
    folder = Path(str(resources.files("fireteam.agents"))) / "policies"
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}


@cache
def boxed_network(name: str) -> Network:
    """Return a network of the box; the name must be one of `box`."""
    return Network(*read_network(box()[name]), name)


def is_network(name: str) -> bool:
    """Return whether a network has this name: one of the box, or one that was opened."""
    return name in box() or name in _OPENED


def former(name: str) -> str:
    """Return a sentence about a policy that the box once had, with a blank before it; "" about any other name."""
    if name not in FORMER:
        return ""
    return f" {name} was a policy of single actions: networks that choose orders have taken its place."


def network_named(name: str) -> Network:
    """Return a network by its name; no file is opened but those of the box.

    Raises:
        ContentError: there is none of that name.
    """
    if name in _OPENED:
        return _OPENED[name]
    if name not in box():
        hint = former(name) or closest(name, box())
        raise ContentError(f"no network is called {name!r}.{hint} Networks: {listed(box())}.")
    return boxed_network(name)


def load_network(text: str | Path) -> Network:
    """Return a network by its name in the box, or by its file.

    Raises:
        ContentError: there is none of that name, or the file is no network; nothing in a file is executed.
    """
    return Network(*read_network(text)) if str(text).endswith(SUFFIX) else network_named(str(text))
