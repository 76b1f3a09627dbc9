"""Playing in the window: by mouse and keys, with odds before and reasons after, and nothing lost when it closes."""

from pathlib import Path

import pytest
from screening import Hand

from fireteam.agents.bots import load_bot
from fireteam.env.analysis.odds import quote_attack
from fireteam.env.game.game import Game
from fireteam.env.game.table import Table, opening_dice
from fireteam.env.replay.replay import Replay
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.dice import Asking, DiceScreen
from fireteam.env.view.screens.playing import Playing

SEED = 3


class Failing:
    """A bot that fails when it is asked."""

    name = "failing"

    def decide(self, battle: object) -> object:
        """Fail."""
        raise RuntimeError("out of ideas")


def playing(tmp_path: Path, scenario: str = "yard", seed: int = SEED, **options: object) -> tuple[Playing, Hand]:
    """Return a game in which a person plays blue against a tactician, and a hand at its screen."""
    game = Game(scenario, seed, {"red": load_bot("tactician", seed)}, {"blue"})
    return at(game, tmp_path, **options)


def at(game: Game, tmp_path: Path, **options: object) -> tuple[Playing, Hand]:
    """Return a game as it is played, and a hand at its screen."""
    bots = {"guard": lambda: load_bot("guard", 1), "tactician": lambda: load_bot("tactician", 1)}
    play = Playing(game, tmp_path / "game.jsonl.gz", bots, **options)
    return play, Hand(BattleScreen(play))


def asked(play: Playing) -> bool:
    """Return whether the person is asked, by a pop-up or to act."""
    return play.acts() or play.busy()


def to_phase_of(play: Playing, hand: Hand, unit: str) -> None:
    """Play until a unit has its phase: pass at interrupts, end the phases of others."""
    while True:
        hand.until(lambda: asked(play))
        if play.acts() and play.hand.choices().unit == unit:
            return
        hand.frames(2)
        hand.key("1" if play.busy() else "return")


def spot(play: Playing, unit: str) -> tuple[float, float]:
    """Return the pixel of a unit."""
    x, y = next((x, y) for name, x, y, _ in play.view.player.tokens(play.view.n, 99) if name == unit)
    return play.view.stage.pixel(x, y)


def actions(play: Playing) -> list[str]:
    """Return what was decided so far."""
    return [step.action for step in play.game.replay.steps]


def test_walks_by_a_click_and_takes_it_back(tmp_path: Path) -> None:
    """A click on a tile walks there step by step; U takes the whole click back, and the replay loses it too."""
    play, hand = playing(tmp_path)
    to_phase_of(play, hand, "blue_3")
    hand.frames(1)
    assert play.view.stage.tints, "the tiles that can be reached are marked"
    start = (play.view.player.scenes[-1]["units"]["blue_3"]["x"], play.view.player.scenes[-1]["units"]["blue_3"]["y"])
    goal = min(tile for tile, path in play.hand.choices().paths.items() if path.metres == 3)
    column, row = goal % 24, goal // 24
    count = len(actions(play))
    hand.tap(*play.view.stage.pixel(column + 0.5, row + 0.5))
    hand.until(lambda: play.acts() and not play.walk.under_way())
    unit = play.view.player.scenes[-1]["units"]["blue_3"]
    assert (unit["x"], unit["y"]) == (column, row)
    assert actions(play)[count] == "walk"
    assert len(actions(play)) > count + 2
    hand.key("u")
    assert len(actions(play)) == count == play.view.player.last
    unit = play.view.player.scenes[-1]["units"]["blue_3"]
    assert (unit["x"], unit["y"]) == start
    play.game.save(tmp_path / "undone.jsonl")
    Replay.load(tmp_path / "undone.jsonl").verify()


def test_odds_before_a_shot_and_a_shot(tmp_path: Path) -> None:
    """Pointing at an enemy shows the chance to hit and the damage expected; a click lists what can be done, and does it."""
    play, hand = playing(tmp_path)
    to_phase_of(play, hand, "blue_3")
    lines = [says for says, _ in hand.screen.unit_lines("red_3")]
    odds = next(
        quote_attack(play.game.battle, a) for a, words in play.hand.choices().words.items() if words == "shoot red_3"
    )
    assert odds is not None
    assert any(f"shoot red_3: hit {odds.hit:.0%}, {odds.expected:.1f} damage" in line for line in lines)
    hand.tap(*spot(play, "red_3"))
    assert play.busy()
    shoot = next(
        n for n, a in enumerate(play.hand.choices().at["red_3"], 1) if play.hand.choices().words[a] == "shoot red_3"
    )
    hand.frames(2)
    hand.key(str(shoot))
    assert actions(play)[-1] == "shoot red_3"
    assert "Dice have been rolled" in play.game.why_no_undo()
    before = len(actions(play))
    hand.key("u")
    assert len(actions(play)) == before


