"""Every rule system: the shipped one, and a toy that knows the interfaces only."""

import pytest
import toy

from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario

toy.use()
each = pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder", toy.NAME])


def under(system: str, name: str = "yard", fog: bool = False) -> Scenario:
    """Return a shipped scenario as a system plays it."""
    scenario = load_scenario(name).model_dump(exclude_unset=True)
    return Scenario.model_validate({**scenario, "system": system, "fog": fog})
