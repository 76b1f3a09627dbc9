"""The policies in the box: files in `policies/`, named like bots."""

import json
from functools import cache
from importlib import resources
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed
from fireteam.env.rules.systems import SYSTEMS

from .network import Policy, load_policy
from .storage import ENTRY, FIRST_SYSTEM, SUFFIX


def box() -> dict[str, Path]:
    """Return the files of the policies in the box by name, for the rule systems that are installed."""
    folder = Path(str(resources.files("fireteam.agents"))) / "policies"
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}")) if system_in(path) in SYSTEMS}


@cache
def system_in(path: Path) -> str:
    """Return the rule system on the card of a policy in the box; reads no more of the file."""
    with path.open("rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    system: str = json.loads(header["__metadata__"][ENTRY]).get("system", FIRST_SYSTEM)
    return system


def policies_of(system: str) -> list[str]:
    """Return the names of the policies in the box that play a rule system."""
    return [name for name in box() if boxed_policy(name).card.system == system]


@cache
def boxed_policy(name: str) -> Policy:
    """Return a policy of the box.

    Raises:
        ContentError: there is none of that name.
    """
    if name not in box():
        raise ContentError(f"no policy is called {name!r}.{closest(name, box())} Policies: {listed(box())}.")
    return load_policy(box()[name])


def policy_named(text: str) -> Policy:
    """Return a policy by its name in the box or its file.

    Raises:
        ContentError: there is none of that name, or the file is no policy.
    """
    return load_policy(text) if text.endswith(SUFFIX) else boxed_policy(text)
