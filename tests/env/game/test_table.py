"""Table mode: people roll real dice and type them in; what they type happens, and the replay is like any other."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asking import GUNS, game_of
from motley import motley

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.env.analysis.dice import OpeningTrial, TooManyDice, Trial
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.game.questions import HITS_WANTED, SUM_WANTED, Question, run_questions
from fireteam.env.game.table import Table, opening_dice
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.systems.swan_song.table import NOBODYS
from tabletop import *

# Systems whose dice people roll.
rolled = pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])

# The dice of a step.


def dice_of(trial: Trial) -> list[int]:
    """Return the dice that the engine throws in a step, as they are found throw by throw."""
    throws = trial.throws()
    try:
        throw = next(throws)
        while True:
            throw = throws.send(trial.seeded(throw))
    except StopIteration as done:
        return done.value


def scenarios(system: str) -> Iterator[Any]:
    """Yield everything that is shipped and that a system can fight, and some of Swan Song that nobody would think of."""
    if system == "swan_song":
        yield from map(load_scenario, scenario_names())
        yield from map(motley, range(10))
    else:
        yield from (load_scenario(name, system) for name in ("yard", "duel", "ambush", "bridge", "breakout", "night"))


@pytest.mark.slow
@rolled
def test_the_engines_own_dice_are_found(system: str) -> None:
    """Every throw of battles played at random: with the dice found for it, a step is the same to the byte."""
    for number, scenario in enumerate(scenarios(system)):
        battle, choices = Battle(scenario, number), random.Random(number)
        dictated = Battle(scenario, number, dice=dice_of(OpeningTrial(scenario, number)))
        assert dictated.record.tobytes() == battle.record.tobytes()
        assert dictated.events() == battle.events()
        for _ in range(100):
            if battle.over:
                break
            legal = battle.legal()
            verb = choices.choice(sorted({action.verb for action in legal}))
            action = choices.choice([action for action in legal if action.verb == verb])
            twin = battle.copy()
            twin.dictate(dice_of(Trial(battle, action)))
            assert twin.step(action) == battle.step(action)
            assert twin.record.tobytes() == battle.record.tobytes()
            assert twin.dictated_left == 0


def test_trying_a_step_changes_nothing() -> None:
    """A trial runs on a copy."""
    battle = game_of().battle
    before = battle.record.tobytes(), battle.log.tobytes()
    assert len(dice_of(Trial(battle, "shoot blue_1"))) == 0  # the defender decides first
    assert Trial(battle, "shoot blue_1").run([])[0].kind == "attack"
    assert (battle.record.tobytes(), battle.log.tobytes()) == before


# Sessions.


def seeded_answer(game: Game, action: Any) -> Any:
    """Return a person who, by chance, rolls just what the engine would have."""
    events = game.battle.copy().step(action)

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        event = events[len(asked_for.events)]
        assert (event.kind, event.actor) == ("roll", asked_for.unit)
        written = {face: text for text, face in reversed(asked_for.kind.written.items())}
        return " ".join(written[die] for die in event.dice)

    return answer


@pytest.mark.parametrize(
    ("system", "name"),
    [
        *(("swan_song", name) for name in ("yard", "ambush", "bank")),
        *((system, name) for system in ("d10_pool", "ladder") for name in ("yard", "ambush")),
    ],
)
def test_the_same_dice_make_the_same_battle(system: str, name: str) -> None:
    """Who types in what the engine would have thrown plays the very battle that is played without a table."""
    scenario = load_scenario(name, system)
    first, second = (team.name for team in scenario.teams)
    game, plain = (Game(scenario, 4, {first: load_bot("tactician", 1)}, {second}) for _ in range(2))
    table_of, choices = Table(game), random.Random(5)
    for _ in range(80):
        if game.battle.over:
            break
        action = game.players.choice()
        if action is None:
            action = choices.choice(game.battle.legal())
            events = run_questions(table_of.answering(action), seeded_answer(game, action))
            assert events == plain.act(action)
        else:
            assert run_questions(table_of.advancing(), seeded_answer(game, action)) == plain.advance()
        assert game.battle.record.tobytes() == plain.battle.record.tobytes()
    assert any(step.dice for step in game.replay.steps)


def test_a_session_with_answers_of_all_kinds(tmp_path: Path) -> None:
    """Hits, faces and sums typed in, opening included: the replay verifies, and its rolls show what was typed."""
    dice = random.Random(1)
    typed: list[tuple[str, str, int, int | None]] = []
    units: set[str] = set()

    def answer(asked_for: Question) -> str:
        units.add(asked_for.unit)
        assert not asked_for.refused
        assert asked_for.purpose not in NOBODYS
        assert str(asked_for.dice) in asked_for.sentence()
        count = asked_for.dice
        if asked_for.means.wanted == HITS_WANTED and dice.random() < 0.7 and count > 1:
            hits = dice.randint(0, count)
            ones = dice.randint(0, count - hits)
            kept = hits if asked_for.means.limit is None else min(hits, asked_for.means.limit)
            typed.append((asked_for.unit, asked_for.purpose, count, kept))
            return f"{hits} hits {ones} ones"
        faces = [dice.randint(1, 6) for _ in range(count)]
        if asked_for.means.wanted == SUM_WANTED:
            typed.append((asked_for.unit, asked_for.purpose, count, sum(faces)))
            return str(sum(faces))
        typed.append((asked_for.unit, asked_for.purpose, count, None))
        return " ".join(map(str, faces))

    opening = run_questions(opening_dice("yard", 5, ["blue"]), answer)
    game = Game("yard", 5, {"red": load_bot("tactician", 1)}, {"blue"}, opening)
    session = Table(game)
    while not game.battle.over and len(game.replay.steps) < 250:
        if game.pending is None:
            run_questions(session.advancing(), answer)
        else:
            attacks = [a for a in game.battle.legal() if game.battle.words(a).startswith(("shoot", "volley"))]
            run_questions(session.answering(dice.choice(attacks or game.battle.legal())), answer)
    game.save(tmp_path / "table.jsonl.gz")
    replay = Replay.load(tmp_path / "table.jsonl.gz")
    replay.verify()
    assert units <= set(game.players.units("blue"))
    rolls = [event for event in replay.events() if event.kind == "roll" and event.actor in units and event.dice]
    rolls = [event for event in rolls if event.numbers["purpose"] not in NOBODYS]
    shown = [(event.actor, event.numbers["purpose"], len(event.dice), event.numbers["hits"]) for event in rolls]
    assert len(shown) == len(typed) > 40
    for events, was in zip(shown, typed, strict=True):
        assert events[:3] == was[:3]
        assert was[3] is None or events[3] == was[3]


def test_typed_hits_and_ones_are_what_is_rolled() -> None:
    """Two hits and three ones are two hits and a glitch, whatever the seed says."""
    game = game_of()
    session = Table(game)
    run_questions(session.answering("shoot blue_1"), lambda _: pytest.fail("nothing is rolled yet"))
    answers = {"attack": "2 hits 3 ones", "defense": "no hits no ones", "soak": "0/0"}
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return answers[asked_for.purpose]

    events = run_questions(session.answering("pass"), answer)
    attack = roll(events, "attack")
    assert (attack.numbers["hits"], attack.dice) == (2, [5, 5, 1, 1, 1, 2])
    assert attack.numbers["glitch"] == "glitch"
    assert [asked_for.purpose for asked_for in questions] == ["attack", "defense", "soak"]
    assert [asked_for.means.context for asked_for in questions] == ["", "against 2 hits", "damage 8"]


def test_sixes_are_rolled_again() -> None:
    """With karma on the rule of six, typed hits are fives and typed sixes call for another roll."""
    shooter = unit((2, 2), weapons=["light_pistol"], skills={"pistols": 3}, karma=1)
    game = game_of(([shooter], GUNS[1]))
    session = Table(game)
    game.act("pass", RED_FIRST)  # no karma for initiative
    game.act("push rule_of_six")
    game.act("shoot blue_1")
    given: list[str] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        given.append(asked_for.purpose)
        if asked_for.purpose == "attack":
            assert asked_for.means.explodes
            assert "sixes are rolled again" in asked_for.sentence()
            return " ".join(["6"] * 2 + ["2"] * (asked_for.dice - 2))
        assert not asked_for.means.explodes
        return {"rolled again": "5 2", "defense": "0/0", "soak": "0/0"}[asked_for.purpose]

    events = run_questions(session.answering("pass"), answer)
    assert given == ["attack", "rolled again", "defense", "soak"]
    assert next(event for event in events if event.kind == "hit").numbers["net_hits"] == 3


def test_only_people_are_asked() -> None:
    """Bots, units handed to one, and nobody's rolls keep the dice of the seed."""
    game = game_of(people=("red",))
    session = Table(game)
    game.act("shoot blue_1")
    assert game.pending is None
    seen: list[str] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        seen.append(asked_for.unit)
        return "0/0" if asked_for.means.wanted == HITS_WANTED else str(asked_for.dice)

    events = run_questions(session.advancing(), answer)
    assert events is not None
    assert set(seen) == {"red_1"}
    defense = roll(events, "defense")
    game = game_of(people=("red",))
    game.act("shoot blue_1")
    events = game.advance()
    assert events is not None
    assert roll(events, "defense").dice == defense.dice
    game.players.hand_over("red_1", load_bot("tactician", 1))
    for _ in range(6):
        run_questions(Table(game).advancing(), lambda _: pytest.fail("nobody plays by hand"))


