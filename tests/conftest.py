"""Before any test: compile everything once, so that workers only read the cache."""

import pytest

from fireteam.warm import warm


def pytest_configure(config: pytest.Config) -> None:
    """Warm the cache in the process that starts the workers."""
    if not hasattr(config, "workerinput"):
        warm()
