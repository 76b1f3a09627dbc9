"""Attacks thrown over and over with the engine's own dice, and counted, beside what the odds say of them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from everysystem import under

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.interface import DONE, step
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.log import ATTACK, DAMAGE, GRAPPLED, GRAZE, HELD_DOWN, HIT, LOCATION_HIT, MISS, ROLL, SOAKED
from fireteam.env.rules.record import UP
from fireteam.env.rules.verbs import END, PASS
from fireteam.env.scenario.reading import scenario_names

MISSED, GRAZED, LANDED, STOPPED = range(4)  # how a throw ends
WAY, POINTS, DOWN, GLITCH, SETTLED = range(5)  # columns
MOST_STEPS = 60
SWAN_SONG = ("miss", "graze", "hit", "stopped")


@entry
def throw(opening, battles, arenas, logs, verb, argument, attacker, target, purpose, soaks, waits, own, seed, out):
    """Take an action once for each row of `out`, let everybody pass until it is settled, and write what it came to.

    Args:
        purpose: of the roll of an attack. soaks: whether points are what is left after soak.
        waits: whether it is settled only later in the round, after everybody's "end".
        own: by kind of decision, whether it is in one's own phase.
    """
    good = 0
    for time in range(len(out)):
        battles[0] = opening[0]
        battle, log = battles[0], logs[0]
        arena = arenas[battle.variant]
        battle.seed[0], battle.seed[1] = time, seed
        row = out[time]
        row[:] = 0
        row[WAY] = STOPPED
        now = battle.round_number
        act, about = verb, argument
        for _ in range(MOST_STEPS):
            if step(battle, arena, log, act, about) != DONE:
                break
            read(log, attacker, target, purpose, soaks, row)
            if battle.over or battle.round_number != now or (waits and row[SETTLED]):
                good += 1
                break
            if own[battle.decision] and not waits:
                good += 1
                break
            act, about = choice(battle)
        row[DOWN] = battle.units[target].status != UP
    return good


@entry
def read(log, attacker, target, purpose, soaks, row):
    """Write into a row what the events of a step tell of an attack, up to the next one; the first that settles it counts."""
    if row[SETTLED]:
        return
    for place in range(log.count):
        event = log.events[place]
        if event.kind == ATTACK and row[SETTLED]:
            return
        if event.kind == ROLL and event.actor == attacker and event.a == purpose and row[SETTLED] == 0:
            row[GLITCH] = event.b
        if event.kind == SOAKED and event.actor == target and event.target == attacker and soaks:
            row[POINTS] = event.value
        if event.actor != attacker or event.target != target:
            continue
        if event.kind in (MISS, GRAZE, HIT, GRAPPLED, HELD_DOWN) and row[SETTLED] == 0:
            row[SETTLED] = 1
            if event.kind == MISS:
                row[WAY] = MISSED
            else:
                row[WAY] = GRAZED if event.kind == GRAZE or (event.kind == HIT and event.value == 0) else LANDED
        elif event.kind == DAMAGE and soaks == 0:
            row[POINTS] += event.value
        elif event.kind == LOCATION_HIT:
            row[POINTS] = min(row[POINTS], event.a)


@entry
def choice(battle):
    """Return the verb and the argument that let things go on: pass, else end, else what is open first."""
    if battle.open[PASS]:
        return PASS, 0
    if battle.open[END]:
        return END, 0
    for verb in range(len(battle.open)):
        if battle.open[verb]:
            argument = 0
            while battle.open[verb] >> argument & 1 == 0:
                argument += 1
            return verb, argument
    return PASS, 0


class Thrown(NamedTuple):
    """What came of an attack, time after time, each of shape (times,): MISSED ... STOPPED, points, down, glitch."""

    way: np.ndarray
    points: np.ndarray
    down: np.ndarray
    glitch: np.ndarray


def thrown(battle: Battle, action: Action, times: int, seed: int) -> Thrown:
    """Take an attack or an answer to one so many times, each time with other dice."""
    attacker, target = pair(battle, action)
    system = battle.field.system
    purpose = [each.words for each in system.PURPOSES].index("attack")
    own = np.zeros(max(system.DECISIONS) + 1, np.int64)
    for number, kind in system.DECISIONS.items():
        own[number] = kind.own
    out = np.zeros((times, 5), np.int64)
    twin, name = battle.copy(), battle.field.scenario.system
    opening = kernel.plain(battle.record.copy())
    soaks, waits = int(name == "swan_song"), int(name == "ladder")
    good = throw(opening, *twin.arrays, *action, attacker, target, purpose, soaks, waits, own, seed, out)
    assert good == times, f"{times - good} of {times} went wrong"
    return Thrown(out[:, WAY], out[:, POINTS], out[:, DOWN], out[:, GLITCH])


def pair(battle: Battle, action: Action) -> tuple[int, int]:
    """Return the numbers of attacker and target of an attack, or of the one that is answered."""
    row, decision = battle.record[0], battle.decision
    assert decision is not None
    who = int(row["decider"])
    if decision.kind == "defend":
        return int(row["opponent"]), who
    return who, int(action.argument)


def positions(system: str, seed: int) -> Iterator[tuple[str, Battle]]:
    """Yield battles at random moments of random scenarios, as the side that decides knows them, without end."""
    rng = np.random.default_rng(seed)
    names = sorted(scenario_names())
    while True:
        name = str(rng.choice(names))
        try:
            battle = Battle(under(system, name), int(rng.integers(2**32)))
        except Exception:
            continue
        bots = [load_bot(str(kind), int(rng.integers(2**31))) for kind in rng.choice(["tactician", "random", "charger"], 2)]
        left = int(rng.integers(1, 120))
        while not battle.over and left:
            left -= 1
            battle.step(bots[battle.record[0]["units"]["team"][battle.record[0]["decider"]] % 2].decide(battle))
        if not battle.over:
            row = battle.record[0]
            yield name, battle.as_known(int(row["units"]["team"][row["decider"]]))
