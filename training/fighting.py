"""Series of compiled battles that score a doctrine."""

import numpy as np

from fireteam.agents.bots import lineups_of, own_seed
from fireteam.agents.counts import TALLY
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.rollout import play_episodes
from fireteam.env.battle import seed_words
from fireteam.env.rules import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.setup import Field


def points(field: Field, own: np.ndarray, opponent: np.ndarray, seeds: list[int], turn: int) -> float:
    """Fight battles of two bots, shape (1,), dtype PARAMETERS, one as team `turn`; return its wins and half its draws.

    Any other teams are the opponent's.
    """
    battles = np.repeat(field.opening, len(seeds))
    battles["seed"] = [seed_words(seed) for seed in seeds]
    bots = lineups_of([[own if team == turn else opponent for team in range(MAX_TEAMS)]])
    log = new_log(battles.dtype, SILENT)
    own_seeds = np.array([own_seed(seed) for seed in seeds], np.int64)
    rows, arena, logs, lineup, memories, tally = (
        kernel.plain(array) for array in (battles, field.arena, log, bots, np.zeros(MAX_UNITS, MEMORY), np.zeros(1, TALLY))
    )
    play_episodes(rows, arena, logs, lineup, memories, own_seeds, 0, len(seeds), tally)
    return float((battles["winner"] == turn).sum() + (battles["winner"] < 0).sum() / 2)
