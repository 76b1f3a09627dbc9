"""Networks as bots: they play whole battles everywhere, the same ones wherever they play, and say why."""

import json
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commanded import good, refused
from everysystem import each, under
from networked import given_file, random_network, random_tensors  # noqa: F401
from pydantic import ValidationError

import fireteam
from fireteam.agents.bots import CompiledBot, load_bot, parameters_of
from fireteam.agents.doctrine.records import MEMORY, SHOWN
from fireteam.agents.network.box import Network, is_network, load_network, network_named
from fireteam.agents.network.reasons import judged
from fireteam.agents.network.storage import new_card
from fireteam.agents.opponents import asked_opponent
from fireteam.agents.series.series import fight_one, fight_series, swapped
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import encode
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.scenario.models import Scenario
from fireteam.env.vector import Vector
from fireteam.env.view.playback.cutter import playback_of
from fireteam.env.view.reasons import because
from fireteam.seating import find_bot

DRAWS = ":temperature=1"


def played(bot: CompiledBot, scenario: Scenario, seed: int = 3) -> list[tuple[int, int]]:
    """Return the actions of a battle in which a bot plays all sides; each is open."""
    battle, actions = Battle(scenario, seed, reasons=False), []
    while not battle.over:
        action = bot.decide(battle)
        assert action in battle.legal()
        actions.append((action.verb, action.argument))
        battle.step(action)
    return actions


@each
@pytest.mark.parametrize("fog", [False, True])
def test_whole_battles(system: str, fog: bool) -> None:
    """In every system a network plays legal battles to the end; the same seed plays the same way, another another one."""
    name, scenario = random_network().name, under(system, fog=fog)
    first = played(load_bot(name, 5), scenario)
    assert first == played(load_bot(name, 5), scenario)
    drawn = [played(load_bot(name + DRAWS, seed), scenario) for seed in (5, 6, 5)]
    assert drawn[0] == drawn[2]
    assert len({str(actions) for actions in (first, *drawn)}) == 3


@each
@pytest.mark.parametrize("temperature", ["", DRAWS])
def test_a_series_goes_as_the_bot_decides(system: str, temperature: str) -> None:
    """Compiled series and battles that are asked decision by decision end alike, whoever has which seat."""
    scenario = under(system)
    bots = {"red": load_bot(random_network().name + temperature), "blue": load_bot("charger")}
    for swap in (False, True):
        outcomes = fight_series(scenario, bots, 5, seed=4, swap=swap).outcomes
        for number, outcome in enumerate(outcomes):
            seats = (bots["red"], bots["blue"])
            again, _, _ = fight_one(scenario, swapped(seats, number, swap), outcome.seed, reasons=False)
            assert again == [outcome]


class Asked:
    """A network that a batch asks for every decision, with the seeds that it has in the compiled loop."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._games: dict[tuple[int, int], tuple[Battle, CompiledBot]] = {}  # by row and number of the battle

    def __call__(self, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Return action numbers for rows of a batch."""
        return np.array([self._answer(vector, row) for row in rows.tolist()])

    def _answer(self, vector: Vector, row: int) -> int:
        record = vector.battles[row : row + 1]
        stream, number, team = (int(vector.episodes[row][name]) for name in ("stream", "number", "asked"))
        if (row, number) not in self._games:
            battle = Battle.in_progress(vector.ground.field(record[0]), record)
            self._games[row, number] = battle, CompiledBot(self._name, (stream ^ number * 8 + team) - team)
        battle, bot = self._games[row, number]
        battle.show(record)
        return encode(battle.field, team, bot.decide(battle), vector.numbering)


