"""Playing a battle in the window: by clicking on the map, with the odds of everything before it is decided."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...errors import TROUBLE
from ...game.game import Game
from ...game.players import ANSWERS
from ...game.table import Table
from ...rules.verbs import VERBS
from ...seats.match import Bot, InsideBot
from ..draw.ui import Ui
from ..parts.choices import Choices, label
from ..parts.hand import Hand
from ..parts.menus import Entry
from ..parts.tools import Tool, action_tools, draw_row
from .base import KEYS
from .game import GameScreen

NO_PLAN: tuple[str, list[str]] = ("", [])
TITLES = {
    "defend": "is attacked", "intercept": "may strike", "pinned": "is pinned down", "step_in": "may step in",
    "karma": "may spend karma", "last_stand": "is about to fall",
}  # fmt: skip


class PlayScreen(GameScreen):
    """A game with a person before the window.

    Args:
        game, path, theme, table: see `GameScreen`.
        bots: bots that units may be handed to, by name: called to make one.
    """

    keys = [
        ("click a tile", "walk there"), ("click a unit", "what can be done about it"), ("Return", "end the phase"),
        ("u", "take back, where no die has been rolled"), ("h", "hand the unit to a bot, or take it back"),
        ("a", "standing answers"), ("F5", "save"), ("Space", "faster while bots play"), *KEYS,
    ]  # fmt: skip
    bottom_high = 84

    def __init__(
        self, game: Game, path: Path, bots: Mapping[str, Callable[[], Bot | InsideBot]] | None = None, theme: str = "dark",
        table: Table | None = None,
    ) -> None:  # fmt: skip
        self.bots = dict(bots or {})
        self._choices: Choices | None = None
        self.plan = NO_PLAN  # unit, steps still to be taken
        self.under_way = False  # its first step has been decided
        self.hand = Hand()
        super().__init__(game, path, theme, table)

    def choices(self) -> Choices:
        """Return what can be decided now."""
        if self._choices is None:
            self._choices = Choices(self.game.battle)
        return self._choices

    def forget(self) -> None:
        """The battle has changed: what was worked out for the decision is to be worked out anew."""
        self._choices = None
        self.hand.forget()

    def ask_person(self) -> None:
        """Carry on with a walk, or ask about an interrupt."""
        self._walk_on()
        self._ask()

    @property
    def walks(self) -> bool:
        """Whether a walk is under way."""
        return bool(self.plan[1])

    def _walk_on(self) -> None:
        """Take the next step of a walk, declaring movement where it must be; any interruption ends it."""
        unit, steps = self.plan
        if not steps:
            return
        choices = self.choices()
        if choices.unit != unit or choices.kind != "act":
            self.plan = NO_PLAN
            return
        open_now = set(choices.words.values())
        for words in (steps[0], "walk", "run"):
            if words in open_now:
                if words == steps[0]:
                    self.plan = (unit, steps[1:])
                goes_on, self.under_way = self.under_way, True
                self.decide(words, goes_on)
                return
        self.plan = NO_PLAN

    def _ask(self) -> None:
        """Ask about an interrupt in a pop-up."""
        if not self.waits_for_person() or self.busy() or self.choices().kind == "act":
            return
        choices = self.choices()
        pending = self.game.pending
        assert pending is not None
        told = self._last_told()
        title = f"{self.player.called(self.n, choices.unit)} {TITLES.get(choices.kind, choices.kind)}"
        comes = self.game.battle.decision.opponent if self.game.battle.decision else None
        about = self.player.called(self.n, comes, self.side) if comes else ""
        told = [*told[-3:], *self._stands(choices, about)]
        tick = "always answer so (standing order)" if choices.kind in ANSWERS else ""
        entries = [choices.entry(action, about) for action in choices.legal]
        self.open_menu(title, told, entries, self._answer, True, tick, choices.unit)

    def _last_told(self) -> list[str]:
        """Return what happened last, of this round: others may have been asked since, and nothing came of it."""
        for n in range(self.n, 0, -1):
            log = self.player.told(n, self.side)
            told = [line["text"] for line in log if "dice" not in line and "head" not in line]
            if told or any(line.get("head") == "round" for line in log):
                return told
        return []

    def _stands(self, choices: Choices, about: str) -> list[str]:
        """Return what the unit that is asked has to spend, and whose phase comes if it waits."""
        unit = self.game.battle.record[0]["units"][int(self.game.battle.record[0]["decider"])]
        if choices.spends_karma:
            return [f"{unit['karma']} karma left."]
        points = f"{unit['ap']} action point{'' if unit['ap'] == 1 else 's'} left."
        if choices.kind != "step_in":
            return [points]
        return [f"Next comes {about}." if about else "The pass ends.", points]

    def _answer(self, entry: Entry) -> None:
        """Give the answer to an interrupt, and remember it if that was ticked."""
        choices, ticked = self.choices(), self.ticked
        self.decide(entry.value)
        if ticked:
            try:
                self.game.remember(choices.unit, choices.kind, VERBS[entry.value.verb].name)
                self.say(f"{choices.unit} answers so from now on (a)")
            except TROUBLE as error:
                self.say(str(error))

    def lay_over_map(self, ui: Ui) -> None:
        """Lay an overlay over the map, or where the unit that decides can go."""
        super().lay_over_map(ui)
        if not self.overlay:
            self.stage.tints = self.hand.tints(self.choices()) if self.acts() else {}

    def draw_on_map(self, ui: Ui) -> None:
        """Draw what the hand of a person points at, and take what it taps."""
        if not self.acts():
            return
        choices = self.choices()
        unit = self.player.scenes[self.n]["units"][choices.unit]
        tapped = self.hand.draw(ui, self.stage, self.map_area, choices, unit)
        if isinstance(tapped, int):
            self.plan, self.under_way = (choices.unit, choices.steps_to(tapped)), False
        elif tapped is not None:
            self.decide(tapped)

    def tile_lines(self, tile: tuple[int, int]) -> list[tuple[str, str]]:
        """Return a tile in words, and what going there means."""
        lines = super().tile_lines(tile)
        if self.acts():
            lines += self.hand.tile_lines(self.choices(), self.game.battle, tile[1] * self.stage.size[0] + tile[0])
        return lines

    def unit_lines(self, name: str) -> list[tuple[str, str]]:
        """Return a unit in words, and the odds of attacks on it."""
        return super().unit_lines(name) + (self.choices().odds_lines(name) if self.acts() else [])

    def acts(self) -> bool:
        """Return whether a person has an action phase before it, and nothing else is going on."""
        still = self.t >= self.player.seconds(self.n)
        return still and self.waits_for_person() and not self.walks and self.choices().kind == "act"

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw what the unit can do besides walking and attacking, and answer keys."""
        ui.panel(area, "panel", "", 0)
        row = ui.rect(area.x + ui.px(12), area.y + ui.px(8), area.width - ui.px(24), ui.px(32))
        if self.waits_for_person() and self.choices().kind == "act":
            self._draw_actions(ui, row)
        else:
            deciding = self.player.scenes[self.n].get("decider", "")
            who = f"{self.player.called(self.n, deciding, self.side)} decides ..." if deciding else ""
            who = "the battle is over" if self.game.battle.over else who
            ui.text(who, row.x, row.centery - ui.px(8), 14, "faint")
        lower = ui.rect(row.x, row.bottom + ui.px(6), row.width, ui.px(30))
        draw_row(ui, lower, self._tools(), 12)
        self._play_keys(ui)
        self._tap_unit(ui)

    def _draw_actions(self, ui: Ui, row: Any) -> None:
        """Draw what the unit can do besides walking and attacking, the end of the phase last."""
        tools = action_tools(
            self.choices(), self.hand, self.decide,
            lambda title, entries: self.open_menu(title, [], entries, lambda entry: self.decide(entry.value)),
        )  # fmt: skip
        everything = [Entry(tool.act, tool.says, tool.price) for tool in tools]
        end = ui.rect(row.right - ui.px(110), row.y, ui.px(110), row.height)
        draw_row(ui, ui.rect(row.x, row.y, end.x - ui.px(10) - row.x, row.height), tools, 13,
                 lambda: self.open_menu("Actions", [], everything, lambda entry: entry.value()))  # fmt: skip
        ends = "end" in self.choices().words.values()
        if ends and ui.button(end, "end phase", "end the action phase (Return)", on=True):
            self.decide("end")

    def _tools(self) -> list[Tool]:
        """Return the buttons that are about the game rather than the battle."""
        why_not = self.game.why_no_undo()
        return [
            Tool("take back", why_not or "take the last decision back (u)", self.undo, enabled=not why_not),
            Tool("hand over", "let a bot play the unit, or take it back (h)", self.hand_over, enabled=bool(self.bots)),
            Tool("standing answers", "what is answered without asking (a)", self.standing_answers),
            Tool(self.overlay or "overlay", "overlay on the chosen unit (l)", self.turn_overlay, lit=bool(self.overlay)),
            Tool("save", f"save to {self.path} (F5)", self.save),
            Tool("?", "keys (?)", self.notices.open_help),
        ]

    def _tap_unit(self, ui: Ui) -> None:
        """Open a menu of what can be done about the unit under the pointer, if it is tapped on the map."""
        name = self.pointed
        if not name or not ui.tapped or not ui.hot(self.map_area) or not self.acts() or self.hand.turning is not None:
            return
        choices = self.choices()
        if actions := choices.at.get(name, []):
            entries = [choices.entry(action) for action in actions]
            self.open_menu(self.player.called(self.n, name), [], entries, lambda entry: self.decide(entry.value))

    def _play_keys(self, ui: Ui) -> None:
        """Answer the keys of playing."""
        self.speed = 4.0 if ui.key("space") and self.speed == 1.0 else 1.0 if ui.key("space") else self.speed
        if ui.key("u"):
            self.undo()
        if ui.key("h"):
            self.hand_over()
        if ui.key("a"):
            self.standing_answers()
        if ui.key("f5"):
            self.save()
        if ui.key("escape"):
            if self.hand.turning is not None:
                self.hand.turning = None
            else:
                self.open_menu("Leave the battle?", [f"It is saved to {self.path}."],
                               [Entry("stay", "play on"), Entry("go", "save and close")],
                               lambda entry: self.close() if entry.value == "go" else None)  # fmt: skip
        if ui.key("return") and self.waits_for_person() and "end" in self.choices().words.values():
            self.decide("end")

    def undo(self) -> None:
        """Take back what the last click decided, a whole walk too, or say why that cannot be."""
        if self.thinks():
            return
        try:
            taken = self.game.undo_whole()
        except TROUBLE as error:
            self.say(str(error))
            return
        for _ in taken:
            self.growing.drop_last()
        self.plan = NO_PLAN
        self.forget()
        self.go(self.player.last)
        walked = sum(step.action.startswith("step ") for step in taken)
        self.say(f"taken back: {f'a walk of {walked} tiles' if walked > 1 else label(taken[0].action)}")

    def hand_over(self) -> None:
        """Let a bot play the chosen unit or the one that decides, or take it back."""
        if self.thinks():
            return
        pending = self.game.pending
        name = self.selected or (pending.unit if pending is not None else "")
        ours = name and name.rsplit("_", 1)[0] in self.game.people
        if not ours:
            self.say("choose a unit of your side first")
            return
        entries = [Entry(bot, bot) for bot in self.bots]
        if self.game.player(name) is not None:
            entries.insert(0, Entry("", "take it back"))
        self.open_menu(f"Who plays {name}?", [], entries, lambda entry: self._hand_to(name, entry.value))

    def _hand_to(self, name: str, bot: str) -> None:
        if bot:
            self.game.hand_over(name, self.bots[bot]())
            self.say(f"{name} is played by {bot}")
        else:
            self.game.take_back(name)
            self.say(f"{name} is yours again")
        self.plan = NO_PLAN
        self.forget()

    def standing_answers(self) -> None:
        """List the standing answers; choosing one forgets it."""
        entries = [
            Entry(key, f"{key[0]}, {label(key[1])}: {label(told)}", "forget") for key, told in self.game.remembered.items()
        ]
        if not entries:
            self.say("nothing is answered without asking; tick the box when you are asked")
            return
        self.open_menu("Standing answers", ["Choose one to be asked again."], entries, lambda e: self.game.forget(*e.value))
