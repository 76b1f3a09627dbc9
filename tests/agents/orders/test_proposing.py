"""Orders that are proposed: few, never none, each begins with what is open, and the doctrine's own is among them."""

from collections.abc import Iterable

import numpy as np
import pytest
from ordering import SCENARIOS, SYSTEMS, positions, staff
from perturbing import perturbed

from fireteam.agents.bots import parameters_of
from fireteam.agents.doctrine.orders import KINDS, MOST_ACTS, MOST_ORDERS, NO_ACT
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.rollout import decide_row
from fireteam.env.observe.actions import Action
from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS, NOBODY, NOWHERE
from fireteam.env.rules.verbs import WALK


def own_of(orders: Iterable[np.void]) -> set[tuple[int, ...]]:
    """Return what tells orders apart: the place and the acts."""
    return {(int(one["goal"]), *one["verbs"].tolist(), *one["arguments"].tolist()) for one in orders}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_order_begins_with_what_is_open(system: str, scenario: str) -> None:
    """In every decision there are one to 64 orders, no two alike; the first action of each is open, and nothing changes."""
    kinds = set()
    for battle in positions(system, scenario, 3):
        before, legal, made = battle.snapshot(), battle.legal(), staff()
        orders = made.propose(battle).copy()
        assert 1 <= len(orders) <= MOST_ORDERS
        assert len(own_of(orders)) == len(orders)
        for number, order in enumerate(orders):
            assert made.first_action(battle, number) in legal, (battle.decision, order)
        kinds |= set(orders["kind"].tolist())
        assert battle.snapshot() == before
    assert len(kinds) > 3
    assert kinds <= set(range(len(KINDS)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_records_say_what_they_should(system: str) -> None:
    """Places are on the map and can be reached, targets are units, acts are verbs, and the best order comes first."""
    for battle in positions(system, "yard", 5, apart=3):
        arena = battle.field.arena[int(battle.record[0]["variant"])]
        orders = staff().propose(battle)
        assert (np.diff(orders["worth"][1:]) <= 0).all(), "the best come first, behind the doctrine's own"
        size, width = int(arena["size"]), int(arena["width"])
        body = battle.record[0]["units"][int(battle.record[0]["decider"])]
        paths = arena["paths"][(int(body["y"]) * width + int(body["x"])) * size :][:size]
        for order in orders:
            assert order["goal"] == NOWHERE or paths[order["goal"]] != UNREACHABLE
            assert order["target"] == NOBODY or 0 <= order["target"] < len(battle.field.roster)
            verbs = order["verbs"].tolist()
            assert all(verb == NO_ACT or verb in battle.field.system.VERBS for verb in verbs)
            assert verbs[MOST_ACTS - 1] != NO_ACT or order["goal"] != NOWHERE, "an order of nothing"
            assert verbs == sorted(verbs, key=lambda verb: verb != NO_ACT), "acts stand at the end"


@pytest.mark.parametrize("temper", ["steady", "bloodthirsty", "cowardly"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_doctrine_has_its_own_order_among_them(system: str, scenario: str, temper: str) -> None:
    """What a tactician orders is proposed by its worth, whatever the temper of the unit; so is what it answers."""
    bots, compared = np.repeat(parameters_of("tactician"), MAX_TEAMS), 0
    for battle in positions(system, scenario, 8, temper=temper):
        made, memories = staff(), np.zeros(MAX_UNITS, MEMORY)
        orders = made.propose(battle).copy()
        action = Action(*decide_row(*battle.arrays, plain(bots.copy()), plain(memories)))
        assert action in {made.first_action(battle, number) for number in range(len(orders))}, battle.decision
        own = memories[int(battle.record[0]["decider"])]
        if battle.decision.kind == "declare" and WALK not in own["verbs"]:
            own["goal"] = NOWHERE  # it knows where it would like to be, and declares no walk there
        if own["turn"]:  # it has given an order
            assert own_of([own]) == own_of(orders[:1]), battle.decision
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("system", ["swan_song", "d10_pool"])
def test_answers_of_every_kind_are_proposed(system: str) -> None:
    """To what others do a unit may answer with every verb that is open; in ladder nobody is asked."""
    asked = 0
    for battle in positions(system, "yard", 2, decisions=400):
        if battle.asked.own:
            continue
        orders, legal = staff().propose(battle), battle.legal()
        last = MOST_ACTS - 1
        given = {Action(int(one["verbs"][last]), int(one["arguments"][last])) for one in orders}
        assert given <= set(legal)
        assert {action.verb for action in given} == {action.verb for action in legal}
        asked += 1
    assert asked > 5


def test_what_a_side_does_not_know_changes_nothing() -> None:
    """Where the unseen are, and how others fare: all orders are the same, to the byte, with what they are worth."""
    rng, compared = np.random.default_rng(4), 0
    for seed in range(3):
        for battle in positions("swan_song", "night", seed, decisions=200, apart=4):
            orders = staff().propose(battle).tobytes()
            assert orders == staff().propose(perturbed(battle, rng)).tobytes(), battle.decision
            compared += 1
    assert compared > 60
