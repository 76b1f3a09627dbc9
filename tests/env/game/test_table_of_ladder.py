"""Table mode under ladder: fudge dice as they are typed, what a roll is made of, what it is up against, who is not asked."""

import random
import re
from pathlib import Path

import laddertable
import pytest
from everysystem import under
from laddertable import *

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.game.questions import SUM_WANTED, Question, run_questions
from fireteam.env.game.table import Table, opening_dice
from fireteam.env.observe.events import Event
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.dice import counter_of
from fireteam.systems.ladder.rules.port import FACES
from fireteam.systems.ladder.rules.record import DECLARING, RESOLVING
from fireteam.systems.ladder.table import DICE, Clock
from fireteam.systems.ladder.words import purposes

SHOOTER = {"weapons": ["light_pistol"], "skills": {"ranged": 2, "discipline": 3}}
ORSO = {"weapons": ["axe"], "armour": ["hardshell"], "name": "Orso", "skills": {"physique": 2, "melee": 1, "discipline": 0}}
COIN = purposes.PURPOSES[purposes.COIN].words
INSIGHT = purposes.PURPOSES[purposes.INSIGHT].words


def game_of(*, far: int = 8, people: tuple[str, ...] = ("red", "blue"), **options: object) -> Game:
    """Return a game of two some tiles apart, in which blue_1 declares first and red_1 acts first."""
    sides = [fighter((2, 2), **SHOOTER)], [fighter((far, 2), **ORSO)]
    scenario = laddertable.table(*sides, initiative=(0, 0), **options).field.scenario
    return Game(scenario, 1, {}, people, dice=faces(0, 0))


