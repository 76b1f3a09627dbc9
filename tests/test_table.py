"""Table mode: people roll real dice and type them in; what they type happens, and the replay is like any other."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from motley import motley

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.errors import ContentError, IllegalAction
from fireteam.env.events import Event
from fireteam.env.game import Game
from fireteam.env.replay import Replay
from fireteam.env.rolls import OpeningTrial, TooManyDice, Trial
from fireteam.env.scenario import load_scenario, scenario_names
from fireteam.env.table import (
    FACES_WANTED,
    HITS_WANTED,
    NOBODYS,
    SUM_WANTED,
    OnesWanted,
    Question,
    Table,
    asked,
    opening_dice,
)
from tabletop import RED_FIRST, roll, table, unit

GUNS = (
    [unit((2, 2), weapons=["light_pistol"], skills={"pistols": 4})],
    [unit((9, 2), weapons=["light_pistol"], armour=["vest"])],
)


def game_of(units: Any = GUNS, people: tuple[str, ...] = ("red", "blue"), **options: Any) -> Game:
    """Return a game on open ground in which red_1 acts first."""
    bots = {team: load_bot("tactician", 1) for team in ("red", "blue") if team not in people}
    return Game(table(*units, **options).field.scenario, 1, bots, people, dice=RED_FIRST)


def question(dice: int = 6, wanted: str = HITS_WANTED, explodes: bool = False) -> Question:
    """Return a question for so many dice."""
    return Question(
        "red_1", "attack", "blue_1", dice, [], wanted, None, "", explodes, [], "Vega (red_1)", "blue_1 the ganger"
    )


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


def scenarios() -> Iterator[Any]:
    """Yield everything that is shipped, and some that nobody would think of."""
    yield from map(load_scenario, scenario_names())
    yield from map(motley, range(10))


@pytest.mark.slow
def test_the_engines_own_dice_are_found() -> None:
    """Every throw of battles played at random: with the dice found for it, a step is the same to the byte."""
    for number, scenario in enumerate(scenarios()):
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
    told = game.battle.copy().step(action)

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        event = told[len(asked_for.told)]
        assert (event.kind, event.actor) == ("roll", asked_for.unit)
        return " ".join(map(str, event.dice))

    return answer


@pytest.mark.parametrize("scenario", ["yard", "ambush", "bank"])
def test_the_same_dice_make_the_same_battle(scenario: str) -> None:
    """Who types in what the engine would have thrown plays the very battle that is played without a table."""
    first, second = (team.name for team in load_scenario(scenario).teams)
    game, plain = (Game(scenario, 4, {first: load_bot("tactician", 1)}, {second}) for _ in range(2))
    table_of, choices = Table(game), random.Random(5)
    for _ in range(80):
        if game.battle.over:
            break
        action = game.choice()
        if action is None:
            action = choices.choice(game.battle.legal())
            events = asked(table_of.answering(action), seeded_answer(game, action))
            assert events == plain.act(action)
        else:
            assert asked(table_of.advancing(), seeded_answer(game, action)) == plain.advance()
        assert game.battle.record.tobytes() == plain.battle.record.tobytes()
    assert any(step.dice for step in game.replay.steps)


def test_a_session_with_answers_of_all_kinds(tmp_path: Path) -> None:
    """Hits, faces and sums typed in, opening included: the replay verifies, and its rolls show what was typed."""
    dice = random.Random(8)
    typed: list[tuple[str, str, int, int | None]] = []
    units: set[str] = set()

    def answer(asked_for: Question) -> str:
        units.add(asked_for.unit)
        assert not asked_for.refused
        assert asked_for.purpose not in NOBODYS
        assert str(asked_for.dice) in asked_for.sentence()
        count = asked_for.dice
        if asked_for.wanted == HITS_WANTED and dice.random() < 0.7 and count > 1:
            hits = dice.randint(0, count)
            ones = dice.randint(0, count - hits)
            kept = hits if asked_for.limit is None else min(hits, asked_for.limit)
            typed.append((asked_for.unit, asked_for.purpose, count, kept))
            return f"{hits} hits {ones} ones"
        faces = [dice.randint(1, 6) for _ in range(count)]
        if asked_for.wanted == SUM_WANTED:
            typed.append((asked_for.unit, asked_for.purpose, count, sum(faces)))
            return str(sum(faces))
        typed.append((asked_for.unit, asked_for.purpose, count, None))
        return " ".join(map(str, faces))

    opening = asked(opening_dice("yard", 3, ["blue"]), answer)
    game = Game("yard", 3, {"red": load_bot("tactician", 1)}, {"blue"}, opening)
    session = Table(game)
    while not game.battle.over and len(game.replay.steps) < 250:
        if game.pending is None:
            asked(session.advancing(), answer)
        else:
            attacks = [a for a in game.battle.legal() if game.battle.words(a).startswith(("shoot", "volley"))]
            asked(session.answering(dice.choice(attacks or game.battle.legal())), answer)
    game.save(tmp_path / "table.jsonl.gz")
    replay = Replay.load(tmp_path / "table.jsonl.gz")
    replay.verify()
    assert units <= set(game.units("blue"))
    rolls = [event for event in replay.events() if event.kind == "roll" and event.actor in units and event.dice]
    rolls = [event for event in rolls if event.numbers["purpose"] not in NOBODYS]
    shown = [(event.actor, event.numbers["purpose"], len(event.dice), event.numbers["hits"]) for event in rolls]
    assert len(shown) == len(typed) > 40
    for told, was in zip(shown, typed, strict=True):
        assert told[:3] == was[:3]
        assert was[3] is None or told[3] == was[3]


def test_typed_hits_and_ones_are_what_is_rolled() -> None:
    """Two hits and three ones are two hits and a glitch, whatever the seed says."""
    game = game_of()
    session = Table(game)
    asked(session.answering("shoot blue_1"), lambda _: pytest.fail("nothing is rolled yet"))
    answers = {"attack": "2 hits 3 ones", "defense": "no hits no ones", "soak": "0/0"}
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return answers[asked_for.purpose]

    events = asked(session.answering("pass"), answer)
    attack = roll(events, "attack")
    assert (attack.numbers["hits"], attack.dice) == (2, [5, 5, 1, 1, 1, 2])
    assert attack.numbers["glitch"] == "glitch"
    assert [asked_for.purpose for asked_for in questions] == ["attack", "defense", "soak"]
    assert [asked_for.context for asked_for in questions] == ["", "against 2 hits", "damage 8"]


def test_a_question_says_what_it_is_about() -> None:
    """Reasons of every die, the limit where it binds, and the sentence that people read."""
    strong = unit((2, 2), weapons=["light_pistol"], attributes={"agility": 9}, skills={"pistols": 6})
    game = game_of(([strong], GUNS[1]))
    session = Table(game)
    game.act("shoot blue_1")
    first = next(session.answering("pass"))
    assert first.dice == 14
    assert {term.words: term.dice for term in first.terms} == {"Agility": 9, "Pistols": 6, "range": -1}
    assert first.limit == game.battle.field.catalog.weapons["light_pistol"].accuracy
    assert first.sentence() == (
        "red_1 the ganger, attack on blue_1 the ganger: roll 14 dice (14 dice = Agility 9 + Pistols 6 - 1 range (SS-R8)), "
        f"limit {first.limit}. Hits and ones, like 1/0, or faces?"
    )


def test_hits_alone_are_asked_for_the_ones() -> None:
    """A count of hits is not taken for "no ones": the ones are asked for, and five of six are a critical glitch."""
    game = game_of()
    game.act("shoot blue_1")
    questions = Table(game).answering("pass")
    attack = next(questions)
    more = questions.send("0")
    assert (more.purpose, more.dice, more.hits, more.refused) == (attack.purpose, attack.dice, 0, "")
    assert more.sentence() == "red_1 the ganger, attack on blue_1 the ganger: 0 hits of 6 dice. How many ones?"
    again = questions.send("7")
    assert again.refused == "0 hits and 7 ones: too many for 6 dice"
    assert again.hits == 0
    defense = questions.send("5 ones")
    assert roll(defense.told, "attack").dice == [1, 1, 1, 1, 1, 2]
    assert roll(defense.told, "attack").numbers["glitch"] == "critical_glitch"
    assert (defense.purpose, defense.hits) == ("defense", None)


def test_the_second_question_takes_a_whole_answer_too() -> None:
    """Who has typed the wrong hits types the roll again, with its ones or face by face; of all hits none are ones."""
    first = question(4)._replace(hits=3)
    assert first.faces("1") == [5, 5, 5, 1]
    assert first.faces("0") == first.faces("no ones") == [5, 5, 5, 2]
    assert first.faces("2/1") == [5, 5, 1, 2]
    assert first.faces("6 3 3 1") == [6, 3, 3, 1]
    with pytest.raises(OnesWanted, match="2 hits and how many ones"):
        first.faces("2 hits")
    assert question(4).faces("4") == [5, 5, 5, 5]


def test_a_question_names_the_hero() -> None:
    """A unit with a name of its own is called by it, with its number behind; the one it aims at too."""
    heroes = ([unit((2, 2), weapons=["light_pistol"], name="Vega")], [unit((9, 2), name="Orso")])
    game = game_of(heroes)
    game.act("shoot blue_1")
    first = next(Table(game).answering("pass"))
    assert (first.unit, first.called, first.whom) == ("red_1", "Vega (red_1)", "Orso (blue_1)")
    assert first.sentence().startswith("Vega (red_1), attack on Orso (blue_1): roll ")


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
            assert asked_for.explodes
            assert "sixes are rolled again" in asked_for.sentence()
            return " ".join(["6"] * 2 + ["2"] * (asked_for.dice - 2))
        assert not asked_for.explodes
        return {"rolled again": "5 2", "defense": "0/0", "soak": "0/0"}[asked_for.purpose]

    events = asked(session.answering("pass"), answer)
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
        return "0/0" if asked_for.wanted == HITS_WANTED else str(asked_for.dice)

    events = asked(session.advancing(), answer)
    assert events is not None
    assert set(seen) == {"red_1"}
    defense = roll(events, "defense")
    game = game_of(people=("red",))
    game.act("shoot blue_1")
    events = game.advance()
    assert events is not None
    assert roll(events, "defense").dice == defense.dice
    game.hand_over("red_1", load_bot("tactician", 1))
    for _ in range(6):
        asked(Table(game).advancing(), lambda _: pytest.fail("nobody plays by hand"))


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


def test_wrong_answers_are_asked_again() -> None:
    """An answer that cannot be is refused with a sentence, and the question stays."""
    game = game_of()
    game.act("shoot blue_1")
    questions = Table(game).answering("pass")
    first = next(questions)
    again = questions.send("nine")
    assert (again.purpose, again.dice) == (first.purpose, first.dice)
    assert "type the faces" in again.refused
    assert "too many" in questions.send("9 hits").refused
    assert questions.send("1/0").refused == ""
    with pytest.raises(IllegalAction):
        next(Table(game).answering("walk"))


@pytest.mark.parametrize(
    ("text", "wanted", "dice", "faces"),
    [
        ("6 3 3 1", HITS_WANTED, 4, [6, 3, 3, 1]),
        ("6331", HITS_WANTED, 4, [6, 3, 3, 1]),
        ("6, 3,3 ,1", HITS_WANTED, 4, [6, 3, 3, 1]),
        ("3/0", HITS_WANTED, 4, [5, 5, 5, 2]),
        ("1 hit / 2 ones", HITS_WANTED, 4, [5, 1, 1, 2]),
        ("3 hits, 1 one", HITS_WANTED, 4, [5, 5, 5, 1]),
        ("4 hits", HITS_WANTED, 4, [5, 5, 5, 5]),
        (" 1 HIT, 1 one ", HITS_WANTED, 4, [5, 1, 2, 2]),
        ("no hits 2 ones", HITS_WANTED, 4, [1, 1, 2, 2]),
        ("0/0", HITS_WANTED, 4, [2, 2, 2, 2]),
        ("10/1", HITS_WANTED, 12, [5] * 10 + [1, 2]),
        ("1", HITS_WANTED, 1, [1]),
        ("1 hit", HITS_WANTED, 1, [5]),
        ("9", SUM_WANTED, 2, [5, 4]),
        ("12", SUM_WANTED, 2, [6, 6]),
        ("3 4", SUM_WANTED, 2, [3, 4]),
        ("4", SUM_WANTED, 1, [4]),
        ("613", FACES_WANTED, 3, [6, 1, 3]),
    ],
)
def test_what_can_be_typed(text: str, wanted: str, dice: int, faces: list[int]) -> None:
    """Faces, hits with ones, sums."""
    assert question(dice, wanted).faces(text) == faces


@pytest.mark.parametrize(
    ("text", "wanted", "dice", "message"),
    [
        ("5", HITS_WANTED, 4, "5 hits: too many for 4 dice"),
        ("3 hits 2 ones", HITS_WANTED, 4, "3 hits and 2 ones: too many for 4 dice"),
        ("3", HITS_WANTED, 4, "3 hits and how many ones? Type both, like 3/0"),
        ("no hits", HITS_WANTED, 4, "0 hits and how many ones?"),
        ("3/", HITS_WANTED, 4, "type the faces"),
        ("3/2", SUM_WANTED, 2, "is no sum of 2 dice"),
        ("6 3 3", HITS_WANTED, 4, "3 dice typed, 4 rolled"),
        ("6 3 3 7", HITS_WANTED, 4, "7 is no face of a die: faces are 1 to 6"),
        ("6 3 30 1", HITS_WANTED, 4, "30 is no face"),
        ("0 3 3 1", HITS_WANTED, 4, "0 is no face"),
        ("7", HITS_WANTED, 1, "7 is no face"),
        ("", HITS_WANTED, 4, "type the faces, like 1 2 3 4, or the hits"),
        ("many", HITS_WANTED, 4, "type the faces"),
        ("-2", HITS_WANTED, 4, "type the faces"),
        ("2 ones", HITS_WANTED, 4, "type the faces"),
        ("23 ones", HITS_WANTED, 40, "type the faces"),
        ("²", HITS_WANTED, 4, "type the faces"),
        ("9" * 9999, HITS_WANTED, 4, "too many"),
        ("13", SUM_WANTED, 2, "'13' is no sum of 2 dice: it is from 2 to 12"),
        ("1", SUM_WANTED, 2, "is no sum of 2 dice"),
        ("7", SUM_WANTED, 1, "is no"),
        ("1 hit 4 ones", HITS_WANTED, 1, "1 hit and 4 ones: too many for 1 die"),
        ("2 hits", SUM_WANTED, 2, "is no sum of 2 dice"),
        ("2", FACES_WANTED, 3, "type the face of each die, like 1 2 3"),
    ],
)
def test_what_cannot_be_typed(text: str, wanted: str, dice: int, message: str) -> None:
    """Each wrong answer has its sentence."""
    with pytest.raises(ContentError) as error:
        question(dice, wanted).faces(text)
    assert message in str(error.value)


def test_too_many_dice_are_said_and_not_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step with more dice than can be dictated is refused before it is taken; without a table it goes on."""
    game = game_of()
    game.act("shoot blue_1")
    monkeypatch.setattr("fireteam.env.rolls.MAX_DICTATED", 3)
    with pytest.raises(TooManyDice, match="more than 3 dice"):
        asked(Table(game).answering("pass"), lambda _: "1 hit")
    assert game.act("pass")


