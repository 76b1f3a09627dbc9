"""Before any test: compile everything once, so that workers only read the cache."""

from collections.abc import Iterator

import pytest

from fireteam.env.rules.kernel import COMPILED
from fireteam.warm import warm


def pytest_configure(config: pytest.Config) -> None:
    """Warm the cache in the process that starts the workers; with the compiler off there is none."""
    if COMPILED and not hasattr(config, "workerinput"):
        warm()


@pytest.fixture
def quick_windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let windows open into nothing, and show a thousand decisions a second."""
    from fireteam.env import seating
    from fireteam.env.solo import Solo

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(seating.METADATA, "render_fps", 1000)
    monkeypatch.setitem(Solo.metadata, "render_fps", 1000)
    yield
    import pygame

    pygame.display.quit()
