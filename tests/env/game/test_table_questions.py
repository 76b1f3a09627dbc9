"""Questions of table mode: what they say of the roll, and what can be typed."""

import pytest
from asking import GUNS, game_of, question

from fireteam.content.errors import ContentError, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.game.questions import (
    FACES_WANTED,
    HITS_WANTED,
    SUM_WANTED,
    Dice,
    OnesWanted,
    Question,
    Questions,
    run_questions,
)
from fireteam.env.game.table import Table, opening_dice
from fireteam.env.observe.events import Event
from tabletop import *


def shot(game: Game) -> Questions[list[Event]]:
    """Return the questions of red's shot at blue_1, who lets it pass."""
    game.act("shoot blue_1")
    return Table(game).answering("pass")


def test_a_question_says_what_it_is_about() -> None:
    """Reasons of every die, the limit where it binds, and the sentence that people read."""
    strong = unit((2, 2), weapons=["light_pistol"], attributes={"agility": 9}, skills={"pistols": 6})
    game = game_of(([strong], GUNS[1]))
    session = Table(game)
    game.act("shoot blue_1")
    first = next(session.answering("pass"))
    assert first.dice == 14
    assert first.reasons == "14 dice = Agility 9 + Pistols 6 - 1 range (SS-R8)"
    assert first.means.limit == game.battle.field.catalog.weapons["light_pistol"].accuracy
    assert first.sentence() == (
        "red_1 the ganger, attack on blue_1 the ganger: roll 14 dice (14 dice = Agility 9 + Pistols 6 - 1 range (SS-R8)), "
        f"limit {first.means.limit}. Hits and ones, like 1/0, or faces?"
    )


def test_hits_alone_are_asked_for_the_ones() -> None:
    """A count of hits is not taken for "no ones": the ones are asked for, and five of six are a critical glitch."""
    questions = shot(game_of())
    attack = next(questions)
    more = questions.send("0")
    assert (more.purpose, more.dice, more.hits, more.refused) == (attack.purpose, attack.dice, 0, "")
    assert more.sentence() == "red_1 the ganger, attack on blue_1 the ganger: 0 hits of 6 dice. How many ones?"
    again = questions.send("7")
    assert again.refused == "0 hits and 7 ones: too many for 6 dice"
    assert again.hits == 0
    defense = questions.send("5 ones")
    assert roll(defense.events, "attack").dice == [1, 1, 1, 1, 1, 2]
    assert roll(defense.events, "attack").numbers["glitch"] == "critical_glitch"
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
    first = next(shot(game_of(heroes)))
    assert (first.unit, first.called, first.whom) == ("red_1", "Vega (red_1)", "Orso (blue_1)")
    assert first.sentence().startswith("Vega (red_1), attack on Orso (blue_1): roll ")


def test_wrong_answers_are_asked_again() -> None:
    """An answer that cannot be is refused with a sentence, and the question stays."""
    game = game_of()
    questions = shot(game)
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


TENS = Dice({**{str(face): face for face in range(1, 11)}, "0": 10}, hit=8, miss=2, again="tens are rolled again")
FUDGE = Dice({"-": -1, "0": 0, "+": 1, "-1": -1, "1": 1, "+1": 1}, hit=1, miss=0)


@pytest.mark.parametrize(
    ("kind", "text", "wanted", "dice", "faces"),
    [
        (TENS, "10 3 8 1", HITS_WANTED, 4, [10, 3, 8, 1]),
        (TENS, "0381", HITS_WANTED, 4, [10, 3, 8, 1]),
        (TENS, "10", HITS_WANTED, 1, [10]),
        (TENS, "2", HITS_WANTED, 4, [8, 8, 2, 2]),
        (TENS, "19", SUM_WANTED, 2, [10, 9]),
        (FUDGE, "+0-+", SUM_WANTED, 4, [1, 0, -1, 1]),
        (FUDGE, "+ 0 - 1", SUM_WANTED, 4, [1, 0, -1, 1]),
        (FUDGE, "-3", SUM_WANTED, 4, [0, -1, -1, -1]),
        (FUDGE, "+2", SUM_WANTED, 4, [1, 1, 0, 0]),
        (FUDGE, "-1", SUM_WANTED, 1, [-1]),
    ],
)
def test_other_dice_can_be_typed(kind: Dice, text: str, wanted: str, dice: int, faces: list[int]) -> None:
    """Dice of ten faces of which 8 and more hit, without ones that count, and dice that show minus, nothing or plus."""
    assert question(dice, wanted, kind=kind).faces(text) == faces


@pytest.mark.parametrize(
    ("kind", "text", "wanted", "dice", "message"),
    [
        (TENS, "11 3", HITS_WANTED, 2, "11 is no face of a die: faces are 1 to 10"),
        (TENS, "1/1", HITS_WANTED, 2, "type the faces, like 1 2, or the hits"),
        (FUDGE, "5", SUM_WANTED, 4, "'5' is no sum of 4 dice: it is from -4 to 4"),
        (FUDGE, "2 0", SUM_WANTED, 2, "2 is no face of a die: faces are -, 0, +"),
    ],
)
def test_other_dice_that_cannot_be_typed(kind: Dice, text: str, wanted: str, dice: int, message: str) -> None:
    """What is refused of them says which faces there are."""
    with pytest.raises(ContentError) as error:
        question(dice, wanted, kind=kind).faces(text)
    assert message in str(error.value)


def test_the_opening_is_asked_for() -> None:
    """Initiative by its sum, for the people's units only; the others have the dice of the seed."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return "2" if asked_for.dice == 2 else "1"

    dice = run_questions(opening_dice("yard", 3, {"blue"}), answer)
    battle, plain = Battle("yard", 3, dice=dice), Battle("yard", 3)
    assert battle.dictated_left == 0
    assert [asked_for.unit for asked_for in questions] == ["blue_1", "blue_2", "blue_3", "blue_4"]
    assert all("their sum or faces" in asked_for.sentence().lower() for asked_for in questions)

    def thrown(events: list[Event]) -> dict[str | None, list[int]]:
        return {event.actor: event.dice for event in events if event.kind == "roll"}

    mine, other = thrown(battle.events()), thrown(plain.events())
    for name, faces in mine.items():
        assert faces == ([1] * len(faces) if str(name).startswith("blue") else other[name])