def test_who_walks_away_changes_nothing() -> None:
    """Nothing happens before the last answer; the step can be taken later, or without a table."""
    game = game_of()
    game.act("shoot blue_1")
    before = game.battle.record.tobytes(), len(game.replay.steps)
    questions = Table(game).answering("pass")
    assert next(questions).purpose == "attack"
    assert questions.send("1/0").purpose == "defense"
    questions.close()
    assert (game.battle.record.tobytes(), len(game.replay.steps)) == before
    game.act("pass")
    assert game.replay.steps[-1].dice == []


def test_too_many_dice_are_said_and_not_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step with more dice than can be dictated is refused before it is taken; without a table it goes on."""
    game = game_of()
    game.act("shoot blue_1")
    monkeypatch.setattr("fireteam.env.analysis.dice.MAX_DICTATED", 3)
    with pytest.raises(TooManyDice, match="more than 3 dice"):
        run_questions(Table(game).answering("pass"), lambda _: "1 hit")
    assert game.act("pass")


def test_bought_dice_need_no_table() -> None:
    """Where dice are bought there is nothing to type in, and that is said."""
    scenario = table(*GUNS, dice=[1, 1], options={"dice": "bought"}).field.scenario
    with pytest.raises(ContentError, match="nobody rolls dice"):
        Table(Game(scenario, 1, {}, {"red", "blue"}))
    with pytest.raises(ContentError, match="nobody rolls dice"):
        run_questions(opening_dice(scenario, 1, {"red"}), lambda _: "1")
    with pytest.raises(ContentError, match="no team is called 'grey'"):
        opening_dice("duel", 1, {"grey"})
