"""What holds in any battle of a system: the mask is what is legal, what units see is in its bounds, no seed shows."""

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import pytest

from fireteam.content.errors import BattleOver, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action, decode, encode, from_words, layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules import kernel
from fireteam.env.rules.record import MAX_UNITS, UP
from fireteam.env.scenario.models import Scenario
from fireteam.env.seats.bots import look

MOST_DECISIONS = 4000


def check_bodies_and_magazines(battle: Battle) -> None:
    """Assert that each unit stands on its own tile, that no magazine holds more than it can, and that the log is whole."""
    arena, count = battle.field.arena[0], len(battle.field.roster)
    units, weapons = battle.record[0]["units"][:count], arena["sheets"][:count]["weapons"]
    up = units[units["status"] == UP]
    tiles = up["y"].astype(int) * int(arena["width"]) + up["x"]
    assert len(set(tiles.tolist())) == len(up), "two units on one tile"
    assert (units["held"]["ammo"] >= 0).all()
    assert (units["held"]["spare"] >= 0).all()
    assert (units["held"]["ammo"] <= arena["weapons"]["magazine"][weapons])[weapons >= 0].all()
    assert battle.log[0]["lost"] == 0, "the log ran over"


class AnyBattle(NamedTuple):
    """Random battles of a system, by seed, and what must hold in them.

    Attributes:
        system: the system.
        scenario: returns the scenario of a seed, with the numbers of the catalog or with drawn ones.
        check: asserts what holds of the units after every step, besides what holds in every system.
        often: verbs that are taken every third time where they are open, so that rare ones get their turn.
    """

    system: str
    scenario: Callable[[int, bool], Scenario]
    check: Callable[[Battle], None]
    often: tuple[str, ...]

    def play(self, seeds: Iterable[int], drawn: bool) -> set[str]:
        """Play battles to their ends, assert that each step is sound, and return the verbs that were taken."""
        taken: set[str] = set()
        for seed in seeds:
            dice = random.Random(seed)
            battle = Battle(self.scenario(seed, drawn), seed)
            while not battle.over:
                self.check_units(battle)
                self.check_actions(battle, dice)
                for who in range(len(battle.field.roster)):
                    observation, mask = self.seen_by(battle, who)
                    assert np.abs(observation).max() <= 1
                    assert mask.any()
                action = self.chosen(battle, dice)
                taken.add(battle.words(action).split()[0])
                battle.step(action)
                assert battle.record[0]["decisions"] < MOST_DECISIONS
            self.check_units(battle)
            assert 1 <= battle.round <= int(battle.field.arena[0]["limit"])
            with pytest.raises(BattleOver):
                battle.step("end")
        return taken

    def check_seed_is_hidden(self, drawn: bool) -> None:
        """Assert that what a unit sees and may do is the same whatever dice are to come."""
        for seed in range(10):
            battle, dice = Battle(self.scenario(seed, drawn), seed), random.Random(seed)
            for _ in range(20):
                if battle.over:
                    break
                other = battle.copy()
                other.record[0]["seed"] = dice.randrange(2**31), dice.randrange(2**31)
                for who in range(len(battle.field.roster)):
                    ones, others = self.seen_by(battle, who), self.seen_by(other, who)
                    assert (ones[0] == others[0]).all()
                    assert (ones[1] == others[1]).all()
                battle.step(self.chosen(battle, dice))

    def check_units(self, battle: Battle) -> None:
        """Assert what holds of units in every system, and in this one."""
        check_bodies_and_magazines(battle)
        self.check(battle)

    def check_actions(self, battle: Battle, dice: random.Random) -> None:
        """Assert that the mask is what is legal, by number, action and words, and that all else is refused."""
        legal, numbering = battle.legal(), layout(8, 8, self.system)
        assert legal, "nothing is open to the decider"
        who = int(battle.record[0]["decider"])
        team = battle.field.roster[who].team
        numbers = [encode(battle.field, team, action, numbering) for action in legal]
        assert sorted(numbers) == np.flatnonzero(self.seen_by(battle, who)[1]).tolist()
        for action, number in zip(legal, numbers, strict=True):
            assert decode(battle.field, team, number, numbering) == action
            assert from_words(battle.field, who, battle.words(action)) == action
        before = battle.snapshot()
        for _ in range(4):
            action = Action(dice.randrange(-2, 120), dice.choice([0, dice.randrange(-2, MAX_UNITS + 3), 2**31]))
            if action not in legal:
                with pytest.raises(IllegalAction, match=" can "):
                    battle.step(action)
        assert battle.snapshot() == before

    def seen_by(self, battle: Battle, who: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the observation and the mask of a unit, looked at anew; the arrays are dirty before."""
        numbering = layout(8, 8, self.system)
        observation = np.full(observation_size(8, 8, self.system), 9.0, np.float32)
        mask = np.full(int(numbering[0]["size"]), 9, np.int8)
        look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
        return observation, mask

    def chosen(self, battle: Battle, dice: random.Random) -> Action:
        """Return a legal action: a verb first, so that rare ones get their turn, every third time one of `often`."""
        legal = battle.legal()
        verbs = sorted({battle.words(action).split()[0] for action in legal})
        if dice.random() < 1 / 3:
            verbs = [verb for verb in verbs if verb in self.often] or verbs
        verb = dice.choice(verbs)
        return dice.choice([action for action in legal if battle.words(action).split()[0] == verb])
