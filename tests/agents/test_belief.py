"""What a side can believe of whom it does not see: they stand where they could, and where they truly are tells nothing."""

import numpy as np
import pytest
from perturbing import fits

from fireteam.agents.bots import load_bot
from fireteam.agents.search.bot import SearchBot
from fireteam.agents.search.determinization import determinize
from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import entry, plain
from fireteam.env.rules.record import UP
from fireteam.systems.swan_song.rules.record import BATTLE


@entry
def imagine_all(truth, battles, arenas, who):
    """Imagine in every row, each with another seed."""
    for row in range(len(battles)):
        battles[row] = truth[0]
        determinize(battles[row], arenas[truth[0].variant], who, 1000 + row)


def unseen(battle: Battle) -> list[int]:
    """Return the enemies on foot that the team which decides does not know."""
    row = battle.record[0]
    team = int(row["units"]["team"][row["decider"]])
    known = int(row["teams"]["known"][team])
    units = row["units"]
    return [
        who
        for who in range(len(battle.field.roster))
        if units["team"][who] != team and units["status"][who] == UP and not known >> who & 1
    ]


def in_the_dark(least: int = 2, seed: int = 3) -> Battle:
    """Return a battle at night in which the side that decides has much to choose from and misses some enemies."""
    battle, bot = Battle("night", seed, reasons=False), load_bot("tactician", 1)
    while len(battle.legal()) < 6 or len(unseen(battle)) < least:
        battle.step(bot.decide(battle))
    return battle


def imagined(battle: Battle, count: int = 200) -> np.ndarray:
    """Return what the unit that decides imagines, in so many ways."""
    boards = np.zeros(count, BATTLE)
    imagine_all(plain(battle.record), plain(boards), battle.arrays[1], int(battle.record[0]["decider"]))
    return boards["units"]


def elsewhere(battle: Battle) -> Battle:
    """Return the same battle with the unseen standing where nobody sees them either."""
    other = battle.copy()
    who = int(battle.record[0]["decider"])
    size = int(battle.field.arena[0]["size"])
    for unit in unseen(battle):
        before = other.record[0]["units"][unit][["x", "y"]].copy()
        for tile in range(size - 1, -1, -1):
            if fits(plain(other.record), other.arrays[1], who, unit, tile):
                break
        assert other.record[0]["units"][unit][["x", "y"]] != before
    return other


def test_they_stand_where_they_could() -> None:
    """The seen stay; the unseen stand on free ground, where this side would not notice them, here and there."""
    battle = in_the_dark()
    units, missed = imagined(battle), unseen(battle)
    truth = battle.record[0]["units"]
    seen = [who for who in range(len(battle.field.roster)) if who not in missed]
    assert (units["x"][:, seen] == truth["x"][seen]).all()
    assert (units["y"][:, seen] == truth["y"][seen]).all()
    places = units["y"].astype(int) * int(battle.field.arena[0]["width"]) + units["x"]
    who = int(battle.record[0]["decider"])
    standing = truth["status"] == UP
    for other in missed:
        assert len(set(places[:, other].tolist())) > 20
        for row in range(0, len(units), 10):
            tile = int(places[row, other])
            assert (places[row, standing] == tile).sum() == 1
            board = battle.copy()
            board.record[0]["units"] = units[row]
            assert fits(plain(board.record), board.arrays[1], who, other, tile)


def test_where_they_are_tells_nothing() -> None:
    """Two battles that only differ in what a side does not see look the same to it, and to its search."""
    battle = in_the_dark()
    other = elsewhere(battle)
    missed = unseen(battle)
    assert unseen(other) == missed
    assert battle.legal() == other.legal()
    ones, others = imagined(battle), imagined(other)
    assert (ones["x"] == others["x"]).all()
    assert (ones["y"] == others["y"]).all()
    found = []
    for one in (battle, other):
        bot = SearchBot(playouts=200, seed=4)
        found.append((bot.decide(one), bot.why(one)))
    assert found[0] == found[1]


def test_without_fog_nobody_is_moved() -> None:
    """Who sees everything imagines nothing."""
    battle, bot = Battle("yard", 3, reasons=False), load_bot("tactician", 1)
    for _ in range(10):
        battle.step(bot.decide(battle))
    units = imagined(battle, 5)
    assert all(np.array_equal(row, battle.record[0]["units"]) for row in units)


@pytest.mark.parametrize("seed", [3, 8])
def test_the_hidden_may_be_in_plain_view(seed: int) -> None:
    """Who hides could be where the eye of the side falls on the tile."""
    battle = in_the_dark(seed=seed)
    other = unseen(battle)[0]
    shown = {(int(x), int(y)) for x, y in zip(*(imagined(battle)[axis][:, other] for axis in "xy"), strict=True)}
    battle = battle.copy()
    battle.field = battle.field._replace(arena=battle.field.arena.copy())
    battle.bind()
    battle.field.arena[0]["sheets"][other]["hides"] = 1
    covert = {(int(x), int(y)) for x, y in zip(*(imagined(battle)[axis][:, other] for axis in "xy"), strict=True)}
    assert covert - shown
    assert len(covert) > len(shown)
