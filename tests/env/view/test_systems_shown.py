"""What is told and drawn of a battle goes by its rule system: attacks, sentences, conditions, prices, who comes next."""

import pytest
import toy
from everysystem import each, under
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.events import Event, Term
from fireteam.env.replay.narrate import pool_of, sentence
from fireteam.env.replay.scene import unit_seen
from fireteam.env.rules.events import MISS, Kinds
from fireteam.env.rules.systems import port_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.export.picture import Picture
from fireteam.env.view.parts.choices import Choices
from fireteam.env.view.parts.tips import unit_tip
from fireteam.env.view.playback.cutter import Cutter, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side
from fireteam.env.view.prims.tokens import full_pools, token
from fireteam.env.view.text import draw
from fireteam.env.view.words import state_words


@each
def test_attacks_are_told_and_shown(system: str) -> None:
    """An attack is told as its system has it, with what is fired; tracers fly, and units are seen to look otherwise."""
    replay = fought(under(system))
    lines = [line for moment in playback_of(replay)["moments"] for line in moment.get("log", ())]
    shown = [line["text"] for line in lines if line["kind"] == "attack"]
    fires = " fires " if hasattr(load_catalog(system=system), "firings") else " attacks "
    assert any(fires in text and " with the " in text for text in shown)
    assert all(line["pool"] or not line["terms"] for line in lines if line["kind"] == "roll")
    cues = [cue for moment in playback_of(replay)["moments"] for cue in moment.get("cues", ())]
    assert [cue["count"] for cue in cues if cue["do"] == "shot"]


def test_a_system_says_things_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence of a system comes before that of every system."""
    battle = Battle(under(toy.NAME), 1)
    missed = Event("miss", "red_1", "blue_1", None, {}, [], [], [])
    assert sentence(battle.field, missed) == "red_1 the soldier misses blue_1 the soldier."
    monkeypatch.setattr("toy.rules.port.EVENTS", Kinds({}, {MISS: "{actor} shoots past {target}."}))
    assert sentence(battle.field, missed) == "red_1 the soldier shoots past blue_1 the soldier."


@each
def test_what_a_pool_is_made_of(system: str) -> None:
    """Terms of the core rule of a system stand without its ID, all others with theirs: those of other systems, too."""
    battle = Battle(under(system), 1)
    other = port_of("swan_song" if system == toy.NAME else toy.NAME).CORE
    terms = [Term(4, "Nerve", port_of(system).CORE), Term(3, "Luck", other)]
    assert pool_of(battle.field, terms, "attack").endswith(f"Nerve 4 + 3 Luck ({other})")


def test_conditions_are_the_systems() -> None:
    """What a system knows of a unit's state, and no other does, stands on cards, in pages, on tokens and in text."""
    shown = {}
    for system, field in ((toy.NAME, "dodged"), ("swan_song", "full_defense")):
        battle = Battle(under(system), 1)
        words = Cutter(battle.field).playback["words"]
        seen = unit_seen(battle.field, battle.record[0], 0)
        full = full_pools(battle.field, 0)
        shown[system] = [state_words({**seen, name: 1}, full, words["conditions"]) for name in ("dodged", "full_defense")]
        plain, marked = (token(battle.field, 0, {**seen, **more}) for more in ({}, {field: 1}))
        assert plain != marked
        battle.record[0]["units"][0][field] = 1
        line = draw(battle).splitlines()[-len(battle.field.roster)]
        assert shown[system][field == "full_defense"][0] in line
    assert shown == {toy.NAME: [["has dodged"], []], "swan_song": [[], ["full defense"]]}


@each
def test_what_actions_cost(system: str) -> None:
    """Buttons say what an action costs, in what its system counts."""
    battle = Battle(under(system), 4)
    choices, left = Choices(battle), int(battle.record[0]["units"][battle.record[0]["decider"]]["ap"])
    prices = {choices.price(action) for action in choices.legal}
    if system == "d10_pool":
        assert "free" in prices
        assert {"2 dice"} < prices - {"free"} <= {f"{dice} dice" for dice in range(2, 16)}
        assert choices.left() == []
        return
    if system == "ladder":
        assert prices == {"1 action", "free"}
        assert choices.left() == []
        return
    assert prices <= {"free", "0 AP", *(f"{cost} AP, {left - cost} left" for cost in range(1, 4))}
    assert choices.left() == [f"{left} action points left."]


def test_prices_of_the_toy_are_what_is_taken() -> None:
    """In the toy a button of the own phase says what is then left of a unit's points, of a step and of a shot."""
    battle, bot, met = Battle(under(toy.NAME), 4), load_bot("tactician", 4), set()
    for _ in range(60):
        decision, choices = battle.decision, Choices(battle)
        assert decision is not None
        for action in choices.legal if decision.own else []:
            after = battle.copy()
            after.step(action)
            said, verb = choices.price(action), choices.verbs[action.verb].name
            if verb == "end":
                assert said == "0 AP"
            else:
                cost, left = {"step": 1, "shoot": 3}[verb], int(after.unit(decision.unit)["ap"])
                assert said == f"{cost} AP, {left} left"
                assert choices.note(action).endswith(said)
            met.add(verb)
        battle.step(bot.decide(battle))
    assert met == {"end", "step", "shoot"}