def test_an_interrupt_pops_up_and_its_answer_is_remembered(tmp_path: Path) -> None:
    """An attack asks for the defense with the odds of each answer; with the box ticked it is not asked again."""
    play, hand = playing(tmp_path)
    hand.until(lambda: play.busy())
    decision = play.game.battle.decision
    assert decision is not None
    assert decision.kind == "defend"
    assert all("is hit" in play.hand.choices().entry(action).note for action in play.hand.choices().legal)
    hand.frames(2)
    hand.key("return", shift=True)
    assert play.busy(), "only Return alone chooses"
    hand.key("tab")
    hand.key("2")
    assert actions(play)[-1] == "full_defense"
    assert play.game.players.remembered == {(decision.unit, "defend"): "full_defense"}
    hand.until(lambda: play.acts())
    hand.key("a")
    hand.frames(2)
    hand.key("1")
    assert play.game.players.remembered == {}


def test_hands_a_unit_to_a_bot_and_takes_it_back(tmp_path: Path) -> None:
    """H lets a bot play the unit that decides; it plays on by itself until it is taken back."""
    play, hand = playing(tmp_path)
    to_phase_of(play, hand, "blue_3")
    hand.key("h")
    hand.frames(2)
    hand.key("1")
    assert getattr(play.game.players.bot_of("blue_3"), "name", "") == "guard"
    to_phase_of(play, hand, "blue_4")
    assert any(step.unit == "blue_3" and step.why for step in play.game.replay.steps)
    play.view.selected = "blue_3"
    hand.key("h")
    hand.frames(2)
    hand.key("1")
    assert play.game.players.bot_of("blue_3") is None


def test_directions_are_chosen_on_the_map(tmp_path: Path) -> None:
    """A verb with a direction shows arrows around the unit; a click beside them gives it up, one on an arrow takes it."""
    play, hand = playing(tmp_path)
    to_phase_of(play, hand, "blue_3")
    verb, choices = next(iter(play.hand.choices().turned.items()))
    play.hand.turn_to(verb)
    hand.frames(1)
    assert play.view.stage.tints == {}
    far = play.view.stage.pixel(1.5, 1.5)
    hand.tap(*far)
    assert play.hand.turning is None
    play.hand.turn_to(verb)
    action = choices[0]
    from fireteam.env.rules.ground.grid import DX, DY

    unit = play.view.player.scenes[-1]["units"]["blue_3"]
    words = play.hand.choices().words[action]
    hand.tap(*play.view.stage.pixel(unit["x"] + 0.5 + DX[action.argument], unit["y"] + 0.5 + DY[action.argument]))
    assert actions(play)[-1] == words


def test_a_whole_game_and_nothing_lost(tmp_path: Path) -> None:
    """A battle played to its end by keys alone says who won; its replay verifies."""
    play, hand = playing(tmp_path, "duel", 5)
    play.view.speed = 1000.0
    steps = 0
    while not play.game.battle.over:
        hand.until(lambda: asked(play) or play.game.battle.over)
        hand.frames(2)
        hand.key("1" if play.busy() else "return")
        steps += 1
        assert steps < 500
    hand.until(lambda: play.busy())
    hand.frames(2)
    hand.key("2")
    assert not hand.open
    play.commands.save()
    replay = Replay.load(play.commands.path)
    replay.verify()
    assert replay.result is not None
    assert replay.result.ending != "undecided"


def test_closing_in_the_middle_saves(tmp_path: Path) -> None:
    """Escape asks, then closes; what was played so far is a replay that goes on."""
    import pygame

    from fireteam.env.view.screens.window import one_frame

    play, hand = playing(tmp_path)
    to_phase_of(play, hand, "blue_3")
    hand.key("escape")
    hand.frames(2)
    hand.key("1")
    assert hand.open
    assert not one_frame(hand.screen, hand.ui, hand.surface, [pygame.event.Event(pygame.QUIT)], 0.01)
    play.commands.save()
    game = Game.resume(play.commands.path, {"red": load_bot("tactician", 1)}, {"blue"})
    again, other = at(game, tmp_path)
    assert again.view.n == again.view.player.last == len(actions(play))
    other.until(lambda: asked(again))
    assert again.hand.choices().unit == "blue_3"


