"""What units of ladder have declared is shown: as arrows that fade, to each side as it takes it, in fudge dice as signs."""

import json
from typing import Any

import pytest
from declared import BELIEVED, SEEN_THROUGH, Declared
from everysystem import under

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.catalog import catalog_of
from fireteam.env.replay.narrate import sentences
from fireteam.env.replay.scene import scene_of, taken_for
from fireteam.env.view.draw.plans import planned
from fireteam.env.view.look import look
from fireteam.env.view.playback.plans import Intent, intents
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side

ENDLESS = 1e9  # seconds: long after a moment has been shown


def feigned(dice: list[int]) -> Declared:
    """Return a battle in which red_1 has declared a feint at blue_1, whose turn it is to declare."""
    made = Declared()
    made.take("feint blue_1", "end", dice=dice)
    return made


def items(shown: Declared, side: str, name: str = "red_1") -> list[Any]:
    """Return the plan of a unit as a side takes it to be, after the last decision."""
    return list(taken_for(scene_of(shown.battle), name, side).get("plan", []))


def arrows(shown: Declared, side: str, t: float = ENDLESS) -> list[Intent]:
    """Return what is drawn of plans `t` seconds on the way to the last moment."""
    player = Player(shown.playback)
    return intents(player, player.last, t, side)


def lines(shown: Declared, side: str) -> list[str]:
    """Return what a side reads of the last moment."""
    player = Player(shown.playback)
    return [line["text"] for line in player.log_lines(player.last, side)]


def test_who_is_fooled_sees_an_attack() -> None:
    """A feint that fools blue is a blow to it, in plan, words, log and arrow; red and who sees all know better (LD-G5)."""
    shown = feigned(BELIEVED)
    assert items(shown, "blue") == [["strike", "blue_1", "pending", "attack"]]
    assert taken_for(scene_of(shown.battle), "red_1", "blue")["intends"] == "strike blue_1"
    assert items(shown, "red") == items(shown, "") == [["feint", "blue_1", "pending", "attack"]]
    for side in ("", "red", "blue"):
        assert arrows(shown, side) == [Intent("red_1", "blue_1", "attack", 1.0)]
    said = {side: [line for line in lines(shown, side) if "declares" in line] for side in ("", "red", "blue")}
    assert [len(each) for each in said.values()] == [1, 1, 1]
    assert "feint" in said[""][0]
    assert "feint" in said["red"][0]
    assert "strike" in said["blue"][0]
    assert not any("fooled" in line or "takes a feint" in line for line in lines(shown, "blue"))
    assert sum("declares" in text for text in sentences(shown.battle.field, shown.battle.events())) == 1


def test_the_file_of_who_is_fooled_holds_no_feint() -> None:
    """What is made for blue alone has nothing in it that tells the feint from a blow; once it is done all know."""
    shown = feigned(BELIEVED)
    kept = json.dumps(for_side(shown.playback, "blue", shown.battle.field)["moments"])
    assert "strike" in kept
    assert not [word for word in ("feint", "insight", "aside", "believed") if word in kept]
    shown.take("end")
    assert "only feinted" in json.dumps(for_side(shown.playback, "blue", shown.battle.field)["moments"])


def test_who_sees_through_it_sees_a_feint() -> None:
    """A feint that fools nobody is one to all."""
    shown = feigned(SEEN_THROUGH)
    assert items(shown, "blue") == items(shown, "red") == [["feint", "blue_1", "pending", "attack"]]
    assert "believed" not in scene_of(shown.battle)
    assert any("declares: feint" in line for line in lines(shown, "blue"))


def test_a_plan_is_a_secret_until_it_is_complete() -> None:
    """While red_1 declares, blue sees nothing of it, neither as scene, arrow nor in its file; then it does (LD-T1)."""
    shown = Declared()
    shown.take("strike blue_1")
    assert items(shown, "red") == items(shown, "") == [["strike", "blue_1", "pending", "attack"]]
    assert items(shown, "blue") == []
    assert "intends" not in taken_for(scene_of(shown.battle), "red_1", "blue")
    assert arrows(shown, "red")
    assert not arrows(shown, "blue")
    assert "strike" not in json.dumps(for_side(shown.playback, "blue", shown.battle.field)["moments"])
    shown.take("end")
    assert items(shown, "blue") == [["strike", "blue_1", "pending", "attack"]]
    appears = Player(shown.playback).cues(2, "blue")
    assert [cue["item"][0] for cue in appears if cue["do"] == "declares"] == ["strike"]


