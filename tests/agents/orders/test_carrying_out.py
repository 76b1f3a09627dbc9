"""Orders that are carried out: every action is open, all come to an end, and who learns something stops."""

import numpy as np
import pytest
from ordering import SCENARIOS, SYSTEMS, positions, staff

from fireteam.agents.bots import load_bot
from fireteam.agents.doctrine.orders import NO_ACT
from fireteam.agents.orders.words import order_in_words
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.record import NOWHERE
from fireteam.env.rules.verbs import END

MOST = 60  # actions that an order may come to: a run across a map, and what is done there


def carried_out(battle: Battle, number: int) -> tuple[list[str], bool]:
    """Return the actions that one of the orders proposed now comes to, in words, and whether it ended; others play on."""
    battle, made, other = battle.clone(), staff(), load_bot("tactician", 1)
    made.propose(battle)
    who, own = battle.decision.unit, battle.asked.own
    action: Action | None = made.obey(battle, number)
    done: list[str] = []
    while action is not None and len(done) < MOST:
        done.append(battle.words(action))
        battle.step(action)  # refuses what is not open
        while not battle.over and not (battle.decision.unit == who and battle.asked.own) and own:
            battle.step(other.decide(battle))
        action = made.go_on(battle) if own and not battle.over else None
    return done, action is None


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_an_order_comes_to_is_open(system: str, scenario: str) -> None:
    """Whichever of the orders is given: each of its actions is open when its turn comes, and it ends."""
    longest = 0
    for battle in positions(system, scenario, 6, decisions=120, apart=10):
        for number in range(len(staff().propose(battle))):
            done, ended = carried_out(battle, number)
            assert ended, done
            longest = max(longest, len(done))
    assert longest > 1


def test_a_unit_goes_and_then_acts() -> None:
    """An order of a place and an act moves the unit there first, unless something comes between."""
    went = 0
    for battle in positions("swan_song", "yard", 1, decisions=300, apart=5):
        orders = staff().propose(battle).copy()
        for number in np.flatnonzero((orders["goal"] >= 0) & (orders["verbs"][:, -1] >= 0)).tolist():
            done, _ = carried_out(battle, number)
            act = battle.words(Action(int(orders["verbs"][number][-1]), int(orders["arguments"][number][-1])))
            if act in done:
                went += 1
                assert done.index(act) > 0
    assert went > 10


def test_who_is_hurt_or_sees_more_stops() -> None:
    """A wound, or an enemy who comes into view, ends an order in the middle."""
    battle, made = next(b for b in positions("swan_song", "yard", 1) if b.asked.own), staff()
    orders = made.propose(battle).copy()
    far = next(n for n in np.flatnonzero(orders["goal"] >= 0).tolist() if len(carried_out(battle, n)[0]) > 2)
    made.propose(battle)
    battle.step(made.obey(battle, far))
    kept, pool = made.memories.copy(), battle.field.system.HEALTH[0]
    assert made.go_on(battle) is not None
    made.memories[:] = kept
    battle.unit(battle.decision.unit)[pool] -= 1
    assert made.go_on(battle) is None


def test_in_words() -> None:
    """An order is said as one would give it."""
    battle = next(b for b in positions("swan_song", "yard", 1) if b.asked.own)
    order = staff().propose(battle)[:1].copy()[0]
    verbs, width = battle.field.system.VERBS.numbers, int(battle.field.arena[0]["width"])
    enemy = [fighter.name for fighter in battle.field.roster].index("blue_3")

    def said(goal: int, after: int, *acts: tuple[str, int]) -> str:
        order["goal"], order["after"] = goal, after
        order["verbs"], order["arguments"] = -1, 0
        for place, (verb, argument) in enumerate(acts, 3 - len(acts)):
            order["verbs"][place], order["arguments"][place] = verbs[verb], argument
        return order_in_words(battle, order)

    aim, shoot = ("aim", enemy), ("shoot", enemy)
    assert said(4 * width + 12, -1, aim, shoot) == "go to (12, 4) by the barricade, aim at blue_3, then shoot blue_3"
    assert said(-1, -1, shoot) == "shoot blue_3"
    assert said(-1, -1, aim, aim, shoot) == "aim at blue_3 twice, then shoot blue_3"
    assert said(7 * width + 3, -1) == "go to (3, 7)"
    assert said(-1, -1, ("take_cover", 0)) == "take cover"
    assert said(-1, width + 2, shoot) == "shoot blue_3, then go to (2, 1) by the crates"
    assert said(-1, -1, ("end", 0)) == battle.words(Action(END)) == "end"


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_have_words(system: str) -> None:
    """Orders of one decision are told apart by their words."""
    for battle in positions(system, "yard", 4, apart=10):
        orders = staff().propose(battle)
        words = [order_in_words(battle, order) for order in orders]
        assert all(words)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_without_an_open_act_comes_to_an_open_action(system: str) -> None:
    """Whatever stands in an order, what is done is open: else a battle would stand still, or begin anew."""
    for battle in positions(system, "yard", 4, apart=5):
        made = staff()
        orders = made.propose(battle)
        orders[0]["goal"], orders[0]["verbs"][:] = NOWHERE, NO_ACT
        assert made.first_action(battle, 0) in battle.legal()
