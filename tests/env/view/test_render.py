"""The environments' render modes: arrays and windows show what happens, cost nothing where nothing is drawn, and close."""

import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pygame
import pytest
from gymnasium.utils.passive_env_checker import env_render_passive_checker
from killing import python, running
from made import aec, parallel, solo

from fireteam.content.errors import FireteamError
from fireteam.env import seating
from fireteam.env.skirmish import raw_env
from fireteam.env.view.draw import canvas

SHOTS = range(60, 76)  # numbers of actions
SECONDS = 240  # for another process: it may have to compile
HUMAN = """
import fireteam, gymnasium, numpy as np, sys
env = gymnasium.make("fireteam/Skirmish-v0", scenario="duel", render_mode="human").unwrapped
env.reset(seed=1)
print("going", flush=True)
while True:
    if env.step(int(np.flatnonzero(env.action_masks())[0]))[2]:
        env.reset()
"""
UNSEEN = """
import fireteam, gymnasium
env = gymnasium.make("fireteam/Skirmish-v0", scenario="duel", render_mode="human")
env.reset(seed=1)
env.render()
env.close()
"""


def taken(env: Any) -> Any:
    """Take the first open action of whoever decides, of an environment of any kind; return what the step returns."""
    if hasattr(env, "action_masks"):
        return env.step(int(env.action_masks().argmax()))
    match = env.unwrapped.match
    action = int(match.observe(match.decider)["action_mask"].argmax())
    if hasattr(env, "agent_selection"):
        return env.step(action)
    return env.step(dict.fromkeys(env.agents, action))


def kinds(scenario: str, mode: str) -> dict[str, Any]:
    """Return an environment of every kind, in a render mode."""
    return {
        "aec": aec(scenario, render_mode=mode),
        "parallel": parallel(scenario, render_mode=mode),
        "solo": solo(scenario, render_mode=mode).unwrapped,
    }


# Arrays.


@pytest.mark.parametrize("kind", ["aec", "parallel", "solo"])
@pytest.mark.parametrize("scenario", ["yard", "skirmish"])
def test_arrays_show_what_happens(kind: str, scenario: str) -> None:
    """Pictures are arrays of one size in battle after battle; asked again the same, after a decision another."""
    env = kinds(scenario, "rgb_array")[kind]
    shapes = set()
    for seed in range(3):
        env.reset(seed=seed)
        before = env.render()
        assert (before.dtype, before.ndim, before.shape[2]) == (np.uint8, 3, 3)
        assert before.flags.writeable
        assert (env.render() == before).all()
        taken(env)
        assert (env.render() != before).any()
        shapes.add(before.shape)
    assert len(shapes) == 1
    env.close()


def test_arrays_show_effects() -> None:
    """What happened since the last picture is seen: words, tracers; the picture after it shows them no more."""
    env = raw_env("yard", render_mode="rgb_array")
    env.reset(seed=1)
    env.render()
    rng = np.random.default_rng(1)
    picture = env.live.picture
    while "shot" not in {cue["do"] for cue in picture.player.cues(picture.player.last)}:
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        shots = [number for number in legal if number in SHOTS]
        env.step(int(shots[0] if shots else rng.choice(legal)))
        env.render()
    loud = env.render()
    n, ends = picture.player.last, picture.player.seconds(picture.player.last)
    quiet = canvas.pygame_here().surfarray.array3d(picture.image(n, ends, cues=[])).transpose(1, 0, 2)
    area = picture.map
    changed = (loud != quiet).any(axis=-1)
    assert changed[area.top : area.bottom].sum() > 100
    assert not changed[: area.top].any()


def test_the_end_is_said() -> None:
    """After the last decision the picture names who won."""
    env = solo("duel", render_mode="rgb_array").unwrapped
    env.reset(seed=4)
    done = False
    rng = np.random.default_rng(4)
    while not done:
        _, _, done, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
    env.render()
    state, _ = env.live.picture.state(env.live.picture.player.last)
    winner = env.match.battle.winner
    assert state.startswith(f"{winner} wins" if winner else "nobody wins")


def test_nothing_piles_up() -> None:
    """An environment that could draw but is never asked to keeps only the last decisions, and goes on without pygame."""
    env = solo("yard", render_mode="rgb_array").unwrapped
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(300):
        if env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))[2]:
            env.reset()
    assert len(env.live.unshown) <= 40
    assert env.live.picture is None