def test_in_fog_only_plans_of_the_seen_are_seen() -> None:
    """In fog blue sees what the enemy before it declares, and nothing behind a wall."""
    near = Declared(fog=True)
    near.take("strike blue_1", "end")
    assert items(near, "blue")
    far = Battle(under("ladder", "offices", fog=True), 1)
    bot = load_bot("tactician", 1)
    hidden = 0
    for _ in range(60):
        if far.over:
            break
        far.step(bot.decide(far))
        scene = scene_of(far)
        for team, unknown in scene["hidden"].items():
            for name in scene["units"]:
                plan = taken_for(scene, name, team).get("plan", [])
                assert not (plan and name in unknown), f"{team} sees the plan of {name}"
                if name.rpartition("_")[0] != team:
                    assert not {item[1] for item in plan} & set(unknown)
            hidden += sum("plan" in scene["units"][name] for name in unknown)
    assert hidden > 10


def test_arrows_fade_as_they_resolve() -> None:
    """What is done fades while it is, what lapses breaks; nothing is left of it when a turn is over."""
    shown = Declared()
    shown.take("strike blue_1", "end", "dodge_attacks red_1")
    assert {(i.unit, i.kind) for i in arrows(shown, "")} == {("red_1", "attack"), ("blue_1", "evasion")}
    shown.take("end")
    player = Player(shown.playback)
    acts = {cue["unit"]: cue for cue in player.cues(player.last) if cue["do"] == "acts"}
    assert acts["blue_1"]["t"] <= acts["red_1"]["t"], "the quickest acts first"
    middle = acts["red_1"]["t"] + acts["red_1"]["for"] / 2
    share = {i.unit: i.share for i in arrows(shown, "", middle)}
    assert share["red_1"] == pytest.approx(0.5, abs=0.01)
    assert not arrows(shown, ""), "the next turn has begun"
    places = {"red_1": (0.5, 0.5), "blue_1": (4.5, 0.5)}
    whole, broken = (planned([Intent("red_1", "blue_1", "attack", 1.0, lapsed)], places) for lapsed in (False, True))
    assert len(broken) > len(whole)
    assert look()["plans"]["lapsed"]["colour"] in broken[-1][1]
    assert look()["plans"]["attack"]["colour"] in whole[-1][1]
    assert not planned([Intent("red_1", "blue_3", "attack", 1.0)], places), "who is not seen is not pointed at"
    assert planned([Intent("red_1", "", "move", 1.0)], places)[-1][-1] == look()["plans"]["move"]["sign"]


def test_every_kind_has_a_look() -> None:
    """Whatever can be declared has a kind that is drawn in a colour."""
    battle, bot = Battle(under("ladder"), 2), load_bot("random", 2)
    kinds = set()
    for _ in range(200):
        if battle.over:
            break
        battle.step(bot.decide(battle))
        kinds |= {item[3] for unit in scene_of(battle)["units"].values() for item in unit.get("plan", [])}
    assert {"attack", "move", "handle"} <= kinds <= look()["plans"].keys()


def test_fudge_dice_are_signs() -> None:
    """Faces of fudge dice are written as plus, minus, nothing, in sentences and in what page and window have (LD-D1)."""
    shown = feigned(BELIEVED)
    rolls = [
        text.strip() for text in sentences(shown.battle.field, shown.battle.events()) if "feint" in text and "->" in text
    ]
    assert rolls[0].startswith("red_1 feint: ")
    assert ": + + + + -> " in rolls[0]
    assert shown.playback["faces"] == [["-", "\N{MINUS SIGN}"], ["0", ""], ["+", "+"]]
    assert for_side(shown.playback, "red", shown.battle.field)["faces"] == shown.playback["faces"]
    reads = catalog_of("ladder").reads([], "attack")
    assert reads == {"least": 3, "ones": True}