def taken(game: Game, action: str, answers: dict[str, str]) -> tuple[list[Question], list[Event]]:
    """Take an action, answering each question by its purpose; return the questions and what happened."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return answers[asked_for.purpose]

    return questions, run_questions(Table(game).answering(action), answer)


INITIATIVE = {"initiative": "0"}


def evaded_shot(attack: str = "+2", evasion: str = "0") -> tuple[list[Question], list[Event]]:
    """Return the questions of a turn in which red_1 shoots and blue_1 dodges as one of two actions, and what happened."""
    game = game_of()
    for action in ("dodge_attacks red_1", "walk", "end", "shoot blue_1"):
        assert taken(game, action, {})[0] == []
    return taken(game, "end", {"attack": attack, "evasion": evasion, "movement": "0", **INITIATIVE})


WRITTEN = [
    ("+ 0 - +", [3, 2, 1, 3]),
    ("+0-+", [3, 2, 1, 3]),
    ("+, 0, -, +", [3, 2, 1, 3]),
    ("+1 0 -1 +1", [3, 2, 1, 3]),
    ("1 0 -1 0", [3, 2, 1, 2]),
    ("0000", [2, 2, 2, 2]),
    ("----", [1, 1, 1, 1]),
    ("++++", [3, 3, 3, 3]),
    ("+2", [3, 3, 2, 2]),
    ("2", [3, 3, 2, 2]),
    ("-3", [2, 1, 1, 1]),
    ("0", [2, 2, 2, 2]),
    ("+4", [3, 3, 3, 3]),
    ("-4", [1, 1, 1, 1]),
]


@pytest.mark.parametrize(("text", "shown"), WRITTEN)
def test_fudge_dice_are_written_as_they_look(text: str, shown: list[int]) -> None:
    """Four signs, apart or together, or their sum: what is typed is what is rolled."""
    questions, events = evaded_shot(text)
    attack = roll(events, "attack")
    assert attack.dice == shown
    assert questions[0].means.wanted == SUM_WANTED
    result = sum(face - 2 for face in shown) + 2
    assert attack.numbers["hits"] == (5 if text in ("++++", "+4") else result)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+5", "'+5' is no sum of 4 dice: it is from -4 to 4"),
        ("-5", "'-5' is no sum of 4 dice: it is from -4 to 4"),
        ("+ 0 -", "3 dice typed, 4 rolled"),
        ("+ 0 - + +", "5 dice typed, 4 rolled"),
        ("+0-", "'+0-' is no sum of 4 dice: it is from -4 to 4"),
        ("+ 0 - 3", "3 is no face of a die: faces are -, 0, +"),
        ("+ 0 - x", "'+ 0 - x' is no sum of 4 dice: it is from -4 to 4"),
        ("3 hits", "'3 hits' is no sum of 4 dice"),
        ("+ +2", "+2 is no face of a die: faces are -, 0, +"),
        ("", "'' is no sum of 4 dice"),
        ("1.5", "'1.5' is no sum of 4 dice"),
        ("\N{ARABIC-INDIC DIGIT TWO}", "is no sum of 4 dice"),
    ],
)
def test_what_is_refused_in_words(text: str, said: str) -> None:
    """What cannot be is refused, and asked for again; nothing has happened before."""
    questions, _ = evaded_shot()
    with pytest.raises(ContentError, match=re.escape(said)):
        questions[0].faces(text)
    game = game_of()
    for action in ("end", "shoot blue_1"):
        taken(game, action, {})
    before = game.battle.record.tobytes()
    again = Table(game).answering("end")
    assert next(again).refused == ""
    assert said in again.send(text).refused
    assert again.send("+2").purpose == "initiative"
    assert game.battle.record.tobytes() == before


def test_the_dice_are_as_the_rules_have_them() -> None:
    """Three faces: minus, nothing and plus."""
    assert (DICE.lowest, DICE.highest, FACES) == (1, 3, 3)
    assert DICE.faces() == "-, 0, +"
    assert DICE.like(4) == "- 0 + -"


def test_a_question_says_what_is_added_and_why() -> None:
    """The rank, all that circumstances add, and what the roll is up against."""
    questions, events = evaded_shot()
    assert [asked_for.purpose for asked_for in questions] == ["attack", "evasion", "movement"]
    attack, evasion, movement = questions
    assert attack.sentence() == ("red_1 the ganger, attack on Orso (blue_1): roll 4 dice (Ranged 2). Their sum or faces?")
    assert evasion.sentence() == (
        "Orso (blue_1), evasion: roll 4 dice (Physique 2 - 2 several actions (LD-A1)), against a result of 4. "
        "Their sum or faces?"
    )
    assert evasion.reasons == "Physique 2 - 2 several actions (LD-A1)"
    assert movement.means.context == ""
    assert roll(events, "evasion").numbers["hits"] == 0


def test_rolls_against_a_hold_are_told_what_they_meet() -> None:
    """Resistance answers a grapple, the holder's grip the attempt to break free."""
    game = game_of(far=3)
    for action in ("end", "grapple blue_1"):
        taken(game, action, {})
    questions, events = taken(game, "end", {"grapple": "+3", "resistance": "-2", **INITIATIVE})
    assert [question.means.context for question in questions[:2]] == ["", "against a result of 3"]
    assert roll(events, "resistance").numbers["hits"] == 0
    for action in ("break_free", "end"):
        taken(game, action, {})
    taken(game, "hold_on", {})
    questions, events = taken(game, "end", {"breaking free": "+1", "grip": "+ + + 0", **INITIATIVE})
    assert [question.unit for question in questions[:2]] == ["blue_1", "red_1"]
    assert questions[1].means.context == "against a result of 3"


def test_who_may_be_fooled_is_not_asked() -> None:
    """LD-G5: to be asked for a roll against a feint would tell that it is one; the engine rolls it for whoever it is."""
    game = game_of(far=3)
    while decider(game.battle) != ("declare", "blue_1"):
        taken(game, "end", {})
    taken(game, "feint red_1", {})
    questions, events = taken(game, "end", {"feint": "+4"})
    assert [(asked_for.unit, asked_for.purpose) for asked_for in questions] == [("blue_1", "feint")]
    assert questions[0].sentence().startswith("Orso (blue_1), feint on red_1 the ganger: roll 4 dice (Melee 1).")
    plain = game_of(far=3)
    for action in ("feint red_1", "end"):
        happened = plain.act(action)
    assert roll(events, INSIGHT).dice == roll(happened, INSIGHT).dice


