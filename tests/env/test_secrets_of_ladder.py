"""Plans keep their secrets in ladder: a feint that fools is a blow to who is fooled, and nobody sees a plan being made.

A battle in which a unit has feinted, and fooled, is compared with the one in which it has declared the blow that this is
taken for: up to its turn all that is made for the fooled team is the same. So it is if plans change that it does not see.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from everysystem import under
from laddertable import *
from plansecrets import is_seen, open_plan_anew, plan_anew

from fireteam.agents.bots import doctrines, load_bot
from fireteam.agents.search.bot import SearchBot
from fireteam.env.analysis.odds import as_numbers, quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import UP
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.models import Scenario
from fireteam.env.seats.bots import look
from fireteam.systems.ladder.rules.record import DECLARING

RED, BLUE = 0, 1
PLAYOUTS = 24


def seen_by(battle: Battle, who: int) -> tuple[bytes, bytes]:
    """Return the observation and the mask of a unit."""
    numbering = layout(8, 8, "ladder")
    log, mask = new_log(battle.record.dtype, SILENT), np.zeros(int(numbering[0]["size"]), np.int8)
    seen = np.zeros(observation_size(8, 8, "ladder"), np.float32)
    look(plain(battle.record), battle.arrays[1], plain(log), plain(numbering), who, seen, mask)
    return seen.tobytes(), mask.tobytes()


def seen_of(battle: Battle, team: int) -> dict[str, Any]:
    """Return the observations and masks of all units of a team."""
    units = battle.record[0]["units"]["team"][: len(battle.field.roster)]
    return {f"seen by {who}": seen_by(battle, who) for who in np.flatnonzero(units == team).tolist()}


def made_for(battle: Battle, team: int) -> dict[str, Any]:
    """Return what is made for the team that decides: what is seen, open and quoted, and what each kind of bot does."""
    found = seen_of(battle, team)
    again = battle.copy()
    open_plan_anew(*again.arrays)
    found["open"] = again.legal()
    found["odds"] = {action: as_numbers(odds) for action, odds in quotes(battle).items()}
    found["known"] = battle.as_known(team).record["units"].tobytes()
    for name in (*doctrines(), "random"):
        found[name] = load_bot(name, 5).decide(battle)
    bot = SearchBot(playouts=PLAYOUTS, seed=3)
    found["search"], found["search, why"] = bot.decide(battle), bot.why(battle)
    return found


# A feint against a real blow.


def square(weapons: list[str], red: int, **options: Any) -> Battle:
    """Return a battle in which red_1 and red_2 stand among blue_1 and blue_2; red_1 has a rank of Discipline."""
    gun = ["light_pistol", "axe"]
    sides = (
        [
            fighter((10, 2), weapons=weapons, skills={"discipline": red, "melee": 2, "unarmed": 2}),
            fighter((14, 4), weapons=gun, skills={"discipline": 1}),
        ],
        [
            fighter((11, 2), weapons=gun, skills={"discipline": 3, "physique": 1}),
            fighter((15, 1), weapons=gun, skills={"discipline": 2}),
        ],
    )
    return table(*sides, initiative=(0, 0, 0, 0), **options)


def go_to(battle: Battle, kind: str, name: str) -> None:
    """Let all declare nothing until a unit is asked."""
    while decider(battle) != (kind, name):
        battle.step("end")


def feints_and_strikes(weapons: list[str], others: tuple[str, ...], fog: bool) -> tuple[Battle, Battle]:
    """Return two battles in which red_1 has feinted at blue_1, which it has fooled, or has declared the blow."""
    battle = square(weapons, red=-1, fog=fog)
    go_to(battle, "declare", "red_1")
    for action in others:
        battle.step(action)
    blow = "strike" if weapons else "punch"
    feigned, meant = battle.copy(), battle.copy()
    feigned.step("feint blue_1")
    meant.step(f"{blow} blue_1")
    feigned.dictate(faces(4, 0))
    feigned.step("end")
    feigned.dictate([])
    meant.step("end")
    assert feigned.record[0]["shams"] == 1
    return feigned, meant


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("others", [(), ("walk",), ("punch blue_1", "dodge_attacks blue_2")])
@pytest.mark.parametrize("weapons", [[], ["sword"]])
def test_a_feint_that_fools_is_a_blow(weapons: list[str], others: tuple[str, ...], fog: bool) -> None:
    """LD-G5: from the declaration to the feinter's turn its target and the whole team cannot tell, nor can their bots."""
    feigned, meant = feints_and_strikes(weapons, others, fog)
    compared: Counter[str] = Counter()
    plans = {"blue_1": ["walk", "shoot red_2", "end"], "blue_2": ["dodge_attacks red_2", "walk", "end"]}
    while feigned.round == 1 and decider(feigned)[1] != "red_1":  # which acts last
        kind, name = decider(feigned)
        assert decider(meant) == (kind, name)
        assert seen_of(feigned, BLUE) == seen_of(meant, BLUE)
        if name.startswith("blue"):
            one, other = made_for(feigned, BLUE), made_for(meant, BLUE)
            assert {key for key in one if one[key] != other[key]} == set(), f"{name} can tell in {kind}"
            compared[kind] += 1
        action = plans[name].pop(0) if kind == "declare" and name in plans else "end"
        if kind == "move":
            action = feigned.words(max(feigned.legal()))  # a step
        for battle in (feigned, meant):
            battle.step(action)
    assert compared["declare"] >= 6
    assert compared["move"] >= 2


