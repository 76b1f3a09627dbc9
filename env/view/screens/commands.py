"""A person's commands about the game: take back, hand over, standing answers, save, leave."""

from collections.abc import Callable, Mapping
from pathlib import Path

from fireteam.content.errors import FireteamError

from ...seats.bots import Bot, InsideBot
from ..parts.choices import label
from ..parts.menus import Entry, Menu, Popup
from ..parts.tools import Tool
from ..story import ending_lines
from .course import Course
from .ordering import Ordering
from .walk import Walk

FAST = 4.0  # times as fast, while bots play


class Commands:
    """The commands of a person about the game itself.

    Args:
        course, walk, ordering, popup: the course of the game, the current walk and order, the pop-up for lists.
        path: the file of the replay.
        bots: the bots that units may be handed to, by name: functions that make one.

    Attributes:
        path: see above.
    """

    def __init__(
        self, course: Course, walk: Walk, ordering: Ordering, popup: Popup, path: Path,
        bots: Mapping[str, Callable[[], Bot | InsideBot]],
    ) -> None:  # fmt: skip
        self.path = path
        self._course, self._walk, self._ordering, self._popup, self._bots = course, walk, ordering, popup, dict(bots)
        self._game, self._view = course.game, course.view
        self._told_end = False

    def tools(self) -> list[Tool]:
        """Return their buttons."""
        view, why_not = self._view, self._game.why_no_undo()
        return [
            Tool("take back", why_not or "take the last decision back (u)", self.undo, enabled=not why_not),
            Tool("hand over", "let a bot play the unit, or take it back (h)", self.hand_over, enabled=bool(self._bots)),
            Tool("standing answers", "what is answered without asking (a)", self.standing_answers),
            Tool(view.overlay or "overlay", "overlay on the chosen unit (l)", view.turn_overlay, lit=bool(view.overlay)),
            Tool("save", f"save to {self.path} (F5)", self.save),
            Tool("?", "keys (?)", view.notices.open_help),
        ]

    def actions(self) -> dict[str, Callable[[], object]]:
        """Return what their keys do."""
        return {
            "space": self.change_speed, "u": self.undo, "h": self.hand_over, "a": self.standing_answers,
            "f5": self.save, "escape": self.leave,
        }  # fmt: skip

    def change_speed(self) -> None:
        """Show decisions fast, or at normal speed again."""
        self._view.speed = FAST if self._view.speed == 1.0 else 1.0

    def undo(self) -> None:
        """Take back what the last click decided, a whole walk too, or say why that cannot be."""
        if self._course.thinks():
            return
        try:
            taken = self._course.take_back()
        except FireteamError as error:
            self._view.say(str(error))
            return
        self._walk.stop()
        self._ordering.stop()
        walked = sum(step.action.startswith("step ") for step in taken)
        words = f"a walk of {walked} tiles" if walked > 1 else label(taken[0].action)
        self._view.say(f"taken back: {taken[-1].order or words}")

    def hand_over(self) -> None:
        """Let a bot play the chosen unit or the one that decides, or take it back."""
        if self._course.thinks():
            return
        pending = self._game.pending
        name = self._view.selected or (pending.unit if pending is not None else "")
        ours = name and name.rsplit("_", 1)[0] in self._game.players.people
        if not ours:
            self._view.say("choose a unit of your side first")
            return
        entries = [Entry(bot, bot) for bot in self._bots]
        if self._game.players.bot_of(name) is not None:
            entries.insert(0, Entry("", "take it back"))
        self._popup.open(Menu(f"Who plays {name}?", [], entries), lambda entry: self._hand_to(name, entry.value))

    def _hand_to(self, name: str, bot: str) -> None:
        """Hand a unit to a bot, or take it back."""
        if bot:
            self._game.players.hand_over(name, self._bots[bot]())
            self._view.say(f"{name} is played by {bot}")
        else:
            self._game.players.take_back(name)
            self._view.say(f"{name} is yours again")
        self._walk.stop()
        self._ordering.stop()
        self._course.hand.forget()

    def standing_answers(self) -> None:
        """List the standing answers; choosing one forgets it."""
        entries = [
            Entry(key, f"{key[0]}, {label(key[1])}: {label(answer)}", "forget")
            for key, answer in self._game.players.remembered.items()
        ]
        if not entries:
            self._view.say("nothing is answered without asking; tick the box when you are asked")
            return
        menu = Menu("Standing answers", ["Choose one to be asked again."], entries)
        self._popup.open(menu, lambda entry: self._game.players.forget(*entry.value))

    def save(self) -> None:
        """Save the replay so far."""
        try:
            self._game.save(self.path)
        except FireteamError as error:
            self._view.say(str(error))
            return
        over = self._game.battle.over
        again = f"fireteam play --resume {self.path}{' --table' if self._course.at_table else ''}"
        self._view.say(f"saved {self.path}" if over else f"saved: go on with {again}")

    def leave(self) -> None:
        """Cancel the choice of a direction, or ask whether to close the window."""
        if self._course.hand.turning is not None:
            self._course.hand.turning = None
            return
        entries = [Entry(False, "play on"), Entry(True, "save and close")]
        self._popup.open(Menu("Leave the battle?", [f"It is saved to {self.path}."], entries), self._close_if)

    def show_end(self) -> None:
        """Tell the result in a pop-up, once."""
        if self._told_end:
            return
        self._told_end = True
        battle, player = self._game.battle, self._view.player
        player.playback["result"] = {"winner": battle.winner, "ending": battle.ending, "rounds": battle.round}
        (title, _), *answer = ending_lines(player.playback, player.scenes[player.last], self._view.side)
        lines = [*(says for says, _ in answer), f"fireteam watch {self.path} shows it again"]
        entries = [Entry(False, "look around"), Entry(True, "save and close")]
        self._popup.open(Menu(title, lines, entries), self._close_if)

    def show_failure(self, why: str) -> None:
        """Report that a bot has failed; the person can only close the game."""
        menu = Menu("A bot has failed", [why], [Entry(True, "save and close")], must=True)
        self._popup.open(menu, self._close_if)

    def _close_if(self, entry: Entry) -> None:
        """Close the window if that was chosen."""
        if entry.value:
            self._view.close()
