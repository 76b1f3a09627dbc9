"""Orders of people: proposed as their side knows the battle, carried out in single actions until done, in every system."""

import random
from pathlib import Path

import pytest
from everysystem import each, under
from gamed import checked

from fireteam.agents.adjutant import Adjutant
from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.game.orders import Orders


def game_in_orders(scenario: object = "yard", seed: int = 7) -> tuple[Game, Orders]:
    """Return a game of a person, the first team, against a tactician, and the person's orders."""
    first, *others = Battle(scenario, seed).field.scenario.teams
    game = Game(scenario, seed, {team.name: load_bot("tactician", seed) for team in others}, {first.name})
    return game, Orders(game, Adjutant())


def go_on(game: Game, orders: Orders) -> bool:
    """Play on what no person has to decide, and orders; return whether an order is to be given now."""
    while not game.battle.over:
        if game.pending is None:
            game.advance()
        elif (ordered := orders.next()) is not None:
            game.act(ordered.action, goes_on=ordered.goes_on, order=ordered.order)
        elif game.pending.own:
            return True
        else:
            game.act(game.battle.legal()[0])
    return False


@each
def test_a_battle_in_orders(system: str, tmp_path: Path) -> None:
    """Whatever is ordered can be carried out; many orders take several decisions."""
    game, orders = game_in_orders(under(system), 5)
    dice, given = random.Random(1), 0
    while go_on(game, orders) and given < 60:
        offers = orders.offers()
        assert 1 <= len(offers) <= 64
        assert len({offer.words for offer in offers}) == len(offers)
        assert offers[1:] == sorted(offers[1:], key=lambda offer: -offer.worth)
        ordered = orders.give(dice.randrange(len(offers)))
        game.act(ordered.action, order=ordered.order)
        given += 1
    (team,) = game.players.people
    own = [step for step in game.replay.steps if step.unit in game.players.units(team)]
    assert given > 8
    assert len(own) > given + 12
    kinds = {kind.name for kind in game.battle.field.system.DECISIONS.values() if kind.own}
    assert {bool(step.order) or step.goes_on for step in own if step.kind not in kinds} <= {False}
    assert all(step.order or step.goes_on or step.action == "end" for step in own if step.kind in kinds)
    checked(game, tmp_path / "game.jsonl.gz")


def test_undo_takes_a_whole_order_back() -> None:
    """Until dice are rolled, an order is taken back with all its steps, and then another can be given."""
    game, orders = game_in_orders("duel", 4)
    assert go_on(game, orders)
    before = game.battle.snapshot()
    number = next(n for n, offer in enumerate(orders.offers()) if offer.goal >= 0 and offer.target == "")
    game.act(orders.give(number).action)
    while (ordered := orders.next()) is not None:
        game.act(ordered.action, goes_on=ordered.goes_on, order=ordered.order)
    assert len(game.replay.steps) > 2
    game.undo_whole()
    assert game.battle.snapshot() == before
    assert game.replay.steps == []
    assert orders.next() is None
    assert len(orders.offers()) > 1


def test_a_single_action_ends_an_order() -> None:
    """Who decides otherwise in the middle of an order is asked from then on."""
    game, orders = game_in_orders("duel", 4)
    assert go_on(game, orders)
    number = next(n for n, offer in enumerate(orders.offers()) if offer.goal >= 0 and offer.target == "")
    game.act(orders.give(number).action)
    step = next(words for words in map(game.battle.words, game.battle.legal()) if words.startswith("step "))
    game.act(step)
    assert orders.next() is None


def test_offers_are_those_of_the_present() -> None:
    """After another decision instead of one that was taken back, other orders are offered."""
    game, orders = game_in_orders("duel", 4)
    assert go_on(game, orders)
    found = []
    for words in ("walk", "drop_prone"):
        game.act(words)
        found.append(list(orders.offers()))
        assert found[-1] == Adjutant().offers(game.battle)
        game.undo()
    assert found[0] != found[1]


def test_an_answer_is_no_order() -> None:
    """Whoever is attacked answers: no orders are offered then."""
    game, orders = game_in_orders("yard", 7)
    while game.pending is None or game.pending.own:
        if game.pending is None:
            game.advance()
        else:
            game.act("end")
    assert orders.offers() == ()
    assert orders.next() is None


def test_orders_of_a_side_know_what_it_knows() -> None:
    """In fog no order is about an enemy that the side does not know, and the same orders are offered wherever those are."""
    game, orders = game_in_orders("night", 4)
    assert go_on(game, orders)
    battle, team = game.battle, int(game.battle.record[0]["units"]["team"][int(game.battle.record[0]["decider"])])
    known = int(battle.record[0]["teams"][team]["known"])
    hidden = [who for who, fighter in enumerate(battle.field.roster) if fighter.team != team and not known >> who & 1]
    assert hidden, "the scenario has fog"
    offers = list(orders.offers())
    assert {offer.target for offer in offers}.isdisjoint(battle.field.roster[who].name for who in hidden)
    other = battle.copy()
    other.record[0]["units"]["x"][hidden], other.record[0]["units"]["y"][hidden] = 1, 1
    assert Adjutant().offers(other) == Adjutant().offers(battle) == offers


@pytest.mark.parametrize("words", ["end", "take cover"])
def test_how_orders_are_shown(words: str) -> None:
    """The end is called what the system calls it; figures that are nothing are not shown."""
    game, orders = game_in_orders("yard", 7)
    assert go_on(game, orders)
    offer = next(offer for offer in orders.offers() if offer.words == words)
    assert offer.label("over") == ("over" if words == "end" else words)
    gain, danger, acts, worth = offer.figures()
    assert danger.endswith("%")
    assert worth[0] in "+-"
    assert bool(gain) == bool(acts) == (words != "end")
