"""A search that asks a trained policy: what the policy says of a position, and what becomes of it."""

import re

import numpy as np
import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.policy.bot import PolicyBot
from fireteam.agents.policy.network import Policy
from fireteam.agents.policy.storage import new_card
from fireteam.agents.search.bot import SearchBot, search_bot
from fireteam.agents.search.leaf_value import LeafValue
from fireteam.agents.series.series import play
from fireteam.bench.policy import random_tensors
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.seating import find_bot

ADVISERS = ["tactician", "guard"]
SHAPING = 0.5


def valued(advisers: int = 2, shaping: float = SHAPING) -> LeafValue:
    """Return somebody who judges by random weights."""
    return LeafValue(
        Policy(random_tensors(3, advisers), new_card("any", advisers=ADVISERS[:advisers], shaping=shaping)), seed=5
    )


def going(decisions: int = 30, seed: int = 5) -> Battle:
    """Return a battle of the yard after so many decisions."""
    battle, bot = Battle("yard", seed, reasons=False), load_bot("tactician", 1)
    while battle.record[0]["decisions"] < decisions:
        battle.step(bot.decide(battle))
    return battle


@pytest.mark.parametrize("advisers", [0, 2])
def test_chances_are_what_the_policy_expects(advisers: int) -> None:
    """The policy's own value, and what its shaping has paid already; of two sides one wins what the other loses."""
    battle, leaf_value = going(70), valued(advisers)
    team = battle.field.roster[int(battle.record[0]["decider"])].team
    bot = PolicyBot(leaf_value.policy, seed=5)
    bot.think(battle)
    why = bot.why(battle)
    assert why is not None
    units = battle.record[0]["units"]
    sheets = battle.field.arena[0]["sheets"]
    life = []
    for number in range(2):
        own = [who for who, fighter in enumerate(battle.field.roster) if fighter.team == number]
        up = [who for who in own if units["status"][who] <= 1]
        life.append(sum(left(units[who], sheets[who]) for who in up) / len(own))
    potential = life[team] - life[1 - team]
    assert potential != 0
    expected = 0.5 + 0.5 * np.clip(why["value"] + SHAPING * potential, -1, 1)
    found = [leaf_value.chances(battle.record, battle.arrays[1], one, 2)[0] for one in (team, 1 - team)]
    assert found[0] == pytest.approx(expected, abs=1e-3)
    assert sum(found) == pytest.approx(1)


def left(unit: np.void, sheet: np.void) -> float:
    """Return which share of its life a unit has left."""
    full = int(sheet["flesh"])
    return float(unit["flesh"] / full) if full else float(unit["armored"] / sheet["armored"])


def test_many_at_once_as_one_by_one() -> None:
    """A batch judges as single positions do."""
    battles = [going(decisions, seed) for decisions, seed in ((5, 1), (40, 2), (70, 3))]
    rows = np.concatenate([battle.record for battle in battles])
    leaf_value = valued()
    together = leaf_value.chances(rows, battles[0].arrays[1], 0, 2)
    alone = [leaf_value.chances(battle.record, battle.arrays[1], 0, 2)[0] for battle in battles]
    assert together == pytest.approx(alone, abs=1e-5)
    assert len(set(together.round(6).tolist())) == 3


def test_the_search_asks_the_policy() -> None:
    """The same seed decides the same way; what the policy proposes bears its name; another policy makes a difference."""
    found = []
    for _ in range(2):
        battle, bot = going(), search_bot("search:playouts=150,policy=veteran", 4)
        found.append((bot.decide(battle), bot.why(battle)))
    assert found[0] == found[1]
    assert bot.name == "search:playouts=150,policy=veteran"
    bot = search_bot("search:playouts=150,policy=rookie", 4)
    bot.decide(going())
    assert [row["share"] for row in bot.why(bot._battle)] != [row["share"] for row in found[0][1]]


def test_what_it_plays_by_has_a_digest() -> None:
    """Results of a tournament go on only with the same policy."""
    options = ("", ",policy=rookie", ",policy=veteran", ",policy=veteran")
    digests = [search_bot(f"search:playouts=9{option}").digest for option in options]
    assert digests[2] == digests[3]
    assert len(set(digests)) == 3


def test_a_walk_is_noted_step_by_step() -> None:
    """A unit that goes on without a search heeds what its advisers say at that step, not what they said before."""
    battle, adviser = Battle("yard", 5, reasons=False), load_bot("tactician", 5)
    bot = PolicyBot(valued(1).policy, seed=5)
    bot.think(battle)
    for number in range(20):
        action = adviser.decide(battle)
        bot.note(battle, action)
        assert bot._ignored == {}, f"decision {number}"
        battle.step(action)
    bot.note(battle, next(action for action in battle.legal() if action != adviser.decide(battle)))
    assert len(bot._ignored) == 1


@pytest.mark.parametrize("scenario", ["duel", "night"])
def test_it_plays_to_the_end(scenario: str) -> None:
    """Interrupts, fog and all: every decision is answered, and each is said why."""
    battle = Battle(scenario, 2, reasons=False)
    bots = {team.name: load_bot("tactician", 1) for team in battle.field.scenario.teams}
    play(battle, bots | {"red": SearchBot(playouts=1, policy="rookie")})
    assert battle.over


def test_a_policy_that_cannot_be_asked() -> None:
    """No such policy, no policy at all, or more units than it has eyes for: a sentence says so."""
    with pytest.raises(ContentError, match=re.escape("no policy is called 'veteren'. Did you mean 'veteran'?")):
        find_bot("search:policy=veteren", 0)
    with pytest.raises(ContentError, match=r"gone\.safetensors"):
        find_bot("search:policy=gone.safetensors", 0)
    with pytest.raises(ContentError, match="number"):
        find_bot("search:policy=veteran,playouts=few", 0)
