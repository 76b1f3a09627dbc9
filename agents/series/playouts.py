"""Playing positions to their end, many times with other dice: the chance of each side to win from there."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from fireteam.env.battle import seed_words
from fireteam.env.observe.actions import Action
from fireteam.env.rules.interface import step_row
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.setup import Field

from ..bots import own_seed, parameters_of_teams
from ..counts import TALLY
from ..doctrine.records import MEMORY
from ..rollout import play_episodes
from .series import battle_seeds


class Playouts:
    """Plays positions of one battle to their end: each position with the same dice, which are not the battle's.

    Args:
        field: the battlefield.
        doctrine: a bot for all seats, by name, or one for each team.
        seed: seed of the dice and of the bots' own randomness.
        count: playouts of a position.
        workers: threads that share them; the results do not depend on their number.

    Raises:
        ContentError: no bot has that name.
    """

    def __init__(self, field: Field, doctrine: Mapping[str, str] | str, seed: int, count: int, workers: int = 1) -> None:
        names = [team.name for team in field.scenario.teams]
        self.field = field
        self.teams = len(names)
        self.bots = parameters_of_teams(doctrine, names)
        seeds = battle_seeds(seed, count)
        self.dice = np.array([seed_words(seed) for seed in seeds], np.int64)
        self.own_seeds = np.array([own_seed(seed) for seed in seeds], np.int64)
        self.bounds = np.linspace(0, count, min(max(workers, 1), count) + 1).astype(int).tolist()
        self.logs = [new_log(field.opening.dtype, SILENT) for _ in self.bounds[1:]]

    def shares(self, position: np.ndarray, action: Action | None = None) -> list[float]:
        """Return the share of playouts that each team wins from a position; the arguments are those of `ends`."""
        winners = self.ends(position, action)["winner"]
        return [float(np.mean(winners == team)) for team in range(self.teams)]

    def ends(self, position: np.ndarray, action: Action | None = None) -> np.ndarray:
        """Return the final positions, shape (count,), dtype BATTLE.

        Args:
            position: shape (1,), or one for each playout; it is not changed.
            action: the first action of each playout, taken with its own dice: this gives its worth before dice fell.
        """
        battles = np.repeat(position, len(self.dice)) if len(position) == 1 else position.copy()
        battles["seed"] = self.dice
        if action is not None:
            arenas, log = plain(self.field.arena), plain(self.logs[0])
            for row in range(len(battles)):
                step_row(plain(battles[row : row + 1]), arenas, log, *action)

        def play(log: np.ndarray, bounds: tuple[int, int]) -> None:
            own = (plain(log), plain(self.bots[None].copy()), plain(np.zeros(MAX_UNITS, MEMORY)))
            play_episodes(plain(battles), plain(self.field.arena), *own, self.own_seeds, *bounds, plain(np.zeros(1, TALLY)))

        here, *others = zip(self.logs, pairwise(self.bounds), strict=True)
        with ThreadPoolExecutor(len(self.logs)) as pool:
            waiting = [pool.submit(play, *part) for part in others]
            play(*here)  # in this thread, where Ctrl-C is heard
            for other in waiting:
                other.result()
        return battles
