"""Battles of a policy against a compiled bot, many at once: their observations go through the network together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fireteam.env.battle import seed_words
from fireteam.env.observe.actions import layout, slots_for
from fireteam.env.observe.reward import ACCOUNT, Reward
from fireteam.env.rules import kernel
from fireteam.env.rules.kernel import Array, entry
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.rules.verbs import STUMBLES
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.seats.batch import ADVICE, EPISODE, WAIT
from fireteam.env.seats.loop import Rollout
from fireteam.env.seats.sightings import SIGHTING

from ..bots import own_seed, parameters_of
from ..commands import commands_of
from ..doctrine.interface import fells_itself
from ..doctrine.records import MEMORY, PARAMETERS
from ..policy.bot import PolicyBot
from ..policy.tensors import shape_of
from ..rollout import rollout
from .series import Outcome, outcome_of


@entry
def mask_falls(battles: Array, arenas: Array, layouts: Array, masks: Array, first: int, last: int) -> None:
    """Mask out actions that would end in a fall where another action is open, as `PolicyBot` does."""
    for row in range(first, last):
        battle = battles[row]
        arena = arenas[battle.variant]
        for verb in range(len(battle.open) if battle.over == 0 else 0):
            number = layouts[0].first[verb]
            if arena.traits[verb] & STUMBLES and masks[row, number] and masks[row].sum() > 1:
                if fells_itself(battle, arena, battle.decider, verb):
                    masks[row, number] = 0


def fight_policy(
    scenario: Scenario, bot: PolicyBot, opponent: str, seeds: Sequence[int], turns: Sequence[int]
) -> list[Outcome]:
    """Fight battles of a policy, which takes its likeliest actions, against a compiled bot by name.

    Each battle ends as if both had been asked one decision at a time, as by `series.fight_one`, except for differences in
    the last digits of the policy's numbers.

    Args:
        scenario: a scenario of two teams; already drawn, if it has anything drawn at random.
        seeds: the seeds of the battles.
        turns: 0 where the policy has the first team, 1 where it has the second.

    Raises:
        ContentError: the policy is made for another rule system.
    """
    field, count, names = prepare(scenario), len(seeds), bot.policy.card.advisers
    slots = slots_for([field])
    shape, numbering = shape_of(bot.system, *slots), layout(*slots, bot.system)
    width = shape.observation
    advisers = np.concatenate([np.zeros(0, PARAMETERS), *(parameters_of(name) for name in names)])
    episodes = np.zeros(count, EPISODE)
    episodes["stream"], episodes["number"] = [own_seed(seed) for seed in seeds], -1
    episodes["given"], episodes["seed"] = 1, [seed_words(seed) for seed in seeds]
    episodes["sides"], episodes["rests"], episodes["lineups"], episodes["steps"] = turns, 1, 1, -1
    battles = np.repeat(field.opening, count)
    observations = np.zeros((count, width + 2 * len(names)), np.float32)
    masks = np.zeros((count, shape.actions), np.int8)
    plain = kernel.plain
    records: list[Any] = [
        plain(array)
        for array in (
            battles,
            field.opening,
            field.arena,
            numbering,
            Reward().weights(scenario.system),
            np.zeros(count, ACCOUNT),
            np.zeros((count, 2, MAX_TEAMS)),
            episodes,
            np.zeros((1, MAX_TEAMS), np.int64),
            parameters_of(opponent)[None],
            advisers[None],
            np.zeros((count, MAX_UNITS), MEMORY),
            np.zeros((count, len(names), MAX_UNITS), MEMORY),
            np.zeros((count, len(names), MAX_UNITS), np.int32),
            np.zeros((count, 0, 0), SIGHTING),
        )
    ]
    records += commands_of().bound(1, {"orders": commands_of().room(count), "proposed": np.zeros(count, np.int64)})
    log = plain(new_log(battles.dtype, SILENT))
    actions, finals = np.zeros(count, np.int64), np.zeros_like(observations)
    step: Rollout = rollout
    while True:
        step(*records, actions, observations, finals, masks, log, 0, 0, count)
        rows = np.flatnonzero(battles["over"] == 0)
        if not len(rows):
            break
        mask_falls(records[0], records[2], records[3], masks, 0, count)
        seen = observations[rows]
        advice = np.rint(seen[:, width : width + len(names)] * ADVICE).astype(np.int64)
        followed = seen[:, width + len(names) :] > 0
        chances, _ = bot.policy.evaluate(seen[:, :width], masks[rows], advice, followed, slots=slots)
        actions[:] = WAIT
        actions[rows] = chances.argmax(1)
    pairs = [(bot.name, opponent), (opponent, bot.name)]
    return [outcome_of(seed, pairs[turn], battle, None) for seed, turn, battle in zip(seeds, turns, battles, strict=True)]