@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_stepping_loads_no_pygame(mode: str | None) -> None:
    """Making, resetting and stepping import no pygame in the modes that open no window."""
    code = (
        "import sys, fireteam\n"
        "from fireteam.env.skirmish import raw_env\n"
        f"env = raw_env('duel', render_mode={mode!r})\n"
        "env.reset(seed=1)\n"
        "for _ in range(20): env.step(int(env.observe(env.agent_selection)['action_mask'].argmax()))\n"
        "sys.exit(1 if 'pygame' in sys.modules else 0)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=SECONDS).returncode == 0


def test_arrays_need_no_display() -> None:
    """Drawing arrays starts no part of pygame but its fonts."""
    code = (
        "import fireteam\n"
        "from fireteam.env.skirmish import raw_env\n"
        "env = raw_env('duel', render_mode='rgb_array')\n"
        "env.reset(seed=1)\n"
        "env.render()\n"
        "import pygame\n"
        "assert not pygame.display.get_init() and not pygame.mixer.get_init() and pygame.font.get_init()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


# Windows.


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("kind", ["aec", "parallel", "solo"])
def test_windows_show_by_themselves(kind: str) -> None:
    """A window opens with the first battle and shows every decision without being asked to."""
    env = kinds("yard", "human")[kind]
    env.reset(seed=1)
    window = pygame.display.get_surface()
    assert window is not None
    for _ in range(3):
        before = pygame.surfarray.array3d(window)
        taken(env)
        assert (pygame.surfarray.array3d(window) != before).any()
    assert env.render() is None
    env.close()
    assert not pygame.display.get_init()
    env.close()
    env.reset(seed=2)
    assert pygame.display.get_surface() is not None
    env.close()


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("kind", ["aec", "parallel", "solo"])
def test_a_closed_window_stays_closed(kind: str) -> None:
    """Closing the window stops the drawing, not the battles."""
    env = kinds("yard", "human")[kind]
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(5):
        taken(env)
    env.reset(seed=2)
    taken(env)
    assert env.render() is None
    assert not pygame.display.get_init()
    env.close()


@pytest.mark.usefixtures("quick_windows")
def test_somebody_else_may_close_the_display() -> None:
    """Where another part of the program ends pygame's display, nothing is drawn any more, and nothing breaks."""
    env = raw_env("duel", render_mode="human")
    env.reset(seed=1)
    pygame.display.quit()
    taken(env)
    taken(env)
    assert env.live is not None
    assert env.live.closed
    assert not pygame.display.get_init(), "the window is not opened again"
    env.close()


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("mode", ["human", "rgb_array", "ansi"])
def test_gymnasium_finds_the_render_modes_good(mode: str) -> None:
    """Gymnasium's passive checker has nothing to say of any mode."""
    env = solo("duel", render_mode=mode).unwrapped
    env.reset(seed=1)
    env_render_passive_checker(env)
    env.close()


def test_a_window_takes_its_time(monkeypatch: pytest.MonkeyPatch, quick_windows: None) -> None:
    """Decisions are shown at the pace that the metadata name."""
    monkeypatch.setitem(seating.METADATA, "render_fps", 4)
    env = raw_env("yard", render_mode="human")
    env.reset(seed=1)
    start = time.perf_counter()
    for _ in range(4):
        taken(env)
    assert time.perf_counter() - start > 0.8
    env.render()  # nothing new: nothing to wait for
    env.close()


def test_without_a_display_nobody_sees_it() -> None:
    """Without a display the window opens where nobody sees it, as those of other environments do, and a warning says so."""
    surroundings = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    surroundings.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run([sys.executable, "-c", UNSEEN], capture_output=True, text=True, timeout=SECONDS, env=surroundings)
    assert done.returncode == 0, done.stderr
    assert "there is no display: the window opens where nobody sees it" in done.stderr
    assert 'render_mode="rgb_array" or "ansi" needs none' in done.stderr


@pytest.mark.parametrize("mode", ["human", "rgb_array"])
def test_missing_pygame_is_said(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pygame a sentence names the command that installs it."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    env = raw_env("duel", render_mode=mode)
    monkeypatch.setattr(canvas, "import_module", missing)

    def draw() -> None:
        env.reset(seed=1)
        env.render()

    with pytest.raises(FireteamError, match=r'pip install -e "\.\[view\]"'):
        draw()


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, -signal.SIGINT), (signal.SIGTERM, -signal.SIGTERM)])
def test_signals_end_the_program(number: signal.Signals, code: int) -> None:
    """Ctrl-C and a request to end get through while a window is open."""
    surroundings = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(python(HUMAN), text=True, env=surroundings, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "going\n"
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(timeout=20) == code