@each
def test_who_comes_next(system: str) -> None:
    """This turn has everybody who is up and has a score, the highest first; what a side is given in fog, its own units.

    In ladder the slowest declare first, and scores below 0 are scores, too.
    """
    replay = fought(under(system, fog=True))
    playback = playback_of(replay)
    player = Player(playback)
    for n, scene in enumerate(player.scenes):
        scores = {name: unit["score"] for name, unit in scene["units"].items() if unit["status"] == "up" and "score" in unit}
        ranks = {name: scene["units"][name].get("rank", 0) for name in scores}  # among equals, where a system says it
        order = sorted(scores, key=lambda name: (-scores[name], -ranks[name], name))
        if system == "ladder" and scene["pass"] == 1:
            order.reverse()
        now = [(name, score) for name, turn, score, _ in player.ribbon(n) if turn == 0]
        assert now == [(name, scores[name]) for name in order if scores[name] > 0 or system == "ladder"]
    assert len(player.ribbon(0)) > 1
    side = Player(for_side(playback, "blue", prepare(replay.header.scenario)))
    assert {name.split("_")[0] for n in range(side.last + 1) for name, *_ in side.ribbon(n)} == {"blue"}


@pytest.mark.parametrize(
    ("system", "when", "score"), [("swan_song", "Round 1, pass 1", "initiative "), (toy.NAME, "Round 1", "order ")]
)
def test_turns_are_called_as_the_system_does(system: str, when: str, score: str) -> None:
    """Heads of text and pictures have the system's word for a turn, if it has turns; tips its word for the score."""
    assert f": {when.lower()}, " in draw(Battle(under(system), 1)).splitlines()[0]
    player = Player(playback_of(fought(under(system))))
    n = next(n for n, scene in enumerate(player.scenes) if scene["round"] == 1 and n)
    assert Picture(player, 800).state(n)[0] == when
    assert any(line.startswith(score) for line, _ in unit_tip(player, n, "red_1"))


def test_a_round_of_one_turn() -> None:
    """In the toy the ribbon ends with the turn, and whose phase it is comes first of those who have not acted."""
    player = Player(playback_of(fought(under(toy.NAME))))
    acting = [n for n, scene in enumerate(player.scenes) if scene.get("kind") == "act"]
    assert len(acting) > 50
    for n in acting:
        assert {turn for _, turn, _, _ in player.ribbon(n)} == {0}
        assert next(name for name, _, _, acted in player.ribbon(n) if not acted) == player.scenes[n]["decider"]


@pytest.mark.rule("SS-T4")
@pytest.mark.parametrize("drop", [10, 5])
def test_passes_to_come(drop: int) -> None:
    """In Swan Song the passes to come follow: scores drop by so many points for each, and who has none left is out."""
    values = under("swan_song").model_dump(exclude_unset=True) | {"catalog": {"numbers": {"pass_drop": drop}}}
    player = Player(playback_of(fought(Scenario.model_validate(values))))
    most = 0
    for n, scene in enumerate(player.scenes):
        ribbon = player.ribbon(n)
        for name, turn, score, acted in ribbon:
            unit = scene["units"][name]
            assert score == unit["score"] - drop * turn > 0
            assert acted == (turn == 0 and "acted" in unit)
        assert len({entry[:2] for entry in ribbon}) == len(ribbon)
        for name, unit in scene["units"].items():
            turns = len([entry for entry in ribbon if entry[0] == name])
            assert turns == (-(-max(unit.get("score", 0), 0) // drop) if unit["status"] == "up" else 0)
        assert ribbon == sorted(ribbon, key=lambda entry: (entry[1], -entry[2], entry[0]))
        most = max(most, *(turn for _, turn, _, _ in ribbon), 0)
    assert most >= (1 if drop == 10 else 3)


def test_dice_are_read_as_their_system_has_it() -> None:
    """In d10_pool the dice that reach the difficulty count and ones take some away, but for damage; Swan Song has fives."""
    counted = 0
    for moment in playback_of(fought(under("d10_pool")))["moments"]:
        for line in (line for line in moment.get("log", ()) if line["kind"] == "roll"):
            read, dice = line["reads"], line["dice"]
            good = sum(die >= read["least"] for die in dice) - read["ones"] * dice.count(1)
            assert line["text"].endswith(f": {max(good, 0)}")
            assert line["came"].startswith(("a botch", f"{max(good, 0)} success"))
            known = ("target in cover", "walking")
            harder = [place for place, term in enumerate(line["terms"]) if term[1] in known]
            assert set(harder) <= set(read["hinders"])
            counted += bool(harder)
    assert counted > 5
    lines = [line for moment in playback_of(fought(under("swan_song")))["moments"] for line in moment.get("log", ())]
    reads = {line["text"].split()[1]: line.get("reads") for line in lines if line["kind"] == "roll"}
    assert reads["attack:"] == {"least": 5, "ones": True}
    assert reads["initiative:"] is None
