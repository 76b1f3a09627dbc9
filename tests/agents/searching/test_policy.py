"""A search with a network as its policy: likely orders are played through, and the network goes where the bot goes."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from networked import given_file, random_network  # noqa: F401

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.factory import factory_of
from fireteam.agents.network.box import Network
from fireteam.agents.network.reasons import judged
from fireteam.agents.orders.asking import Staff
from fireteam.agents.orders.words import order_in_words
from fireteam.agents.search.bot import LIKELY, SearchBot, search_bot
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.scenario.reading import load_scenario
from fireteam.seating import find_bot


def wide(system: str) -> Battle:
    """Return a battle of two tacticians at a decision with more orders than a policy has played through."""
    battle, bot = Battle(load_scenario("yard", system), 5, reasons=False), load_bot("tactician", 1)
    while len(Staff(parameters_of("tactician")).propose(battle)) < LIKELY + 5:
        battle.step(bot.decide(battle))
    return battle


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_likely_orders_are_played_through_and_no_others(system: str) -> None:
    """The five that it tells of are among the twelve that the network finds likeliest; each has been played."""
    network, battle = random_network(), wide(system)
    bot = SearchBot(playouts=60, policy=network.name)
    bot.decide(battle)
    orders, logits, _ = judged(battle, parameters_of(network.name), np.zeros(MAX_UNITS, bot._staff.memories.dtype))
    likely = {order_in_words(battle, orders[number]) for number in np.argsort(-logits)[:LIKELY]}
    told = bot.why(battle)
    assert {row["order"] for row in told} <= likely
    assert all(row["playouts"] > 0 for row in told)
    network.forget()


def test_between_orders_that_come_out_alike_the_likelier_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where playouts say nothing, the network decides."""
    network, battle = random_network(), wide("swan_song")
    bot = SearchBot(playouts=60, policy=network.name)
    play = bot._lookahead.play

    def level(*given: object) -> tuple[np.ndarray, np.ndarray]:
        values, boards = play(*given)  # type: ignore[arg-type]
        return np.full_like(values, 0.5), boards

    monkeypatch.setattr(bot._lookahead, "play", level)
    bot.decide(battle)
    orders, logits, _ = judged(battle, parameters_of(network.name), np.zeros(MAX_UNITS, bot._staff.memories.dtype))
    assert bot.why(battle)[0]["order"] == order_in_words(battle, orders[logits.argmax()])
    network.forget()


def test_the_network_goes_where_the_bot_goes() -> None:
    """A process that has never opened the network gets it with the factory of the bot; another network is another bot."""
    network, battle = random_network(), wide("swan_song")
    bot = search_bot(f"search:playouts=40,policy={network.name}", seed=3)
    sent, action = pickle.dumps(factory_of(bot)), bot.decide(battle)
    assert bot.name == f"search:playouts=40,policy={network.name}"
    assert bot.digest != SearchBot(playouts=40).digest
    network.forget()
    with pytest.raises(ContentError, match="no network is called"):
        search_bot(bot.name)
    assert pickle.loads(sent)(seed=3).decide(battle) == action


def test_a_policy_may_be_a_file_that_somebody_has_typed(file: Path) -> None:
    """A name that stands in a file opens none."""
    bot = find_bot(f"search:playouts=30,policy={file}", 1)
    assert isinstance(bot, SearchBot)
    assert isinstance(bot._network, Network)
    assert str(file) not in bot.name
    assert find_bot(f"search:policy={file},playouts=30", 1).name == bot.name, "options stand in any order"
    with pytest.raises(ContentError, match="only a name typed on the command line"):
        find_bot(f"search:policy={file}", 1, objects=False)
    for name in ("nobody", ""):
        with pytest.raises(ContentError, match=f"no network is called '{name}'"):
            find_bot(f"search:policy={name}", 1)
