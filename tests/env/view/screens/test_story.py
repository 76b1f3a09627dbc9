"""A battle in words: what each side fights for, who won, the best shot; names, walks and wounds in the log."""

import re
from typing import Any

import pytest
from recorded import fought

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.replay.narrate import of_one, outdated, sentence
from fireteam.env.rules.record import DOWN
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.draw.zones import outline, zones
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side
from fireteam.env.view.story import add_chances, best_shot, deed, ending_lines, goal_words, goals, opening_lines, shots_in
from fireteam.env.view.text import unit_lines
from fireteam.env.view.words import state_words

CURVE = {"moments": [0], "over": True}
TURN = {"before": 4, "moment": 5, "part": "deed", "team": "police", "old": 0.5, "new": 0.7, "low": 0.1, "high": 0.3,
        "lasts": True}  # fmt: skip


@pytest.fixture(name="bank", scope="module")
def given_bank() -> Playback:
    """The replay of a robbery, as a playback."""
    return playback_of(fought("bank", 3))


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ("bank", ["Robbers must bring 3 units to the marked exit.",
                  "Police must hold the marked ground: be alone on it at the end of a round."]),
        ("rescue", ["Red must bring 3 units to the marked exit, Vega among them.",
                    "Blue must stop red from reaching the exit."]),
        ("yard", ["Red must defeat blue.", "Blue must defeat red."]),
        ("shieldwall", ["Wall must defeat raiders, or last 12 rounds.", "Raiders must defeat wall."]),
    ],
)  # fmt: skip
def test_goals_in_words(scenario: str, says: list[str]) -> None:
    """Every side's goal is a sentence; who has none of its own is to spoil the other's."""
    field = prepare(load_scenario(scenario))
    assert [goal_words(field, team) for team in range(2)] == says


def test_the_opening_says_who_fights_for_what(bank: Playback) -> None:
    """Before the first decision: what happens, how many units, who plays them, the goals; nobody yet to come is counted."""
    lines = [says for says, _ in opening_lines(bank)]
    assert lines[0] == bank["about"]
    assert "Robbers: 5 units, played by tactician." in lines
    assert "Police: 5 units, played by tactician." in lines
    assert "Robbers must bring 3 units to the marked exit." in lines
    assert lines[-1] == "Whoever stands alone wins, too. After 20 rounds Police win."


def test_the_ending_names_winner_survivors_and_best_shot(bank: Playback) -> None:
    """At the end: who won and why, who is left of each side by name, and the unlikeliest shot that put somebody out."""
    player = Player(bank)
    title, why, *rest = [says for says, _ in ending_lines(bank, player.scenes[-1])]
    assert title == f"The {bank['result']['winner']} team wins"
    assert bank["result"]["ending"].capitalize() in why
    for line, team in zip(rest, bank["teams"], strict=False):
        units = [unit for unit in bank["units"] if bank["teams"][unit["team"]] is team]
        left = [u["short"] for u in units if player.scenes[-1]["units"][u["name"]]["status"] in ("up", "escaped")]
        assert line.endswith(f": {', '.join(left)}." if left else " up.")
    assert rest[-1].startswith("Best shot: ")
    shown = bank | {"turned": "Somebody falls."}
    assert ending_lines(shown, player.scenes[-1])[-1][0] == "The turning point: Somebody falls."
    best = best_shot(bank)
    assert best is not None
    dead = {mark["unit"] for moment in bank["moments"] for mark in moment.get("marks", ()) if mark["mark"] != "wound"}
    assert best["units"][1] in dead
    assert re.search(r"( % shot|'s attack) (kills|drops) ", best["says"])


def test_a_side_in_fog_knows_its_own_goal_only() -> None:
    """In fog the goals, zones and shots of others are not shown; the page of a side does not have them at all."""
    replay = fought("night", 3)
    playback = playback_of(replay)
    assert playback["fog"]
    name = playback["teams"][1]["name"]
    assert [colour for _, colour in goals(playback, name)] == ["team:1"]
    assert all(teams == [1] for _, teams, _ in zones(playback, name))
    own = for_side(playback, name, prepare(replay.header.scenario))
    assert goals(own) == goals(playback, name)
    for moment in own["moments"]:
        assert all(shot["seen"] == [name] for shot in moment.get("shots", ()))


def test_zones_have_an_edge_and_a_label(bank: Playback) -> None:
    """Marked ground is labelled with whose goal it is; its edge runs around it, not between its tiles."""
    labels = [label for _, _, label in zones(bank)]
    assert labels == ["robbers: exit", "police: hold"]
    assert len(outline([0, 1, 10, 11], 10, "text")) == 8


def test_one_name_for_a_unit(bank: Playback) -> None:
    """The log calls a unit what its card does, and its token has the number of that name, or the beginning of its own."""
    said = " ".join(line["text"] for moment in bank["moments"] for line in moment.get("log", ()))
    for unit in bank["units"]:
        named = unit["called"] in ("Ada", "Brick", "Ox")
        assert unit["letter"] == (unit["called"][:2] if named else unit["name"].rpartition("_")[2])
        assert unit["name"] in unit["who"]
        assert unit["who"] in said


