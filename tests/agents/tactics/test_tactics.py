"""What bots do when: situations are those that a scene shows, acts are counted once, and a fitted doctrine decides alike."""

from functools import cache

import numpy as np
import pytest
import toy

from fireteam.agents.bots import bot_names, load_bot, own_seed, parameters_of
from fireteam.agents.series.series import battle_seeds, fight_one, play_recorded
from fireteam.agents.tactics.distill import Fit, distill
from fireteam.agents.tactics.habits import EVERYWHERE, SURE, acts_of, contrasts, habits_of, ratio
from fireteam.agents.tactics.situations import ASPECTS, IN_COVER, IN_THE_OPEN, MEDIUM, NEAR, OUT_OF_SIGHT, UNDER_FIRE
from fireteam.agents.tactics.watched import DECIDED, Seen, watch, watch_pairs
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.rules.verbs import END, FAMILIES, OTHER, REPLY, SHOOT, STEP, TAKE_COVER, WALK
from fireteam.env.scenario.reading import load_scenario


@cache
def seen(bot: str, system: str = "swan_song", pairs: int = 2) -> list[Seen]:
    """Return a bot that was watched against tacticians in the yard."""
    scenario = load_scenario("yard", system)
    return watch_pairs((load_bot(bot), load_bot("tactician")), [("yard", scenario)], battle_seeds(3, pairs), True)


def test_every_verb_has_its_family() -> None:
    """A verb is of one family, and no verb of a rule system is left to the others unawares."""
    verbs = [verb for system in ("swan_song", "d10_pool", "ladder") for verb in port_of(system).VERBS.values()]
    assert {verb.family for verb in verbs} == set(FAMILIES)
    known = port_of("swan_song").VERBS
    asked = (SHOOT, STEP, WALK, TAKE_COVER, END)
    assert [known[verb].family for verb in asked] == ["shoot", "move", "move", "cover", "wait"]
    assert {verb.name for verb in verbs if verb.family == OTHER and not verb.traits & REPLY} == {"push", "call_out"}


def test_a_watched_battle_is_the_battle() -> None:
    """Watching changes nothing, every decision is written down, and what a team suffers is what its fates say."""
    scenario = load_scenario("yard")
    bots = (load_bot("tactician"), load_bot("charger"))
    one = watch(scenario, "yard", bots, 11, (1,))
    (outcome,), _, _ = fight_one(scenario, bots, 11, False)
    assert (one.winner, one.rounds) == (outcome.winner, outcome.rounds)
    assert outcome.decisions == len(one.decided)
    assert set(one.decided["team"][one.chosen]) == {1}
    assert (one.decided["open"][one.chosen] > 1).all()
    assert len(one.positions) == len(one.chosen)
    for team in (0, 1):
        taken = one.course.fates["taken"][one.course.sides == team].sum()
        assert one.harmed["points"][one.harmed["team"] == team].sum() == taken
    battle = Battle(scenario, 11, reasons=False)
    first = one.decided[0]
    units = battle.record[0]["units"]
    own, foes = units[units["team"][first["who"]] == units["team"]], units[: len(one.course.sides)]
    foes = foes[foes["team"] != first["team"]]
    here = units[first["who"]]
    apart = np.maximum(abs(foes["x"].astype(int) - here["x"]), abs(foes["y"].astype(int) - here["y"]))
    assert first["situation"]["nearest"] == pytest.approx(apart.min(), abs=apart.min() / 2)
    assert first["situation"]["odds"] == 1, "as many as its enemies, in the beginning"
    assert len(own) > 0


def test_situations_follow_what_happens() -> None:
    """Somebody is fired on, takes cover and is then in cover; bands of distance are as they are said to be."""
    decided = np.concatenate([one.decided for one in seen("tactician")])
    place, near = decided["situation"]["place"], decided["situation"]["nearest"]
    assert set(place) >= {OUT_OF_SIGHT, IN_COVER, IN_THE_OPEN}
    assert (decided["situation"]["fire"] == UNDER_FIRE).any()
    assert near[decided["situation"]["range"] == NEAR].max() <= 6 < near[decided["situation"]["range"] == MEDIUM].min()
    assert not (decided["situation"]["fire"][:8] == UNDER_FIRE).all(), "nobody is fired on before anybody has acted"