def test_the_coin_asks_nobody() -> None:
    """LD-T1: among equals a coin decides, which the engine throws whatever people roll."""
    asked_for: list[str] = []
    for seed in range(6):
        game = Game(under("ladder", "duel"), seed, {}, ("red", "blue"), dice=faces(0, 0))
        plain = Battle(under("ladder", "duel"), seed)
        turns = 0
        while turns < 3 and not game.battle.over:
            questions: list[Question] = []

            def answer(question: Question, questions: list[Question] = questions) -> str:
                questions.append(question)
                return "0"

            run_questions(Table(game).answering("end"), answer)
            asked_for += [question.purpose for question in questions]
            turns = game.battle.round
        tossed = [backwards(plain, turn) for turn in range(1, 4)]
        assert backwards_now(game.battle) == tossed[game.battle.round - 1]
    assert set(asked_for) == {"initiative"}
    assert COIN not in asked_for


def backwards_now(battle: Battle) -> int:
    """Return from which end of the roster equals are taken in this turn."""
    return int(battle.record[0]["backwards"])


def backwards(battle: Battle, turn: int) -> int:
    """Return the same for a turn, played by bots that declare nothing, with the dice of the seed."""
    twin = battle.copy()
    while twin.round < turn:
        twin.step("end")
    return backwards_now(twin)


def test_two_passes_a_turn() -> None:
    """The keys of dice: in each of both passes of a turn a unit's rolls for a purpose are counted anew."""
    battle = Battle(under("ladder"), 3)
    clock = Clock(battle.record[0])
    assert (clock.round, clock.passing) == (1, DECLARING)
    bot, passes, keys = load_bot("charger", 1), set(), []
    names = [unit.name for unit in battle.field.roster]
    words = [purpose.words for purpose in purposes.PURPOSES]
    while not battle.over and battle.round < 4:
        clock = Clock(battle.record[0])
        for event in battle.step(bot.decide(battle)):
            clock.hear(event, None)
            if event.kind == "roll":
                passes.add(clock.passing)
                keys.append(clock.count(names.index(str(event.actor)), words.index(str(event.numbers["purpose"]))))
    assert passes == {DECLARING, RESOLVING}
    assert len(keys) == len(set(keys)) > 40
    assert len({counter_of(*key) for key in keys}) == len(keys)


def test_the_opening_is_asked_for() -> None:
    """Initiative with what Discipline adds, for the people's units only."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        questions.append(asked_for)
        return "+-0+"

    dice = run_questions(opening_dice(under("ladder"), 3, ["blue"]), answer)
    assert [asked_for.unit for asked_for in questions] == ["blue_1", "blue_2", "blue_3", "blue_4"]
    assert all("(Discipline " in asked_for.sentence() for asked_for in questions)
    game = Game(under("ladder"), 3, {"red": load_bot("guard", 1)}, ("blue",), dice)
    rolls = [event for event in game.battle.events() if event.kind == "roll" and str(event.actor).startswith("blue")]
    assert [event.dice for event in rolls] == [[3, 1, 2, 3]] * 4


def test_a_session_that_is_typed_in_is_a_replay_like_any_other(tmp_path: Path) -> None:
    """Signs and sums typed in for a whole battle against a bot: the replay verifies, its rolls show what was typed."""
    dice, typed = random.Random(8), []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        assert (asked_for.dice, asked_for.means.wanted) == (4, SUM_WANTED)
        assert asked_for.purpose not in (COIN, INSIGHT)
        shown = [dice.randint(1, 3) for _ in range(4)]
        typed.append((asked_for.unit, asked_for.purpose, sum(shown)))
        signs = ["-0+"[face - 1] for face in shown]
        return dice.choice((" ".join(signs), "".join(signs), f"{sum(shown) - 8:+d}"))

    opening = run_questions(opening_dice(under("ladder"), 3, ["blue"]), answer)
    game = Game(under("ladder"), 3, {"red": load_bot("tactician", 1)}, {"blue"}, opening)
    session = Table(game)
    while not game.battle.over and len(game.replay.steps) < 200:
        if game.pending is None:
            run_questions(session.advancing(), answer)
        else:
            run_questions(session.answering(dice.choice(game.battle.legal())), answer)
    game.save(tmp_path / "table.jsonl.gz")
    replay = Replay.load(tmp_path / "table.jsonl.gz")
    replay.verify()
    events = [event for event in replay.events() if event.kind == "roll" and str(event.actor).startswith("blue")]
    events = [event for event in events if event.numbers["purpose"] != INSIGHT]
    assert [(event.actor, event.numbers["purpose"], sum(event.dice)) for event in events] == typed
    assert len(typed) > 30
