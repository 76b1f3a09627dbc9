"""Table mode under d10_pool: what a roll is up against, and what typed successes become."""

import pooltable
import pytest
from everysystem import under
from pooltable import *

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.game.questions import FACES_WANTED, HITS_WANTED, Question, run_questions
from fireteam.env.game.table import Table, opening_dice
from fireteam.systems.d10_pool.rules.port import FACES
from fireteam.systems.d10_pool.table import DICE

SHOOTER = {"weapons": ["light_pistol"], "abilities": {"firearms": 2}}


def game_of(*, far: int = 8, **options: object) -> Game:
    """Return a game of two shooters some tiles apart, in which red_1 acts first."""
    sides = [fighter((2, 2), **SHOOTER)], [fighter((far, 2), **SHOOTER, name="Orso")]
    scenario = pooltable.table(*sides, **options).field.scenario
    return Game(scenario, 1, {}, ("red", "blue"), dice=pooltable.in_order(*sides))


def shot(game: Game, answers: dict[str, str]) -> tuple[list[Question], list[object]]:
    """Return the questions of a shot of red_1 that blue_1 dodges with two dice, and what happened."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        assert not asked_for.refused
        questions.append(asked_for)
        return answers[asked_for.purpose]

    run_questions(Table(game).answering("shoot blue_1"), answer)
    return questions, run_questions(Table(game).answering("dodge_with 2"), answer)


def test_typed_successes_are_what_is_rolled() -> None:
    """Three tens and a one are two successes; the dodge is told them, the damage counts no ones."""
    questions, events = shot(game_of(), {"attack": "3 successes 1 one", "defense": "1/0", "damage": "2"})
    assert [asked_for.purpose for asked_for in questions] == ["attack", "defense", "damage"]
    attack, defense, damage = questions
    assert roll(events, "attack").dice == [10, 10, 10, 1, 2]
    assert roll(events, "attack").numbers["hits"] == 2
    assert defense.means.context == "against 2 successes"
    assert roll(events, "defense").dice == [10, 2]
    assert (attack.kind.one, damage.kind.one) == (1, None)
    assert sorted(roll(events, "damage").dice)[-3:] == [2, 10, 10]


def test_a_question_says_how_hard_it_is() -> None:
    """The pool, its difficulty with every reason, and the words of the system."""
    questions, _ = shot(game_of(), {"attack": "0/0", "defense": "0/0"})
    assert questions[0].sentence() == (
        "red_1 the ganger, attack on Orso (blue_1): roll 5 dice (Dexterity 3 + Firearms 2 at difficulty 6). "
        "Successes and ones, like 1/0, or faces?"
    )


def test_where_a_two_is_a_success_faces_are_typed() -> None:
    """At difficulty 2 a number of successes does not say what the other dice show."""
    numbers = {"point_blank": -9}
    questions, events = shot(
        game_of(far=3, catalog={"numbers": numbers}), {"attack": "2 3 1 5 6", "defense": "1/1", "damage": "0"}
    )
    assert (questions[0].means.wanted, questions[0].means.context) == (FACES_WANTED, "difficulty 2")
    assert roll(events, "attack").numbers["hits"] == 3
    assert questions[1].means.wanted == HITS_WANTED


@pytest.mark.parametrize(("text", "faces"), [("0 3 1", [10, 3, 1]), ("031", [10, 3, 1]), ("10 3 1", [10, 3, 1])])
def test_a_ten_is_written_as_on_the_die(text: str, faces: list[int]) -> None:
    """Dice of ten faces show 0 for their ten."""
    assert FACES == 10
    means = shot_means()
    question = Question("red_1", "attack", "blue_1", 3, "", means, DICE, [], "red_1", "blue_1")
    assert question.faces(text) == faces


def shot_means() -> object:
    """Return what an attack means."""
    questions, _ = shot(game_of(), {"attack": "0/0", "defense": "0/0"})
    return questions[0].means


def test_the_opening_is_asked_for() -> None:
    """Initiative by its successes at difficulty 6, for the people's units only."""
    questions: list[Question] = []

    def answer(asked_for: Question) -> str:
        questions.append(asked_for)
        return "1/0"

    dice = run_questions(opening_dice(under("d10_pool"), 3, ["blue"]), answer)
    assert [asked_for.unit for asked_for in questions] == ["blue_1", "blue_2", "blue_3", "blue_4"]
    assert all("at difficulty 6" in asked_for.sentence() for asked_for in questions)
    game = Game(under("d10_pool"), 3, {"red": load_bot("guard", 1)}, ("blue",), dice)
    rolls = [event for event in game.battle.events() if event.kind == "roll" and str(event.actor).startswith("blue")]
    assert [event.numbers["hits"] for event in rolls] == [1, 1, 1, 1]
