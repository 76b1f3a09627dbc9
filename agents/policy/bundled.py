"""The policies in the box: files in `policies/`, named like bots."""

from functools import cache
from importlib import resources
from pathlib import Path

from fireteam.maps import ContentError, closest
from fireteam.maps.reading import listed

from .network import Policy, load_policy
from .storage import SUFFIX


@cache
def box() -> dict[str, Path]:
    """Return the files of the policies that come along, by name."""
    folder = Path(str(resources.files("fireteam.agents"))) / "policies"
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}


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
