"""Measures of drawing: frames a second of the window, on a large map with many units, and what making a playback takes."""

import time
from typing import Any

MAP = (48, 32)
UNITS = 12  # of each team
CAST = ("soldier", "gunner", "scout", "duelist")
DECISIONS = 240  # of the battle that is shown
FRAMES = 240
SIZES = {"1280 x 720": (1280, 720), "3840 x 2160": (3840, 2160)}


def large_replay(seed: int = 5) -> Any:
    """Return the replay of two dozen tacticians' first decisions on a map of 48 x 32 tiles."""
    from fireteam.agents.bots import load_bot
    from fireteam.env.battle import Battle
    from fireteam.env.replay.replay import Replay
    from fireteam.env.scenario.models import Scenario

    draw = {"width": [MAP[0]] * 2, "height": [MAP[1]] * 2, "templates": list(CAST)}
    sides = [{"name": name, "units": [{"template": CAST[0]}]} for name in ("red", "blue")]
    drawing = Scenario.model_validate({"title": "a large field", "draw": draw, "teams": sides}).drawn(seed).drawing()
    starts = {"red": sorted(drawing.tiles_marked("a")), "blue": sorted(drawing.tiles_marked("b"), reverse=True)}
    teams = [
        {"name": name, "units": [{"template": CAST[n % 4], "at": list(tiles[n])} for n in range(UNITS)]}
        for name, tiles in starts.items()
    ]
    scenario = Scenario.model_validate({"title": "A large field", "map": drawing, "teams": teams})
    battle = Battle(scenario, seed)
    replay = Replay.of(battle, seed)
    bot = load_bot("tactician", seed)
    while not battle.over and len(replay.steps) < DECISIONS:
        replay.step(battle, bot.decide(battle))
    replay.finish(battle)
    return replay


def frame_times(replay: Any, size: tuple[int, int]) -> list[float]:
    """Return the seconds that each frame of the window took while the replay plays, drawn on a surface of that size."""
    from fireteam.env.view.draw.canvas import pygame_here
    from fireteam.env.view.draw.ui import Ui
    from fireteam.env.view.playback.cutter import cut
    from fireteam.env.view.playback.player import Player
    from fireteam.env.view.screens.battle import BattleScreen
    from fireteam.env.view.screens.watching import Watching
    from fireteam.env.view.screens.window import one_frame

    pygame = pygame_here()
    surface = pygame.Surface(size)
    cutter, battles = cut(replay)
    watching = Watching(Player(cutter.playback), "dark", battles)
    watching.view.side, watching.transport.playing, watching.view.speed = "red", True, 4.0
    screen, ui = BattleScreen(watching), Ui()
    one_frame(screen, ui, surface, [], 0.0)  # the map is drawn once
    times = []
    for _ in range(FRAMES):
        start = time.perf_counter()
        one_frame(screen, ui, surface, [], 1 / 60)
        times.append(time.perf_counter() - start)
    return times


def playback_seconds(replay: Any) -> float:
    """Return how long it takes to make a playback of a replay."""
    from fireteam.env.view.playback.cutter import cut

    cut(replay)  # what is kept by scenario is made
    start = time.perf_counter()
    cut(replay)
    return time.perf_counter() - start


def view_rows() -> list[list[Any]]:
    """Return rows of measurements: name, value, unit and remark."""
    replay = large_replay()
    rows: list[list[Any]] = []
    for words, size in SIZES.items():
        times = sorted(frame_times(replay, size))
        mean, slow = sum(times) / len(times), times[int(len(times) * 0.99)]
        rows.append([f"window, {words}: frames a second", round(1 / mean), "frames/s", f"{mean * 1000:.1f} ms a frame"])
        rows.append([f"window, {words}: slowest of a hundred", round(slow * 1000, 2), "ms", "16.7 ms is 60 frames a second"])
    rows.append([f"playback of {len(replay.steps)} decisions", round(playback_seconds(replay), 2), "s", ""])
    return rows