def test_in_fog_nobody_sees_for_the_other(tmp_path: Path) -> None:
    """In fog the person sees what the own side sees; two at one screen change seats behind a curtain."""
    game = Game("night", 4, {}, {"smugglers", "customs"})
    play, hand = at(game, tmp_path)
    first = play.view.side
    assert first
    hand.key("f")
    assert play.view.side == first
    for _ in range(200):
        hand.until(lambda: asked(play))
        if play.course.seat.curtain:
            break
        hand.frames(2)
        hand.key("1" if play.busy() else "return")
    assert play.course.seat.curtain == play.view.side != first
    hidden = play.view.player.hidden(play.view.n, play.view.side)
    hand.frames(1)
    shown = {tuple(hand.surface.get_at((x, y)))[:3] for x in range(0, 900, 7) for y in range(60, 600, 7)}
    assert len(shown) < 80, "the curtain hides the map"
    assert hand.surface.get_at((1000, 200))[:3] == hand.surface.get_at((5, 5))[:3], "and the cards"
    hand.key("return")
    assert not play.course.seat.curtain
    assert not {token[0] for token in play.view.player.tokens(play.view.n, 99, play.view.side)} & hidden


def test_table_mode_asks_for_the_dice_of_people(tmp_path: Path) -> None:
    """In table mode the dice of the person's units are typed in, those of the bot are thrown; the replay verifies."""
    dice_screen = DiceScreen(Asking(opening_dice("duel", 5, {"blue"})))
    hand = Hand(dice_screen)
    hand.type("99")
    assert hand.open, "a sum that cannot be is refused"
    for _ in range(5):
        if hand.open:
            hand.type("6" if dice_screen.asking.prompt and "1 die" in dice_screen.asking.prompt.title else "7")
    assert not hand.open
    game = Game("duel", 5, {"red": load_bot("tactician", 5)}, {"blue"}, dice=dice_screen.asking.result)
    play, hand = at(game, tmp_path, table=Table(game))
    play.view.speed = 1000.0
    typed = 0
    for _ in range(60):
        hand.until(lambda: asked(play) or game.battle.over)
        hand.frames(2)
        if game.battle.over:
            break
        if play.course.asking:
            hand.type("0")
            typed += 1
        else:
            hand.key("1" if play.busy() else "return")
    assert typed > 0
    rolls = [e for step in game.replay.steps for e in step.events if e.kind == "roll" and step.dice and e.actor == "blue_1"]
    assert any(roll.numbers["hits"] == 0 for roll in rolls)
    game.save(tmp_path / "table.jsonl")
    Replay.load(tmp_path / "table.jsonl").verify()


def test_a_bot_that_fails_loses_nothing(tmp_path: Path) -> None:
    """Where a bot fails the screen says which and why, and the game is there to be saved."""
    game = Game("duel", 5, {"red": Failing()}, {"blue"})
    play, hand = at(game, tmp_path)
    play.view.speed = 1000.0
    for _ in range(50):
        hand.until(lambda: asked(play))
        if play.popup.menu and "failed" in play.popup.menu.title:
            break
        hand.frames(2)
        hand.key("1" if play.busy() else "return")
    assert play.popup.menu is not None
    assert "failing" in play.popup.menu.lines[0]
    assert "out of ideas" in play.popup.menu.lines[0]
    hand.frames(2)
    hand.key("1")
    assert not hand.open


def test_saving_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A place that cannot be written to is said, and the game goes on."""
    play, hand = playing(tmp_path)
    play.commands.path = tmp_path / "no" / "such" / "folder.jsonl"
    hand.key("f5")
    assert "cannot be written" in play.view.notices.says
    assert hand.open


@pytest.mark.parametrize("bot", ["tactician"])
def test_the_replay_names_who_played(tmp_path: Path, bot: str) -> None:
    """The seats of the replay say who was a person."""
    play, _ = playing(tmp_path)
    assert play.game.replay.header.seats == {"red": bot, "blue": "person"}