def steps_of(opponent: Any, system: str, decisions: str = "actions", **options: Any) -> list[tuple[Any, ...]]:
    """Return what a learner that takes the first that is open meets in some battles of a batch."""
    given = {"scenario": under(system, "duel", fog=True), "decisions": decisions} | options
    batch = fireteam.make_vec(3, opponent=opponent, **given)
    seen, infos = batch.reset(seed=2)
    made = []
    for turn in range(60):
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in infos["action_mask"]])
        seen, rewards, ended, _, infos = batch.step(actions)
        made.append((seen.tobytes(), rewards.tolist(), ended.tolist()))
    batch.close()
    return made


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_a_batch_meets_the_same_opponent(system: str) -> None:
    """In the compiled loop a network does what it does where it is asked, decision by decision."""
    name = random_network().name + DRAWS
    assert steps_of(name, system) == steps_of([asked_opponent("asked", Asked(name), SHOWN)], system)
    assert steps_of(name, system) == steps_of(load_bot(name), system) != steps_of("charger", system)


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_a_batch_of_orders_meets_it_too(system: str) -> None:
    """Where learners decide in orders a network can oppose; threads, weights and other opponents change nothing of it."""
    name = random_network().name + DRAWS
    steps = steps_of(name, system, "orders")
    assert steps == steps_of(name, system, "orders", threads=2) != steps_of("charger", system, "orders")
    assert steps == steps_of({name: 1.0, "guard": 0.0}, system, "orders")


def test_two_networks_are_two_opponents() -> None:
    """Each line-up has its own; a batch keeps each of them once."""
    names = [random_network(seed).name for seed in (1, 2)]
    batch = fireteam.make_vec(8, scenario="duel", opponent=dict.fromkeys(names, 1.0))
    batch.reset(seed=1)
    opposition = batch.opposition
    assert {opponent.name for opponent in opposition.known} == {*names, "line-up 0"}  # before, random play
    assert len(opposition.bots) == 3
    assert len(np.unique(opposition.bots["numbers"][:, :10], axis=0)) == 3
    assert len(set(opposition.numbers[: opposition.drawn].reshape(-1).tolist())) == 2
    batch.close()


def test_reasons_are_in_the_replay(file: Path, tmp_path: Path) -> None:
    """Where a network has chosen an order, the replay has its chances in words and the value; asking changes no decision."""
    path = tmp_path / "battle.jsonl.gz"
    good("fight", "yard", "--red", f"{file}{DRAWS}", "--quiet", "--replay", str(path))
    replay = Replay.load(path)
    replay.verify()
    reasons = [step.why for step in replay.steps if step.why is not None]
    assert len(reasons) > 5
    assert all(step.why is None for step in replay.steps if (step.unit or "").startswith("blue"))
    for why in reasons:
        assert why.keys() == {"value", "chances"}
        chances = list(why["chances"].values())
        assert 1 <= len(chances) <= 5
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) < 1.001
    assert any(words.startswith("go to (") for why in reasons for words in why["chances"])
    lines = [line for moment in playback_of(replay)["moments"] for line in moment.get("log", [])]
    assert [line["text"] for line in lines if line["kind"] == "why"] == [because(why) for why in reasons]
    given = [step for step in replay.steps if step.unit.startswith("red") and step.order]
    assert len(given) > 5
    assert all(step.why is None or step.order in step.why["chances"] or len(step.why["chances"]) == 5 for step in given)


def test_asking_why_changes_nothing() -> None:
    """A bot that is asked plays as one that is not, and answers for its last decision only."""
    scenario, name = under("swan_song", fog=True), random_network().name + DRAWS
    battle, asked, actions = Battle(scenario, 3, reasons=False), load_bot(name, 5), []
    assert asked.why(battle) is None
    answers = 0
    while not battle.over:
        action = asked.decide(battle)
        said = asked.why(battle)
        assert said == asked.why(battle)
        answers += said is not None
        actions.append((action.verb, action.argument))
        battle.step(action)
        assert battle.over or asked.why(battle) is None
    assert 5 < answers < len(actions)
    assert actions == played(load_bot(name, 5), scenario)
    assert load_bot("tactician").why(battle) is None


def ends_of(make: Callable[..., CompiledBot]) -> list[tuple[int, int]]:
    """Return what a bot from another process does in a battle."""
    return played(make(seed=5), under("swan_song", "duel"))


def test_it_is_known_in_another_process() -> None:
    """A bot of a file takes its network along; it is known there by the same name, and plays the same."""
    bot = load_bot(Network(random_tensors(9), new_card("far", ["ladder"])).name + DRAWS, 5)
    wanted = ends_of(bot.maker())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(ends_of, (bot.maker(),)) == wanted
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(played, (bot, under("swan_song", "duel"))) == wanted
    again = pickle.loads(pickle.dumps(network_named(bot.name.partition(":")[0])))
    assert again.name == bot.name.partition(":")[0]