def test_bought_dice_need_no_table() -> None:
    """Where dice are bought there is nothing to type in, and that is said."""
    scenario = table(*GUNS, dice=[1, 1], options={"dice": "bought"}).field.scenario
    with pytest.raises(ContentError, match="nobody rolls dice"):
        Table(Game(scenario, 1, {}, {"red", "blue"}))
    with pytest.raises(ContentError, match="nobody rolls dice"):
        asked(opening_dice(scenario, 1, {"red"}), lambda _: "1")
    with pytest.raises(ContentError, match="no team is called 'grey'"):
        opening_dice("duel", 1, {"grey"})


def test_the_opening_is_asked_for() -> None:
    """Initiative by its sum, for the people's units only; the others have the dice of the seed."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return "2" if asked_for.dice == 2 else "1"

    dice = asked(opening_dice("yard", 3, {"blue"}), answer)
    battle, plain = Battle("yard", 3, dice=dice), Battle("yard", 3)
    assert battle.dictated_left == 0
    assert [asked_for.unit for asked_for in questions] == ["blue_1", "blue_2", "blue_3", "blue_4"]
    assert all("their sum or faces" in asked_for.sentence().lower() for asked_for in questions)

    def thrown(events: list[Event]) -> dict[str | None, list[int]]:
        return {event.actor: event.dice for event in events if event.kind == "roll"}

    mine, other = thrown(battle.events()), thrown(plain.events())
    for name, faces in mine.items():
        assert faces == ([1] * len(faces) if str(name).startswith("blue") else other[name])
