"""One source, two ways to run it: compiled, and as plain Python in which an overflow raises. Both play the same battles."""

import hashlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laddermix import laddered
from motley import motley
from poolmix import mixed
from sourced import ROOT

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import fight_one
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules import kernel
from fireteam.env.scenario import setup
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.seats.bots import look
from fireteam.registry import make_vector
from tabletop import *

DECISIONS = 150
MOTLEY = 16
MIXED = 16  # of the other systems, each with the numbers of the catalog and with others
RANDOM = {"d10_pool": mixed, "ladder": laddered}
OVERFLOWING = [("ap", 128), ("ap", -129), ("flesh", 2**15), ("asked", 2**31)]
TINY = ('#:"o.', ".+/~.", "O..T.", "..%oW")
TINY_HEIGHTS = ("00000", "00012", "00013", "00000")


def cases(system: str) -> list[Scenario]:
    """Return the scenarios of a system that are played both ways: everything that is shipped, and a motley."""
    if system in RANDOM:
        drawn = [RANDOM[system](seed, other) for seed in range(MIXED) for other in (False, True)]
        return [load_scenario("duel", system), *drawn]
    shipped = [load_scenario(name).drawn(0) for name in scenario_names()]
    return shipped + [motley(seed) for seed in range(MOTLEY)]