def test_evaluations_take_files(file: Path) -> None:
    """`fireteam evaluate FILE` fights in several processes, and comes to what one comes to."""
    given = ("evaluate", str(file), "--against", "charger", "--scenarios", "duel", "--battles", "8", "--json")
    assert json.loads(good(*given, "--workers", "2")) == json.loads(good(*given))


def test_a_name_in_a_file_opens_nothing(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A scenario's `doctrine` may name no file: it may have come from anybody."""
    monkeypatch.chdir(tmp_path)
    text = file.name
    assert find_bot(text, 0).name.startswith("novice@")
    for name in (text, f"{text}{DRAWS}", "gone.safetensors"):
        with pytest.raises(ContentError, match="only a name typed on the command line may be that of a file"):
            find_bot(name, 0, objects=False)
    sent = under("swan_song", "duel").model_dump(exclude_unset=True)
    sent["teams"][1]["doctrine"] = text
    with pytest.raises(ValidationError, match="doctrine"):
        Scenario.model_validate(sent)


@pytest.mark.parametrize(
    "said", ["temperature=-1", "temperature=0.001", "temperature=101", "temperature=nan", "temperature=1e1", "temperature=",
             "temperature", "cover=1", "temperature=1,cover=1"],
)  # fmt: skip
def test_temperatures_that_are_none(said: str) -> None:
    """A network takes its temperature, 0 or from 0.01 to 100, and nothing else."""
    name = random_network().name
    with pytest.raises(ContentError) as error:
        load_bot(f"{name}:{said}")
    assert str(error.value) == f"bot '{name}:{said}': must be temperature=NUMBER, 0 or from 0.01 to 100"


def test_temperatures_that_are_some(file: Path) -> None:
    """Both ends of the range, and names of files."""
    name = random_network().name
    for said in ("0", "0.01", "100", "1", "2.5"):
        assert parameters_of(f"{name}:temperature={said}")["temperature"][0] == np.float32(said)
    assert find_bot(f"{file}:temperature=2", 0).name == f"{load_network(file).name}:temperature=2"
    assert "must be temperature=NUMBER" in refused("fight", "duel", "--red", f"{file}:cover=2", "--battles", "2")


def test_names() -> None:
    """A network is known by its card's name and its numbers, once it is open; a name that is none says so."""
    name = random_network(5).name
    assert is_network(name)
    assert name == random_network(5).name != random_network(6).name
    assert find_bot(name, 0).name == name
    odd = Network(random_tensors(5), new_card("a:b, c=1", ["ladder"])).name
    assert odd == f"a_b_c_1@{name.partition('@')[2]}"
    assert find_bot(f"{odd}:temperature=1", 0).name == f"{odd}:temperature=1"
    with pytest.raises(ContentError, match="no network is called 'nobody'"):
        network_named("nobody")
    with pytest.raises(ContentError, match="no bot is called 'nobody@12345678'"):
        find_bot("nobody@12345678", 0)


def test_what_shaping_has_paid_is_part_of_what_a_network_expects() -> None:
    """The potential is added with the weight that the card names: nothing while both sides are whole; no order changes."""
    battle, bot = Battle("yard", 5, reasons=False), load_bot("tactician", 1)

    def expected() -> list[float]:
        while not battle.asked.own or len(battle.legal()) < 5:
            battle.step(bot.decide(battle))
        said = []
        for shaping in (0.0, 0.5, 1.0):
            network = Network(random_tensors(), new_card("novice", ["swan_song"], shaping=shaping))
            said.append(judged(battle, parameters_of(network.name), np.zeros(MAX_UNITS, MEMORY)))
            network.forget()
        assert (said[0][1] == said[1][1]).all()
        return [value for _, _, value in said]

    assert len(set(expected())) == 1
    while battle.record[0]["round_number"] < 3:
        battle.step(bot.decide(battle))
    plain, half, whole = expected()
    assert abs(half - plain) > 0.01
    assert whole - plain == pytest.approx(2 * (half - plain), abs=1e-6)
