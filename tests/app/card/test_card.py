"""Tactics cards: every kind of bot gets one in every rule system, sentences are made from figures, pictures are drawn."""

import json
from pathlib import Path

import numpy as np
import pytest
from commanded import good, refused
from networked import random_network

from fireteam.agents.bots import load_bot
from fireteam.agents.tactics.distill import Agreement, Distilled, Round
from fireteam.agents.tactics.habits import EVERYWHERE, Habits, Share
from fireteam.agents.tactics.situations import ASPECTS
from fireteam.env.scenario.reading import load_scenario
from fireteam.reports.card.made import Card, card_as_dict, card_of
from fireteam.reports.card.picture import save_cards
from fireteam.reports.card.sentences import sentences
from fireteam.seating import find_bot

THIRD = "30% (25% to 35%)"


def made_up(under_fire: float = 0.5, count: int = 100, same: float = 0.9, orders: int = 0) -> Card:
    """Return a card whose figures are known: a bot that moves and shoots, and takes cover under fire so often."""
    words = [EVERYWHERE, *(word for words in ASPECTS.values() for word in words)]
    shares = {word: dict.fromkeys(("shoot", "move", "cover"), Share(0.3, 0.25, 0.35, count)) for word in words}
    families = {family: Share(0.0, 0.0, 0.0, count) for family in ("aim", "suppress", "strike", "throw", "defend", "help")}
    families |= {family: Share(0.0, 0.0, 0.0, count) for family in ("gear", "wait", "other")}
    shares = {word: there | families for word, there in shares.items()}
    shares["under fire"] = shares["under fire"] | {"cover": Share(under_fire, under_fire - 0.05, under_fire + 0.05, count)}
    near = Share(8.0, 7.0, 9.0, count)
    given = {family: share._replace(of=orders) for family, share in shares[EVERYWHERE].items()}
    habits = Habits(shares, given, {}, np.array([4.0, 8.0, 12.0]), near, near, 20)
    rounds = [Round("attack", 1.0, Agreement(same, same, 200), Agreement(same, same, 200))]
    return Card(
        "bot",
        "guard",
        ("yard",),
        "swan_song",
        0.5,
        (0.4, 0.6),
        habits,
        Distilled(Agreement(0.1, 0.1, 200), rounds, {"attack": 1.0}),
    )


def test_sentences_say_what_is_proved() -> None:
    """A difference is told with both intervals; where there is none, or too few acts, that is said instead."""
    says = sentences(made_up())
    assert len(says) == 5
    assert says[0] == f"Of its 100 acts in 20 battles, it shoots in {THIRD}, moves in {THIRD} and takes cover in {THIRD}."
    ordered = sentences(made_up(orders=40))[0]
    assert ordered == f"Of its 40 orders in 20 battles, {THIRD} are to shoot, {THIRD} to move and {THIRD} to take cover."
    assert "half of the time from 6 to 10 m; its nearest friend is 8.0 m away" in says[1]
    assert (
        says[2]
        == f"Under fire it takes cover more often: in 50% (45% to 55%) of its acts, against {THIRD} when it is left alone."
    )
    assert says[3] == "20 battles do not prove that wounds, numbers or ground make it act otherwise."
    assert says[4] == "One consideration reproduces 90% of 200 decisions held out (85% to 93%): attack 1."
    assert "do not prove" in sentences(made_up(under_fire=0.36))[2]
    assert "do not prove" in sentences(made_up(count=10))[2]
    assert sentences(made_up(same=0.6))[4].startswith(
        "No doctrine reproduces 80% of its decisions; the best of them 60% of 200"
    )


@pytest.mark.parametrize("system", ["d10_pool", "ladder"])
def test_a_card_of_a_network_in_other_systems(system: str) -> None:
    """A network that has learned nothing is hardly reproduced; its shares add up."""
    scenario = load_scenario("duel", system)
    bot = load_bot(random_network().name)
    card = card_of(("p", bot), ("guard", load_bot("guard")), [("duel", scenario)], [1, 2])
    values = json.loads(json.dumps(card_as_dict(card)))
    assert values["system"] == system
    assert values["battles"] == 4
    assert sum(share["share"] for share in values["shares"][EVERYWHERE].values()) == pytest.approx(1.0)
    assert len(sentences(card)) == 5


def test_a_card_of_a_search_bot() -> None:
    """It is watched as any other, with the same result again."""
    scenario = [("duel", load_scenario("duel"))]
    search = ("search", find_bot("search:playouts=8", 0))
    one, other = (card_as_dict(card_of(search, ("guard", load_bot("guard")), scenario, [1, 2])) for _ in range(2))
    assert one == other


def test_the_command(tmp_path: Path) -> None:
    """Two bots side by side; a picture is written, in the format of its ending, and what cannot be done is refused."""
    path = tmp_path / "two.png"
    said = good("card", "charger", "guard", "--scenarios", "duel", "--battles", "4", "--out", str(path))
    assert said.count("reproduce") >= 2
    assert path.read_bytes()[:4] == b"\x89PNG"
    drawing = tmp_path / "one.svg"
    values = json.loads(good("card", "charger", "--scenarios", "duel", "--battles", "4", "--json", "--out", str(drawing)))
    assert values[0]["bot"] == "charger"
    assert "<svg" in drawing.read_text()
    assert "must be a multiple of four" in refused("card", "guard", "--battles", "6")
    assert "must end in .png" in refused("card", "guard", "--out", "card.txt")
    assert "3 bots" in refused("card", "guard", "charger", "random")
    assert "Did you mean 'guard'" in refused("card", "gard")


def test_names_are_no_formulas(tmp_path: Path) -> None:
    """A name with signs of typesetting in it is drawn as it stands."""
    save_cards([made_up()._replace(bot="$x_1$ <b>")], tmp_path / "card.svg")
    assert (tmp_path / "card.svg").stat().st_size > 1000
