"""What a network makes of a decision: what its description says, in every system, from what its side knows."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from everysystem import under
from networked import by_the_book, met_by, random_network, staff_of
from ordering import SYSTEMS
from perturbing import perturbed
from sourced import ROOT

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.doctrine.records import NOISE
from fireteam.agents.network.choosing import drawn
from fireteam.agents.network.reasons import judged
from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import COMPILED, entry

NEAR = 1e-4


def compared(system: str, scenario: str, fog: bool, decisions: int, seed: int = 3) -> list[tuple[np.ndarray, float]]:
    """Play random orders, and compare a network with its description wherever one is to be chosen; return what it says."""
    network, rng = random_network(), np.random.default_rng(seed)
    bots = parameters_of(network.name)
    battle, staff, made = Battle(under(system, scenario, fog), seed, reasons=False), staff_of(network.name), []
    for _ in range(decisions):
        if battle.over:
            break
        before = staff.memories.copy()
        action = staff.next(battle)
        orders, logits, value = judged(battle, bots, before)
        if action is None:
            assert len(orders) == staff.count
            wanted, worth = by_the_book(dict(network.tensors), met_by(battle, staff))
            np.testing.assert_allclose(logits, wanted, atol=NEAR)
            assert value == pytest.approx(worth, abs=NEAR)
            made.append((logits, value))
            action = staff.obey(battle, int(rng.integers(staff.count)))
        else:
            assert len(orders) == 0
        battle.step(action)
    return made


@pytest.mark.parametrize(("scenario", "fog"), [("yard", False), ("night", True), ("keep", False)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_computes_what_its_description_says(system: str, scenario: str, fog: bool) -> None:
    """Logits and value of all decisions of a battle are those of the description, and they differ."""
    made = compared(system, scenario, fog, 120)
    assert len(made) > 15
    assert len({value for _, value in made}) > 10
    assert max(np.ptp(logits) for logits, _ in made) > 0.1


def test_what_a_side_does_not_know_changes_nothing() -> None:
    """Where the unseen are, and how others fare: logits and value are the same to the last bit."""
    name, rng, count = random_network().name, np.random.default_rng(4), 0
    for seed in range(2):
        battle, bot = Battle(under("swan_song", "night", fog=True), seed, reasons=False), load_bot(name, seed)
        for _ in range(150):
            if battle.over:
                break
            action = bot.decide(battle)
            if (said := bot.why(battle)) is not None:
                mine = judged(battle, bot._parameters, bot._before)
                theirs = judged(perturbed(battle, rng), bot._parameters, bot._before)
                assert mine[0].tobytes() == theirs[0].tobytes()
                assert mine[1].tobytes() == theirs[1].tobytes()
                assert mine[2] == theirs[2] == pytest.approx(said["value"], abs=1e-4)
                count += 1
            battle.step(action)
    assert count > 30


@entry
def draw_many(logits, temperature, count, seen):
    """Draw `count` times, and add up how often each choice comes."""
    for word in range(count):
        seen[drawn(logits, len(logits), temperature, word * 4294967296 // count)] += 1


@pytest.mark.parametrize("temperature", [0.0, 0.01, 0.5, 1.0, 20.0])
def test_choices_are_drawn_by_their_chances(temperature: float) -> None:
    """Over all words each choice comes as often as its chance says; at 0 only the likeliest, the first of equals."""
    logits = np.array([0.3, 1.5, -2.0, 1.5, 0.9], np.float32)
    seen = np.zeros(5, np.int64)
    draw_many(logits, temperature, 100_000, seen)
    if temperature == 0.0:
        assert seen.tolist() == [0, 100_000, 0, 0, 0]
        return
    wanted = np.exp((logits - 1.5).astype(float) / temperature)
    np.testing.assert_allclose(seen / 100_000, wanted / wanted.sum(), atol=1e-4)


def test_shares_of_choices_in_a_position() -> None:
    """Bots of many seeds choose in one position as often as the reasons say, whatever the temperature."""
    name, battle = random_network().name, Battle(under("swan_song"), 3)
    bot = load_bot(name)
    while bot.decide(battle) and bot.why(battle) is None:
        battle.step(bot.decide(battle))
    for temperature in (0.3, 3.0):
        drawing, staff = load_bot(f"{name}:temperature={temperature}"), staff_of(name)
        bots = drawing._parameters
        bots["plain"][..., NOISE] = staff.parameters["plain"][..., NOISE] = 0.0  # else what is proposed depends on the seed
        _, logits, _ = judged(battle, bots, bot._before)
        wanted = np.exp((logits - logits.max()).astype(float) / temperature)
        wanted /= wanted.sum()
        firsts: dict[tuple[int, int], float] = {}
        staff.memories[:] = bot._before
        assert staff.next(battle) is None
        for number, chance in enumerate(wanted.tolist()):
            action = staff.first_action(battle, number)
            firsts[action] = firsts.get(action, 0.0) + chance
        tries, seen = 1500, dict.fromkeys(firsts, 0)
        for seed in range(tries):
            drawing._seed, drawing._battle = seed * 1_000_003, battle
            drawing._memories[:] = bot._before
            seen[drawing.decide(battle)] += 1
        often = {action: tries * chance for action, chance in firsts.items() if tries * chance > 1}
        spread = sum((seen[action] - count) ** 2 / count for action, count in often.items())
        assert spread < 3 * len(often) + 20, (temperature, seen, often)


def first_thoughts() -> list[list[float]]:
    """Return what a network says of the first decision in a small battle of each system: its value, and the logits."""
    said = []
    for system in SYSTEMS:
        battle, bots = Battle(under(system, "duel"), 3, reasons=False), parameters_of(random_network().name)
        staff = staff_of(random_network().name)
        while True:
            before = staff.memories.copy()
            if (action := staff.next(battle)) is None:
                break
            battle.step(action)
        _, logits, value = judged(battle, bots, before)
        said.append([value, *logits.tolist()])
    return said


@pytest.mark.slow
def test_plain_python_says_the_same() -> None:
    """Without a compiler the same sources give the same numbers, nearly: sums are rounded less often."""
    script = (
        "import pickle, sys; sys.path[:0] = sys.argv[1:]; import test_judging as tests; assert not tests.COMPILED; "
        "sys.stdout.buffer.write(pickle.dumps(tests.first_thoughts()))"
    )
    support = [str(ROOT / "tests" / "support" / folder) for folder in ("", "rules", "view")]
    done = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent), str(ROOT / "tests"), *support],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    assert COMPILED
    for plain, compiled in zip(pickle.loads(done.stdout), first_thoughts(), strict=True):
        np.testing.assert_allclose(plain, compiled, atol=NEAR)
