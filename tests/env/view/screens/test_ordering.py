"""Giving orders in the window: a list with figures, one click for an order, single actions behind a key."""

from pathlib import Path

from screening import Hand

from fireteam.agents.adjutant import Adjutant
from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.game.table import Table
from fireteam.env.replay.replay import Replay
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import HIGH, LOW, Playing

SEED = 7


def playing(tmp_path: Path, table: bool = False) -> tuple[Playing, Hand]:
    """Return a game in which a person plays red, and a hand at its screen, where a unit is to be given an order."""
    game = Game("yard", SEED, {"blue": load_bot("tactician", SEED)}, {"red"})
    play = Playing(game, tmp_path / "game.jsonl.gz", table=Table(game) if table else None, staff=Adjutant())
    hand = Hand(BattleScreen(play))
    to_order(play, hand)
    return play, hand


def to_order(play: Playing, hand: Hand) -> None:
    """Play on until a unit is to be given an order; let interrupts pass."""
    while True:
        hand.until(lambda: play.acts() or play.busy())
        hand.frames(3)
        if play.acts():
            return
        if play.course.asking is not None:
            hand.type("1/0")
        else:
            hand.key("1")


def row(hand: Hand, place: int) -> tuple[float, float]:
    """Return a pixel in a row of the list."""
    return 300, hand.surface.get_height() - HIGH + 8 + 22 + 22 * place + 10


def decided(play: Playing) -> list[str]:
    """Return what the person's units have decided."""
    return [step.action for step in play.game.replay.steps if step.unit.startswith("red")]


def walk_among(play: Playing, most: int) -> int:
    """Return the number of an order, one of the first `most`, to go somewhere and do nothing there."""
    return next(n for n, offer in play.ordering.offers()[:most] if offer.words.startswith("go to") and not offer.acts)


def test_one_click_gives_an_order(tmp_path: Path) -> None:
    """A click on a row gives the order, and it is carried out, step by step, until it is done: then the person is asked."""
    play, hand = playing(tmp_path)
    offer = play.ordering.offers()[2][1]
    assert offer.words == "aim at blue_4 twice, then volley blue_4"
    before = len(decided(play))
    hand.tap(*row(hand, 2))
    assert play.ordering.under_way()
    hand.until(play.acts)
    assert decided(play)[before:] == ["aim blue_4", "aim blue_4", "volley blue_4"]
    assert not play.ordering.under_way()
    play.game.save(tmp_path / "played.jsonl")
    Replay.load(tmp_path / "played.jsonl").verify()


def test_a_key_gives_an_order_and_u_takes_it_back(tmp_path: Path) -> None:
    """The numbers give the first nine orders; a walk is taken back whole, and the list is there again."""
    play, hand = playing(tmp_path)
    hand.key("1")
    hand.until(play.acts)
    number, before = walk_among(play, 9), len(decided(play))
    offers = play.ordering.offers()
    hand.key(str(number + 1))
    hand.until(play.acts)
    assert len(decided(play)) > before + 1
    hand.key("u")
    hand.frames(2)
    assert len(decided(play)) == before
    assert play.ordering.offers() == offers


def test_pointing_at_an_order_draws_it(tmp_path: Path) -> None:
    """The way of the unit, and the line to its target, are on the map while the pointer is on the row."""
    play, hand = playing(tmp_path)
    spot = play.view.spot_of("blue_4")
    assert spot is not None
    without = hand.pixels("danger", spot, 30)
    hand.point(*row(hand, 2))
    hand.frames(1)
    assert hand.pixels("danger", spot, 30) > without + 20


def test_the_list_scrolls(tmp_path: Path) -> None:
    """The wheel brings the later orders; a click gives the one that is under the pointer."""
    import pygame

    play, hand = playing(tmp_path)
    assert len(play.ordering.offers()) > 20
    hand.point(*row(hand, 1))
    hand.frames(1, pygame.event.Event(pygame.MOUSEWHEEL, y=-10))
    hand.frames(1)
    assert play.ordering.pointed == 11
    hand.frames(1, pygame.event.Event(pygame.MOUSEWHEEL, y=-1000))
    hand.frames(1)
    assert play.ordering.pointed is not None
    assert play.ordering.pointed > 50


def test_single_actions_are_behind_a_key(tmp_path: Path) -> None:
    """Tab turns to single actions, where the numbers do nothing and a click on an enemy lists what can be done; and back."""
    play, hand = playing(tmp_path)
    assert play.bottom_high == HIGH
    hand.key("tab")
    assert (play.ordering.on, play.bottom_high) == (False, LOW)
    before = len(decided(play))
    hand.key("1")
    assert len(decided(play)) == before
    hand.tap(*play.view.spot_of("blue_4"))
    assert play.popup.menu is not None
    assert {entry.label.partition(" ")[0] for entry in play.popup.menu.entries} >= {"shoot", "volley", "aim"}
    hand.key("escape")
    hand.frames(2)
    hand.key("tab")
    assert play.ordering.on


def test_clicks_on_the_map_list_orders(tmp_path: Path) -> None:
    """A click on an enemy lists the orders about it, a click on a tile those that lead there, or to walk there."""
    play, hand = playing(tmp_path)
    hand.tap(*play.view.spot_of("blue_4"))
    assert play.popup.menu is not None
    about = [entry.label for entry in play.popup.menu.entries]
    assert about == [offer.label() for _, offer in play.ordering.offers() if offer.target == "blue_4"]
    hand.key("escape")
    hand.frames(2)
    goal = next(offer.goal for _, offer in play.ordering.offers() if offer.goal in play.hand.choices().paths)
    hand.tap(*play.view.stage.pixel(goal % 24 + 0.5, goal // 24 + 0.5))
    assert play.popup.menu is not None
    labels = [entry.label for entry in play.popup.menu.entries]
    assert labels[0] == "just walk there, step by step"
    assert all(f"({goal % 24}, {goal // 24})" in label for label in labels[1:])
    before = len(decided(play))
    hand.frames(2)
    hand.key("1")
    hand.until(play.acts)
    assert decided(play)[before] == "walk"


def test_orders_with_dice_of_ones_own(tmp_path: Path) -> None:
    """At a table an order stops where its dice are asked for, and goes on with them."""
    play, hand = playing(tmp_path, table=True)
    before = len(decided(play))
    hand.tap(*row(hand, 2))
    hand.until(lambda: play.course.asking is not None)
    assert decided(play)[before:] == ["aim blue_4", "aim blue_4"]
    to_order(play, hand)
    assert decided(play)[before + 2] == "volley blue_4"
