"""What a person at the window is told: no more than its side knows, what an answer brings and costs, no word cut off."""

from pathlib import Path
from typing import Any

import pytest
from painted import fought
from screening import Hand

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.view.draw.ui import Ui
from fireteam.env.view.parts.choices import label
from fireteam.env.view.parts.menus import Entry, Menu
from fireteam.env.view.playback.cutter import cut
from fireteam.env.view.playback.player import Player
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import Playing
from fireteam.env.view.screens.view import View
from fireteam.env.view.screens.watching import Watching
from fireteam.env.view.story import opening_lines

Said = list[tuple[str, Any, bool]]  # words, where they lie, whether they were cut off


def playing(tmp_path: Path, scenario: str, side: str, other: str, seed: int = 3) -> tuple[Playing, Hand]:
    """Return a game in which a person plays a side against a tactician, and a hand at its screen."""
    game = Game(scenario, seed, {other: load_bot("tactician", seed)}, {side})
    play = Playing(game, tmp_path / "game.jsonl.gz")
    return play, Hand(BattleScreen(play))


def watching(scenario: str, most: int = 10_000) -> tuple[View, Hand]:
    """Return what is shown of a battle that is watched, and a hand at its screen."""
    return at(Player(cut(fought(scenario, most=most))[0].playback))


def at(player: Player) -> tuple[View, Hand]:
    """Return what is shown of a playback that is watched, and a hand at its screen."""
    watch = Watching(player)
    return watch.view, Hand(BattleScreen(watch))


@pytest.fixture(name="said")
def given_said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """All that is written on a screen from now on."""
    said: Said = []
    write = Ui.text

    def written(
        self: Ui, says: str, x: float, y: float, size: float = 13, colour: str = "text", bold: bool = False, **rest: Any
    ) -> Any:
        place = write(self, says, x, y, size, colour, bold, **rest)
        said.append((says, place, place.width < self.render(says, size, colour, bold).get_width()))
        return place

    monkeypatch.setattr(Ui, "text", written)
    return said


def test_in_fog_nothing_is_shown_before_the_first_decision(tmp_path: Path, said: Said) -> None:
    """While the other side has the first decisions the person already sees with its own eyes only."""
    play, hand = playing(tmp_path, "night", "customs", "smugglers")
    assert play.game.pending is None, "the smugglers are first"
    assert play.view.side == "customs"
    hand.frames(1)
    assert not any("smugglers_" in says for says, _, _ in said)
    assert {name.rsplit("_", 1)[0] for name, *_ in play.view.player.tokens(play.view.n, 99, play.view.side)} == {"customs"}
    assert ("Smugglers: 0 units in sight, played by tactician.", "team:0") in opening_lines(
        play.view.player.playback, play.view.side
    )


def test_karma_is_priced(tmp_path: Path) -> None:
    """Who is asked for karma is told what it brings and how much is left; action points are not what is asked for."""
    play, hand = playing(tmp_path, "breach", "assault", "garrison")
    hand.until(lambda: play.popup.menu)
    assert play.hand.choices().kind == "karma"
    menu = play.popup.menu
    assert menu is not None
    karma = int(play.game.battle.record[0]["units"]["karma"][0])
    assert menu.lines == [f"{karma} karma left."]
    assert [entry.note for entry in menu.entries] == ["no karma", f"more initiative dice; 1 karma, {karma - 1} left"]


def test_who_waits_is_told_for_whom(tmp_path: Path) -> None:
    """Who may step in is told whose phase comes, and what each answer means for it."""
    play, hand = playing(tmp_path, "duel", "blue", "red", seed=1)
    while not (play.popup.menu and play.hand.choices().kind == "step_in"):
        hand.until(lambda: play.acts() or play.popup.menu)
        if play.acts():
            play.course.decide("delay" if "delay" in play.hand.choices().words.values() else "end")
        elif play.hand.choices().kind != "step_in":
            hand.frames(2)
            hand.key("1")
        hand.frames(1)
    notes = {entry.label: entry.note for entry in play.popup.menu.entries}
    assert play.popup.menu.lines[-1] == "3 action points left."
    if play.popup.menu.lines[-2] == "Next comes red_1 the duelist.":
        assert notes["step in"] == "before red_1 the duelist; 0 AP"
        assert notes["step in after"] == "after red_1 the duelist; 0 AP"
    else:
        assert play.popup.menu.lines[-2] == "Nobody else's turn comes first."
        assert notes["step in"] == "acts now; 0 AP"


def test_attacks_are_priced_and_units_keep_their_names(tmp_path: Path) -> None:
    """The odds under the pointer say what an attack costs; a unit is called the same on a button and in the log."""
    assert label("suppress_line red_2") == "suppress line red_2"
    assert label("switch assault_rifle") == "switch assault rifle"
    play, hand = playing(tmp_path, "yard", "red", "blue")
    hand.until(lambda: play.acts())
    shown = [says for says, _ in play.hand.choices().odds_lines("blue_2")]
    assert any(says.startswith("shoot blue_2: hit ") and says.endswith("; 1 AP, 2 left") for says in shown), shown


