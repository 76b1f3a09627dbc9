"""Before any test: compile everything once, so that workers only read the cache."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.content.errors import FireteamError
from fireteam.env.rules.kernel import COMPILED
from fireteam.warm import warm

SYSTEMS = Path(__file__).parent / "systems"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run of few tests do without the minutes that compiling everything takes."""
    parser.addoption("--cold", action="store_true", help="compile what a test needs when it needs it, nothing before")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let a worker that is done take over what another has left: tests take very different times."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker has it left in the end; first what one worker has to do alone.

    There is one cluster on a machine at a time: a second worker with tests of it would wait until the first is done.
    """

    def place(item: pytest.Item) -> int:
        if "cluster" in getattr(item, "fixturenames", ()):
            return 0
        return 1 if item.get_closest_marker("slow") else 2

    items.sort(key=place)


def pytest_configure(config: pytest.Config) -> None:
    """Warm the cache in the process that starts the workers; with the compiler off there is none."""
    if not hasattr(config, "workerinput") and getattr(config.option, "numprocesses", None):
        warm_up()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where there are no workers, warm it if a test needs more than the rules of a system, which it compiles itself."""
    alone = not hasattr(session.config, "workerinput") and not getattr(session.config.option, "numprocesses", None)
    if alone and not session.config.option.cold and any(SYSTEMS not in item.path.parents for item in session.items):
        warm_up()


def warm_up() -> None:
    """Compile what every test may use; a mistake in what the package brings ends the run with a sentence."""
    if COMPILED:
        try:
            warm()
        except FireteamError as error:
            pytest.exit(str(error), returncode=2)


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
