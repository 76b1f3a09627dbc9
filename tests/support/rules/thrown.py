"""Attacks thrown over and over with the engine's own dice, and counted, beside what the odds say of them."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from everysystem import under
from pydantic import ValidationError

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.env.analysis.odds import chance_of, quote_attack
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.events import ATTACK, DAMAGE, GRAPPLED, HELD_DOWN, HIT, MISS, ROLL
from fireteam.env.rules.interface import DONE, step
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.verbs import DOOR, END, LET_GO, PASS, WALK
from fireteam.env.scenario.reading import scenario_names
from fireteam.systems.d10_pool.rules.rolls import BOTCH
from fireteam.systems.ladder.rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS
from fireteam.systems.ladder.rules.rolls import FAILURE
from fireteam.systems.swan_song.odds.trials import run_up
from fireteam.systems.swan_song.words.events import GRAZE, LOCATION_HIT, SOAKED
from fireteam.systems.swan_song.words.verbs import CHARGE

MISSED, GRAZED, LANDED, STOPPED = range(4)  # how a throw ends
WAY, POINTS, DOWN, GLITCH, SETTLED = range(5)  # columns
MOST_STEPS = 60
SIGMAS, EXACT = 4.2, 1e-9
ENDS = ("miss", "graze", "hit")


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
            act, about = choice(battles)
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
def choice(battles):
    """Return the verb and the argument that let things go on in the first row: pass, else end, else what is open first."""
    battle = battles[0]
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


def thrown(battle: Battle, action: Action, times: int, seed: int) -> np.ndarray:
    """Take an attack or an answer to one so many times, each time with other dice; return a row each, WAY ... SETTLED."""
    attacker, target = pair(battle, action)
    system, name = battle.field.system, battle.field.scenario.system
    purpose = [each.words for each in system.PURPOSES].index("attack")
    own = np.zeros(max(system.DECISIONS) + 1, np.int64)
    for number, kind in system.DECISIONS.items():
        own[number] = kind.own
    out = np.zeros((times, SETTLED + 1), np.int64)
    twin, opening = battle.copy(), kernel.plain(battle.record.copy())
    twin.dictate([])  # a run up to a target was played with dice that were
    soaks, waits = int(name == "swan_song"), int(name == "ladder")
    good = throw(opening, *twin.arrays, *action, attacker, target, purpose, soaks, waits, own, seed, out)
    assert good == times, f"{times - good} of {times} went wrong"
    return out


def pair(battle: Battle, action: Action) -> tuple[int, int]:
    """Return the numbers of attacker and target of an attack, or of the one that is answered or evaded."""
    row, decision = battle.record[0], battle.decision
    assert decision is not None
    who = int(row["decider"])
    if decision.kind == "defend":
        return int(row["opponent"]), who
    return (int(action.argument), who) if action.verb in EVASIONS else (who, int(action.argument))


@cache
def fought_in(system: str) -> list[str]:
    """Return the shipped scenarios that can be fought in a system: some say what only another one has."""
    found = []
    for name in sorted(scenario_names()):
        with suppress(ValidationError, ContentError):
            Battle(under(system, name))
            found.append(name)
    return found


def positions(system: str, rng: np.random.Generator) -> Iterator[Battle]:
    """Yield battles at random moments of random scenarios, as the side that decides knows them, without end."""
    while True:
        battle = Battle(under(system, str(rng.choice(fought_in(system)))), int(rng.integers(2**32)))
        bots = [load_bot(str(kind), int(rng.integers(2**31))) for kind in rng.choice(["tactician", "random", "charger"], 4)]
        for _ in range(int(rng.integers(1, 120))):
            if not battle.over:
                battle.step(bots[battle.record[0]["units"]["team"][battle.record[0]["decider"]]].decide(battle))
        if not battle.over:
            row = battle.record[0]
            yield battle.as_known(int(row["units"]["team"][row["decider"]]))


def attacks(system: str, rng: np.random.Generator, most: int = 3) -> Iterator[tuple[Battle, Action, Any]]:
    """Yield attacks and answers that are open somewhere, a few of each position, with their odds, without end."""
    for battle in positions(system, rng):
        left = most
        for action in rng.permutation(battle.legal()).tolist():
            found = apart(battle, Action(*action))
            odds = quote_attack(*found) if found and left else None
            if found and odds is not None:
                left -= 1
                yield *at_its_end(*found), odds


def apart(battle: Battle, action: Action) -> tuple[Battle, Action] | None:
    """Return a battle in which nothing comes between an action and what its odds are of, None if that cannot be.

    In Swan Song who answers an interceptor goes on into a zone of fire, perhaps the interceptor's own: there are none.
    In ladder others act before: they declare nothing. Who walks, opens a door or attacks before finds
    another battle by then.
    """
    twin, those = battle.copy(), pair(battle, action)
    if battle.field.scenario.system == "swan_song":
        twin.record["zones"]["shooter"] = NOBODY
    if battle.field.scenario.system != "ladder":
        return twin, action
    for who, unit in enumerate(twin.record[0]["units"]):
        if who not in those:
            unit["items"] = unit["actions"] = 0
    harmful = 0
    for who in those:
        unit = twin.record[0]["units"][who]
        verbs = [int(item["verb"]) for item in unit["plan"][: int(unit["items"])]]
        harmful += sum(verb in (*SHOTS, *BLOWS, *CLINCHES, WALK, LET_GO, DOOR) for verb in verbs)
    return (twin, action) if harmful <= (action.verb in EVASIONS) else None


def at_its_end(battle: Battle, action: Action) -> tuple[Battle, Action]:
    """Return a charge as the blow that ends it, all else as it is."""
    if action.verb != CHARGE:
        return battle, action
    found = run_up(battle, battle.decision.unit, action) if battle.decision else None
    assert found is not None
    return found


def followed(battle: Battle, action: Action, odds: Any, rng: np.random.Generator) -> tuple[float, float | None] | None:
    """Play an attack on, whom it is meant for answering at random; return the chance quoted last, and that told afterwards.

    None if it began before.
    """
    attacker, target = (battle.field.roster[who].name for who in pair(battle, action))
    twin, events = battle.clone(reseed=int(rng.integers(2**31))), []
    for _ in range(MOST_STEPS):
        events += twin.step(action)
        began = [
            place
            for place, event in enumerate(events)
            if (event.kind, event.actor, event.target) == ("attack", attacker, target)
        ]
        ends = [
            place
            for place, event in enumerate(events)
            if event.kind in ENDS and (event.actor, event.target) == (attacker, target)
        ]
        if began and ends:
            return odds.hit, chance_of(twin.field, events[began[0]], events[: ends[0] + 1])
        decision = twin.decision
        if decision is None:
            return None
        action = Action(*choice(*twin.arrays[:1]))
        if decision.kind == "defend" and decision.unit == target:
            action = Action(*rng.permutation(twin.legal()).tolist()[0])
            odds = quote_attack(twin, action) or odds
    return None


def differences(odds: Any, rows: np.ndarray, down_else: bool) -> list[str]:
    """Return what of some odds is not so, by what was thrown: each chance, mean points, and what no chance may be.

    `down_else`: who falls tells nothing of the attack, for the target is down already, or falls only later.
    """
    found = []
    times = len(rows)
    ways = odds.ways()
    hit = ways.get("hit", ways.get("hold", 0.0))
    shares = {"hit": (hit, rows[:, WAY] == LANDED), "some": (1 - odds.points.get(0, 0.0), rows[:, POINTS] > 0)}
    if "graze" in ways:
        named = {"graze": GRAZED, "miss": MISSED, "stopped": STOPPED}
        shares |= {way: (ways.get(way, 0.0), rows[:, WAY] == number) for way, number in named.items()}
    if not down_else:
        shares["down"] = (odds.down, rows[:, DOWN] == 1)
    for name, glitch in (("botch", BOTCH), ("critical failure", FAILURE)):
        if name in ways and "hold" not in ways:
            shares[name] = (ways[name], rows[:, GLITCH] == glitch)
    for name, (chance, seen) in shares.items():
        if abs(seen.mean() - chance) > SIGMAS * sqrt(max(chance * (1 - chance), 0) / times) + 4 / times:
            found.append(f"{name}: quoted {chance:.4f}, thrown {seen.mean():.4f}")
    points, mean = rows[:, POINTS], odds.expected
    spread = sqrt(max(sum(chance * (number - mean) ** 2 for number, chance in odds.points.items()), 0))
    if abs(points.mean() - mean) > SIGMAS * spread / sqrt(times) + 4 * max(odds.points) / times:
        found.append(f"mean points: quoted {mean:.4f}, thrown {points.mean():.4f}")
    if not set(points.tolist()) <= set(odds.points):
        found.append(f"points {set(points.tolist()) - set(odds.points)} were thrown, and have no chance")
    for name, spread_of in {"ways": ways, **odds.spreads()}.items():
        if abs(sum(spread_of.values()) - 1) > EXACT or not all(
            -EXACT <= chance <= 1 + EXACT for chance in spread_of.values()
        ):
            found.append(f"{name}: {spread_of}")
    if shares["some"][0] > hit + ways.get("graze", 0.0) + EXACT:
        found.append(f"harm without a hit: {shares['some'][0]} of {hit}")
    return found