def digest(*parts: object) -> str:
    """Return a short digest of bytes and of what has a faithful repr."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part if isinstance(part, bytes) else repr(part).encode())
    return made.hexdigest()[:16]


def sights(battle: Battle) -> bytes:
    """Return what all units see, as bytes."""
    system = battle.field.scenario.system
    numbering = layout(16, 30, system)
    observation = np.empty(observation_size(16, 30, system), np.float32)
    mask = np.empty(int(numbering[0]["size"]), np.int8)
    seen = b""
    for who in range(len(battle.field.roster)):
        look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
        seen += observation.tobytes() + mask.tobytes()
    return seen


def story(scenario: Scenario, seed: int) -> list[str]:
    """Return a digest per decision of a battle played at random, with observations at both ends and in each round."""
    battle = Battle(scenario, seed)
    dice = random.Random(seed)
    heard = [digest(battle.snapshot(), sights(battle), battle.events())]
    while not battle.over and len(heard) < DECISIONS:
        before = battle.round
        actions = battle.legal()
        verb = dice.choice(sorted({action.verb for action in actions}))
        events = battle.step(dice.choice([action for action in actions if action.verb == verb]))
        heard.append(digest(battle.snapshot(), events, sights(battle) if battle.over or battle.round != before else b""))
    return heard


def duel_of_bots(scenario: Scenario) -> list[str]:
    """Return a digest per decision of a battle between two doctrines."""
    battle = Battle(scenario, 1)
    bots = {team.name: load_bot("tactician", number) for number, team in enumerate(scenario.teams)}
    heard = []
    while not battle.over and len(heard) < DECISIONS:
        decision = battle.decision
        assert decision is not None
        battle.step(bots[decision.team].decide(battle))
        heard.append(digest(battle.snapshot()))
    return heard


def tiny() -> Battle:
    """Return a battle on a map of a few tiles with every kind of ground."""
    return table([unit((0, 1))], [unit((4, 1))], ground="\n".join(TINY), heights="\n".join(TINY_HEIGHTS))


def overflows() -> list[str]:
    """Return the fields that took a number they have no room for."""
    row = kernel.plain(tiny().record)[0]
    took = []
    for field, value in OVERFLOWING:
        try:
            setattr(row.units[0], field, value)
            took.append(field)
        except OverflowError:
            pass
    return took


def keep(scenario: Scenario, path: Path) -> None:
    """Write a scenario with its tables to a file."""
    path.write_bytes(pickle.dumps(setup.prepare(scenario)))


def kept(path: Path) -> Scenario:
    """Return a scenario written by `keep`, with its tables ready: in plain Python they would take minutes."""
    field = pickle.loads(path.read_bytes())
    scenario: Scenario = field.scenario
    setup._prepared[scenario.model_dump_json()] = field
    return scenario


def plainly(function: str, *arguments: object) -> Any:
    """Return what a function of this file returns in a process with the compiler switched off."""
    script = (
        "import pickle, sys; sys.path += sys.argv[1:]; import test_compiled as tests; assert not tests.kernel.COMPILED; "
        "function, arguments = pickle.loads(sys.stdin.buffer.read()); "
        "sys.stdout.buffer.write(pickle.dumps(getattr(tests, function)(*arguments)))"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            script,
            str(Path(__file__).parent),
            *(str(ROOT / "tests" / "support" / folder) for folder in ("", "rules", "pools", "ladder")),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input=pickle.dumps((function, arguments)),
        capture_output=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return pickle.loads(done.stdout)


def stories_of(folder: Path) -> list[list[str]]:
    """Return the stories of all scenarios kept in a folder."""
    return [story(kept(path), number) for number, path in enumerate(sorted(folder.glob("*.case")))]


def bots_of(path: Path) -> list[str]:
    """Return how two doctrines fight in a scenario kept in a file."""
    return duel_of_bots(kept(path))


def luck_of(path: Path) -> list[float]:
    """Return what luck was worth to the first team in a battle of a scenario kept in a file."""
    scenario = kept(path)
    bots = (load_bot("tactician"), load_bot("charger"))
    [outcome], _, _ = fight_one(scenario, bots, 1, reasons=False, noted=True)
    assert outcome.luck is not None
    return [*outcome.luck["traits"][0].tolist(), *outcome.luck["dealt"][:2].tolist()]


def batch_of(*paths: Path) -> list[str]:
    """Return a digest per step of a batch in scenarios kept in files."""
    heard = []
    for path in paths:
        batch = make_vector(2, scenario=kept(path), opponent="guard")
        seen, infos = batch.reset(seed=1)
        for turn in range(12):
            actions = [np.flatnonzero(mask)[turn % mask.sum()] for mask in infos["action_mask"]]
            seen, rewards, _, _, infos = batch.step(np.array(actions))
            heard.append(digest(seen.tobytes(), rewards.tobytes(), infos["action_mask"].tobytes()))
    return heard


def tables_of_tiny() -> str:
    """Return a digest of the tables of the tiny map."""
    return digest(tiny().field.arena.tobytes())


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_the_same_battles_to_the_byte(system: str, part: int, tmp_path: Path) -> None:
    """Compiled and plain, every battle has the same bytes and events after every decision, and shows its units the same."""
    assert kernel.COMPILED, "the tests themselves must run compiled"
    scenarios = cases(system)[part::2]
    for number, scenario in enumerate(scenarios):
        keep(scenario, tmp_path / f"{number:04}.case")
    plain = plainly("stories_of", tmp_path)
    assert len(plain) == len(scenarios)
    assert sum(map(len, plain)) > 750
    for number, scenario in enumerate(scenarios):
        compiled = story(scenario, number)
        pairs = enumerate(zip(compiled, plain[number], strict=False))
        first = next((turn for turn, (one, other) in pairs if one != other), None)
        assert compiled == plain[number], f"{scenario.title} differs from decision {first} on"


def test_the_same_bots(tmp_path: Path) -> None:
    """The doctrines decide alike compiled and plain."""
    scenario = load_scenario("yard")
    keep(scenario, tmp_path / "yard.case")
    decisions = duel_of_bots(scenario)
    assert len(decisions) > 50
    assert decisions == plainly("bots_of", tmp_path / "yard.case")


def test_the_same_luck(tmp_path: Path) -> None:
    """Luck is the same, compiled or not."""
    keep(load_scenario("duel"), tmp_path / "duel.case")
    compiled = luck_of(tmp_path / "duel.case")
    assert max(compiled) > 0
    np.testing.assert_allclose(plainly("luck_of", tmp_path / "duel.case"), compiled, rtol=1e-9, atol=1e-12)


def test_the_same_batch(tmp_path: Path) -> None:
    """A batch shows and pays the same, compiled or not, in every system."""
    paths = [tmp_path / f"{system}.case" for system in ("swan_song", "d10_pool", "ladder")]
    for path in paths:
        keep(load_scenario("duel", path.stem), path)
    assert batch_of(*paths) == plainly("batch_of", *paths)


def test_the_same_tables() -> None:
    """The tables of sight, screens, steps, paths and harm come out the same, on a map with every kind of ground."""
    assert tables_of_tiny() == plainly("tables_of_tiny")


def test_overflows_are_noticed() -> None:
    """Plain Python refuses a number that a field of the record has no room for, so the battles above had none such."""
    assert plainly("overflows") == []
