"""Ladder's bots weigh whole plans: the best is what they declare, and each that is offered can be declared."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from everysystem import under

from fireteam.agents.bots import parameters_of
from fireteam.agents.doctrine.choose import aim_for
from fireteam.agents.doctrine.interface import offer_acts
from fireteam.agents.doctrine.offers import no_offers
from fireteam.agents.doctrine.orders import MOST_ACTS, NO_ACT, OFFER
from fireteam.agents.doctrine.records import MEMORY, RESERVE
from fireteam.agents.doctrine.temper import take_weights
from fireteam.agents.rollout import decide_row
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.kernel import entry, plain
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.sides.view import as_known
from fireteam.systems.ladder.words.verbs import DODGE_ATTACKS, END, WALK

BATTLES, ROOM = 3, 65
NOTHING = [Action(END, 0)]


@entry
def offered(battles, arenas, logs, bots, memories, offers):
    """Write what the unit that decides in the first row is offered into `offers`, and its goal into its memory."""
    battle = battles[0]
    arena = arenas[battle.variant]
    who = battle.decider
    bot = bots[battle.units[who].team]
    known = as_known(battle, arena, logs[0], battle.units[who].team)
    take_weights(known, bot, arena.sheets[who].temper)
    aim_for(known, arena, bot, who, memories[who])
    no_offers(offers, END)
    offer_acts(known, arena, logs[0], bot, who, memories[who], bot.weights[RESERVE], offers)


def acts_of(offer: Any) -> list[Action]:
    """Return the acts of an offer."""
    pairs = zip(offer["verbs"].tolist(), offer["arguments"].tolist(), strict=True)
    return [Action(verb, argument) for verb, argument in pairs if verb != NO_ACT]


def plans(scenario: str, seed: int) -> Iterator[tuple[Battle, np.ndarray, list[Action]]]:
    """Yield the moments of a battle at which a unit begins to declare: a copy, what it is offered, what it declares.

    The offers change nothing of the battle.
    """
    battle = Battle(under("ladder", scenario), seed)
    bots, memories = np.repeat(parameters_of("tactician"), MAX_TEAMS), np.zeros(MAX_UNITS, MEMORY)
    moment, offers, declared = battle.copy(), np.zeros(ROOM, OFFER), NOTHING
    while not battle.over:
        row = battle.record[0]
        declares = battle.decision.kind == "declare"
        if declares and row["units"][row["decider"]]["items"] == 0:
            moment, offers, declared = battle.copy(), np.zeros(ROOM, OFFER), []
            before = battle.record.tobytes()
            offered(*battle.arrays, plain(bots), plain(memories.copy()), plain(offers))
            assert battle.record.tobytes() == before
        action = Action(*decide_row(*battle.arrays, plain(bots), plain(memories)))
        declared += [action] * declares
        battle.step(action)
        if declares and (action.verb == END or battle.decision is None or battle.decision.kind != "declare"):
            yield moment, offers, declared


@pytest.mark.parametrize("scenario", ["yard", "keep"])
def test_the_best_plan_is_declared(scenario: str) -> None:
    """It is the first offer, and worth more than any other; the unit declares nothing else if the plan has room left."""
    for seed in range(BATTLES):
        for _, offers, declared in plans(scenario, seed):
            best, others = acts_of(offers[0]), offers[2 : 1 + offers[0]["count"]]
            assert best not in map(acts_of, others)
            assert best == declared[: len(best)]
            assert (others["worth"] < offers[0]["worth"]).all()
            if best != NOTHING:
                assert acts_of(offers[1]) == best
                assert len(best) == MOST_ACTS or declared[len(best) :] in ([], NOTHING)


@pytest.mark.parametrize("scenario", ["yard", "keep"])
def test_each_plan_can_be_declared(scenario: str) -> None:
    """Act by act; among them are attacks after a walk and after an evasion."""
    prepared = set()
    for seed in range(BATTLES):
        for moment, offers, _ in plans(scenario, seed):
            for row in offers[1 : 1 + offers[0]["count"]]:
                twin = moment.copy()
                for act in acts_of(row):
                    twin.step(act)
                assert row["gain"] >= 0
                assert row["kind"] >= 0
                prepared.add(int(row["verbs"][1]))
    assert {NO_ACT, WALK, DODGE_ATTACKS} <= prepared