def test_a_feint_is_none_to_who_makes_it_and_to_who_sees_through_it() -> None:
    """The test above is not empty: the own team knows better, and so does a target that sees through it."""
    feigned, meant = feints_and_strikes([], (), False)
    assert seen_of(feigned, RED) != seen_of(meant, RED)
    battle = square([], red=-1)
    go_to(battle, "declare", "red_1")
    battle.step("feint blue_1")
    battle.dictate(faces(0, 4))
    battle.step("end")
    battle.dictate([])
    assert battle.record[0]["shams"] == 0
    assert seen_of(battle, BLUE) != seen_of(feigned, BLUE)


# Plans that are being made.


@pytest.mark.parametrize("fog", [False, True])
def test_nobody_sees_a_plan_being_made(fog: bool) -> None:
    """LD-T1: the units of other teams see of a plan nothing before it is complete, in whatever turn of whatever battle."""
    rng, changed = np.random.default_rng(3), 0
    for seed in range(3):
        battle, bot = Battle(under("ladder", fog=fog), seed, reasons=False), load_bot("random", seed)
        for _ in range(120):
            if battle.over:
                break
            if decider(battle)[0] == "declare":
                other, who = battle.copy(), int(battle.record[0]["decider"])
                plan_anew(other, who, rng)
                changed += int(other.record[0]["units"][who]["items"] != battle.record[0]["units"][who]["items"])
                team = 1 - int(battle.record[0]["units"]["team"][who])
                assert seen_of(other, team) == seen_of(battle, team), battle.decision
            battle.step(bot.decide(battle))
    assert changed > 60


def offices() -> Scenario:
    """Return a battle in fog, of two teams who have the offices between them."""
    teams = [{"name": name, "start": name[0], "units": [{"template": "soldier", "count": 3}]} for name in ("red", "blue")]
    return Scenario.model_validate({"title": "Offices", "system": "ladder", "map": "offices", "fog": True, "teams": teams})


def test_in_fog_plans_of_the_unseen_change_nothing() -> None:
    """Whoever is not seen may have declared anything: no bot, no search and no unit can tell, declaring or moving."""
    rng, compared, unseen = np.random.default_rng(6), Counter(), 0
    for seed in range(3):
        battle = Battle(offices() if seed % 2 else under("ladder", fog=True), seed, reasons=False)
        players = [load_bot(name, seed) for name in ("charger", "random")]
        for number in range(150):
            if battle.over:
                break
            kind, row = decider(battle)[0], battle.record[0]
            if number % 10 == 0 and kind in ("declare", "move"):
                team = int(row["units"]["team"][row["decider"]])
                other = battle.copy()
                for who in range(len(battle.field.roster)):
                    enemy = row["units"][who]
                    if enemy["team"] != team and enemy["status"] == UP and not is_seen(battle, team, who):
                        plan_anew(other, who, rng)
                        unseen += 1
                one, two = made_for(battle, team), made_for(other, team)
                assert {key for key in one if one[key] != two[key]} == set(), f"{battle.decision} knows too much"
                compared[kind, bool(row["pass_number"] == DECLARING)] += 1
            battle.step(players[int(rng.integers(2))].decide(battle))
    assert unseen > 30
    assert min(compared["declare", True], compared["move", False]) >= 3, compared
