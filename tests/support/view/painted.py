"""Battles painted, for tests that look at pixels."""

from typing import Any

import numpy as np
import pygame

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.scene import patched, scene_of
from fireteam.env.view.draw.stage import Stage
from fireteam.env.view.export import encode
from fireteam.env.view.look import resolved
from fireteam.env.view.playback.cutter import Cutter
from fireteam.env.view.playback.player import Player

TILE = 48
NEAR = 40  # how far a pixel may lie from a colour, all channels together


def fought(scenario: str, seed: int = 3, most: int = 10_000) -> Replay:
    """Return a battle of tacticians; broken off after so many decisions."""
    battle = Battle(scenario, seed)
    bots = {team.name: load_bot("tactician", seed) for team in battle.field.scenario.teams}
    record = Replay.of(battle, seed)
    if most < 10_000:
        for _ in range(most):
            record.step(battle, bots[battle.decision.team].decide(battle))
    else:
        play(battle, bots, lambda action: record.step(battle, action))
    record.finish(battle)
    return record


def shown(battle: Battle, **changes: Any) -> Player:
    """Return a player of a battle as it stands, with some parts of its scene changed."""
    cutter = Cutter(battle.field)
    cutter.add(patched(scene_of(battle), changes), [], None, battle)
    return Player(cutter.playback)


def painted(player: Player, theme: str = "dark", side: str = "", t: float = 0.0, n: int = 0, **given: Any) -> np.ndarray:
    """Return the map of a playback as pixels (height, width, 3), with `TILE` of them to a tile."""
    stage = Stage(player, theme, TILE)
    stage.side = side
    surface = pygame.Surface((stage.size[0] * TILE, stage.size[1] * TILE))
    stage.draw(surface, n, t, **given)
    return encode.pixels(surface).astype(int)


def tile(pixels: np.ndarray, x: int, y: int, around: int = 0) -> np.ndarray:
    """Return the pixels of a tile, with some tiles around it."""
    return pixels[max(y - around, 0) * TILE : (y + 1 + around) * TILE, max(x - around, 0) * TILE : (x + 1 + around) * TILE]


def count(pixels: np.ndarray, *colours: str, theme: str = "dark") -> int:
    """Return how many pixels are of one of some colours of the theme."""
    return sum(int((np.abs(pixels - resolved(theme, colour)[:3]).sum(axis=-1) < NEAR).sum()) for colour in colours)