def test_a_question_is_whole(said: Said) -> None:
    """The title of a pop-up is wrapped, however long the name of the unit is that is asked."""
    _, hand = watching("duel", most=1)
    said.clear()
    menu = Menu("Ñandú Çelebi van den Österreicher-Straße (defenders_1) is attacked", [], [Entry(1, "let it pass")])
    menu.draw(hand.ui, hand.surface.get_rect())
    assert any(says.endswith("is attacked") for says, _, _ in said)
    assert not any(was_cut for _, _, was_cut in said)


@pytest.mark.parametrize("scenario", ["breach", "bank", "powerhouse", "chase"])
def test_cards_are_whole(scenario: str, said: Said) -> None:
    """What stands on the cards of the units is not cut off: name, weapon, rounds, mode."""
    _, hand = watching(scenario, most=1)
    for _ in range(12):
        hand.frames(1)
        hand.screen.column.scroll += 100
    assert [says for says, _, was_cut in said if was_cut] == []
    assert any(" the " in says for says, _, _ in said)


def test_the_card_of_who_decides_is_in_view(said: Said) -> None:
    """The cards are scrolled to the unit that decides; who scrolls away from it is left alone until another decides."""
    view, hand = watching("market", most=60)
    seen = 0
    who = {unit["name"]: unit["who"] for unit in view.player.playback["units"]}
    for n in range(1, view.player.last):
        decides = view.player.scenes[n]["decider"]
        view.go(n)
        said.clear()
        hand.frames(1)
        area = hand.screen.layout(hand.ui).cards
        assert any(says in (who[decides], decides) and area.contains(place) for says, place, _ in said), f"{decides} at {n}"
        seen += hand.screen.column.scroll > 0
    assert seen, "nobody was below the first cards"
    hand.screen.column.scroll = 0.0 if hand.screen.column.scroll else 100.0
    before = hand.screen.column.scroll
    hand.frames(2)
    assert hand.screen.column.scroll == before


def test_strangers_have_no_name_in_the_window(said: Said) -> None:
    """In fog neither the log nor a question names those whom the side does not know of; of their rolls nothing is told."""
    player = Player(cut(fought("night", 9))[0].playback)
    view, hand = at(player)
    view.side = "customs"
    named = 0
    for n in range(1, player.last):
        unknown = player.hidden(n, "customs") & player.hidden(n - 1, "customs")
        heard = [line["text"] for line in player.moment(n).get("log", ()) if "customs" in line["seen"]]
        words = {word.strip(".,:()'") for text in heard for word in text.split()}
        if not words & unknown:
            continue
        named += 1
        view.go(n)
        said.clear()
        hand.frames(1)
        shown = {word.strip(".,:()'") for line in player.log_lines(n, "customs") for word in line["text"].split()}
        assert not shown & unknown
        assert any("omebody" in says for says, _, _ in said)
    assert named, "no stranger was heard of"


def test_who_is_asked_after_others_is_told_why(tmp_path: Path) -> None:
    """Several may strike at one who passes: each is told of it, whatever others answered; the list lies aside."""
    play, hand = playing(tmp_path, "keep", "raiders", "garrison", seed=1)
    bot = load_bot("tactician", 5)
    questions = 0
    while questions < 12 and not play.game.battle.over:
        play.view.speed = 1000.0
        hand.until(lambda: play.acts() or play.popup.menu or play.game.battle.over)
        if play.popup.menu and play.hand.choices().kind in ("defend", "intercept"):
            questions += 1
            hand.frames(1)
            assert len(play.popup.menu.lines) > 1, play.popup.menu.title
            x, y = next(
                (x, y) for name, x, y, _ in play.view.player.tokens(play.view.n, 99) if name == play.hand.choices().unit
            )
            assert not play.popup.menu.box.collidepoint(play.view.stage.pixel(x, y))
        action = bot.decide(play.game.battle)
        play.popup.close()
        play.course.decide(action)
        hand.frames(1)
    assert questions == 12


def test_in_fog_neither_fire_nor_charges_of_strangers_show(tmp_path: Path) -> None:
    """In fog a side sees no zone of fire of those it does not know, no charge of others, and smoke where it looks."""
    player = Player(cut(fought("night", most=40))[0].playback)
    n = player.last
    hidden = sorted(player.hidden(n, "customs"))
    assert hidden
    seen = int(player.sees(n, "customs").ravel().argmax())
    x, y = seen % player.playback["map"]["width"], seen // player.playback["map"]["width"]
    zone = {"tiles": [seen], "density": 4, "pin": 1}
    effect = {"x": x, "y": y, "metres": 4, "weapon": "charge"}
    player.scenes[n] = player.scenes[n] | {
        "zones": {"0": zone | {"shooter": hidden[0]}, "1": zone | {"shooter": "customs_1"}},
        "effects": {
            "0": effect | {"kind": "charge", "owner": hidden[0]}, "1": effect | {"kind": "charge", "owner": "customs_1"},
            "2": effect | {"kind": "fuse", "owner": hidden[0]},
        },
    }  # fmt: skip
    assert set(player.noticed(n, "customs")["zones"]) == {"1"}
    assert set(player.noticed(n, "customs")["effects"]) == {"1", "2"}
    assert set(player.noticed(n)["zones"]) == {"0", "1"}
    view, hand = at(player)
    view.go(n)
    view.side = "customs"
    shown = [says for says, _ in hand.screen.tile_lines((x, y))]
    assert sum("under fire" in says for says in shown) == 1
    assert not any(hidden[0] in says for says in shown)