def test_acts_are_counted_once() -> None:
    """Steps in a row are one act, the end of a turn counts only where nothing was done in it, and replies do not."""
    rows = [(0, 1, True, WALK), (0, 1, True, STEP), (0, 1, True, STEP), (0, 1, True, SHOOT), (0, 1, True, END)]
    rows += [(1, 1, True, END), (0, 1, False, SHOOT), (0, 2, True, STEP)]
    decided = np.zeros(len(rows), DECIDED)
    for row, (who, turn, own, verb) in enumerate(rows):
        decided[row]["who"], decided[row]["own"], decided[row]["verb"] = who, own, verb
        decided[row]["situation"]["turn"] = turn
    assert acts_of(decided, "swan_song")["verb"].tolist() == [WALK, SHOOT, END, STEP]


def test_orders_are_counted_where_they_are_given() -> None:
    """Every kind of order in a watched battle, once for each that its replay has; none for a bot that gives none."""
    watched = seen("tactician")
    habits = habits_of(watched)
    given = sum(int((one.decided["order"] >= 0).sum()) for one in watched)
    assert habits.orders["shoot"].of == given > 0
    assert sum(share.share for share in habits.orders.values()) == pytest.approx(1.0)
    assert {kind for kind, share in habits.orders.items() if share.share > 0.05} >= {"shoot", "cover"}
    one = watched[0].watched
    bots = {team.name: load_bot("tactician", own_seed(one.seed)) for team in one.field.scenario.teams}
    battle = Battle(one.field.scenario, one.seed)
    record = Replay.of(battle, one.seed)
    play_recorded(battle, bots, record)
    assert sum(bool(step.order) for step in record.steps) == int((one.decided["order"] >= 0).sum())
    assert habits_of(seen("random")).orders["shoot"].of == 0


def test_habits_add_up_and_contrasts_are_proved() -> None:
    """Families share out all acts of a situation; a charger strikes where it is near, which is proved, and only what is."""
    habits = habits_of(seen("charger", pairs=10))
    for families in habits.shares.values():
        total = sum(share.share for share in families.values())
        assert total == pytest.approx(1.0) or next(iter(families.values())).of == 0
    for words in ASPECTS.values():
        counts = [habits.shares[word]["move"].of for word in words]
        assert sum(counts) == habits.shares[EVERYWHERE]["move"].of
    found = {one.family: one for one in contrasts(habits, "near", "medium")}
    assert found["strike"].first.share > found["strike"].second.share
    assert all(one.sure >= SURE for one in found.values())
    assert contrasts(habits, "near", "near") == []


def test_ratios_have_true_intervals() -> None:
    """In two hundred series of battles of unequal length, the true share lies in the interval about as often as it says."""
    random = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        wholes = random.integers(5, 40, 40).astype(float)
        chances = np.clip(random.normal(0.3, 0.1, 40), 0, 1)  # battles differ
        share = ratio(random.binomial(wholes.astype(int), chances).astype(float), wholes)
        hits += share.low <= 0.3 <= share.high
    assert 178 <= hits <= 199
    assert ratio(np.zeros(3), np.zeros(3)).of == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_doctrine_echoes_itself(system: str) -> None:
    """With its own weights a doctrine decides in every position as it did; with none it does not."""
    battles = [one.watched for one in seen("guard:noise=0", system)]
    fit = Fit(battles, 300)
    assert fit.decisions == 300
    own = fit.echo(parameters_of("guard:noise=0")["plain"][0, 0])
    assert own.same == own.kind == 1.0
    idle = 0.75 if system == toy.NAME else 0.6  # the toy leaves little to choose from
    assert fit.echo(np.zeros_like(parameters_of("guard")["plain"][0, 0])).same < idle


def test_distilling_finds_a_doctrine_that_decides_alike() -> None:
    """Every round reproduces more of what it is fitted to; the result is a bot by name, with the same agreement."""
    battles = [one.watched for one in seen("charger")]
    found = distill(battles[:2], battles[2:], 150)
    fitted = [one.fitted.same for one in found.rounds]
    assert fitted == sorted(fitted)
    assert found.best.same > found.nothing.same + 0.3
    assert set(found.weights) <= {one.weight for one in found.rounds}
    again = Fit(battles[2:], 150).echo(parameters_of(found.name)["plain"][0, 0])
    assert again == found.best
    assert found.best.interval[0] < found.best.same <= found.best.interval[1]
    if found.enough:
        assert set(found.enough) <= set(found.weights) | {one.weight for one in found.rounds}
    assert load_bot(found.name).name not in bot_names()