def test_nobody_dead_is_wounded() -> None:
    """Wounds of who is out by then are not told; of others, and of who has come to again, they are."""

    def event(kind: str, target: str) -> Event:
        numbers: dict[str, Any] = {"modifier": -2} if kind == "wounded" else {}
        return Event(kind, "red_1", target, None, numbers, [], [], [])

    events = [event("wounded", "a"), event("dead", "a"), event("wounded", "a"), event("wounded", "b"),
              event("unconscious", "b"), event("wakes", "b"), event("wounded", "b")]  # fmt: skip
    assert outdated(prepare(load_scenario("duel")), events) == {2}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ann hits Bob with 1 net hits: damage 11.", "Ann hits Bob with 1 net hit: damage 11."),
        ("Ann aims at Bob, 1 dice.", "Ann aims at Bob, 1 die."),
        ("Bob is wounded: -1 dice.", "Bob is wounded: -1 dice."),
        ("Ann reloads: 11 rounds.", "Ann reloads: 11 rounds."),
    ],
)
def test_one_is_not_many(text: str, says: str) -> None:
    """One net hit, one die; what is taken away and what only ends in a one stays as it is."""
    assert of_one(text) == says


def test_no_marks_of_text_in_the_log(bank: Playback) -> None:
    """Lines of the log are sentences, without the dashes that stand around headings in text."""
    for moment in bank["moments"]:
        for line in moment.get("log", ()):
            assert line["text"] == line["text"].strip("-= ")


def test_a_turn_without_a_hit_says_what_came_of_the_decision(bank: Playback) -> None:
    """Where nobody was hit when the battle turned, the log says what happened, not the name of an action."""
    playback = dict(bank)
    quiet = next(
        n for n, moment in enumerate(bank["moments"])
        if any(line["kind"] == "miss" and "odds" in line for line in moment.get("log", ())) and not moment.get("shots")
    )  # fmt: skip
    add_chances(playback, CURVE, TURN | {"moment": quiet, "before": quiet - 1})
    assert playback["turning"] == quiet
    assert " misses " in playback["turned"]
    assert " % chance. Police's chance to win rises from 50 % to 70 %, " in playback["turned"]


@pytest.mark.parametrize(
    ("lasts", "over", "says"),
    [
        (True, True, "and that lasts to the end."),
        (True, False, "and that has lasted so far."),
        (False, True, "but that does not last: the battle goes back and forth, and the win goes to Robbers."),
        (False, False, "but that does not last: the battle goes back and forth."),
    ],
)
def test_what_became_of_a_turn_is_said(bank: Playback, lasts: bool, over: bool, says: str) -> None:
    """Whether a change lasted is told with it, and who won in spite of it."""
    playback = dict(bank)
    add_chances(playback, CURVE | {"over": over}, TURN | {"lasts": lasts})
    assert f" from 50 % to 70 %, {says} The rise is one of 10 to 30 percentage points, 95 % sure." in playback["turned"]


def test_a_turn_names_what_happened_in_it_and_nothing_after(bank: Playback) -> None:
    """Who fell in the act is named, all of them; what comes after the head of a new round is not."""
    jumps = bank["jumps"]["round"]
    for n, moment in enumerate(bank["moments"]):
        names = {unit["name"]: unit["short"] for unit in bank["units"]}
        fallen = [names[mark["unit"]] for mark in moment.get("marks", ()) if mark["mark"] in ("down", "dead")]
        if fallen and n not in jumps:
            at, says = deed(bank, n, n, "deed")
            assert at == n
            assert all(name in says for name in fallen), says
    new = jumps[2]
    assert deed(bank, new, new, "initiative") == (new, "Initiative is rolled for round 3")
    assert deed(bank, new, new, "all")[1].endswith("; then round 3 begins")
    assert "initiative" not in deed(bank, new, new, "deed")[1]


def test_what_comes_after_a_phase_is_no_part_of_the_shot() -> None:
    """Who bleeds to death when the next phase begins was not killed by the shot before it."""

    def event(kind: str, actor: str | None = None, target: str | None = None, **numbers: Any) -> Event:
        return Event(kind, actor, target, None, numbers, [], [], ["red"])

    shot = [event("attack", "red_1", "blue_1"), event("hit", "red_1", "blue_1"), event("damage", None, "blue_1", damage=3)]
    died, bled = event("dead", None, "blue_1"), event("damage", None, "blue_1", damage=9)
    field = prepare(load_scenario("yard"))
    for head in ([], [event("phase", "blue_1")]):
        (shown,) = shots_in(field, [*shot, *head, bled, died], {1: 0.4}, {1})
        assert ("kills" in shown["says"]) is not bool(head)
        assert shown["harm"] == (3 if head else 12)
    (unknown,) = shots_in(field, [*shot, died], {}, set())
    assert unknown["says"] == "red_1's attack kills blue_1", "who felled it is told where nobody knows the chance, too"


def test_a_machine_is_wrecked() -> None:
    """Who has no flesh does not fall unconscious: log, card and board say that it is wrecked."""
    battle = Battle("powerhouse", 1)
    pools = battle.field.arena[0]["sheets"]["flesh"]
    drone, guard = (
        next(fighter.name for who, fighter in enumerate(battle.field.roster) if (pools[who] > 0) == flesh)
        for flesh in (False, True)
    )
    shown = {name: sentence(battle.field, Event("unconscious", None, name, None, {}, [], [], [])) for name in (drone, guard)}
    assert shown[drone].endswith(" is wrecked.")
    assert shown[guard].endswith(" falls unconscious.")
    assert state_words({"status": "down"}, {"side": 1}) == ["unconscious"]  # a stranger in fog
    assert state_words({"status": "down"}, {"machine": True}) == ["wrecked"]
    assert state_words({"status": "down"}, {"machine": False}) == ["unconscious"]
    battle.record[0]["units"]["status"][:] = DOWN
    lines = {line.split()[1]: line for line in unit_lines(battle.field, battle.record[0], False)}
    assert "wrecked" in lines[drone]
    assert "unconscious" in lines[guard]
