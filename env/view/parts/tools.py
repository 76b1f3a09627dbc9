"""The buttons of a play screen: actions without a place on the map, and what is about the game itself."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...rules.verbs import VERBS
from ..draw.ui import Ui
from .choices import label
from .menus import Entry

if TYPE_CHECKING:
    from ..screens.play import PlayScreen


class Tool(NamedTuple):
    """A button: what it says, what it costs or does, what happens, whether it is lit, whether it can be pressed."""

    says: str
    hint: str
    act: Callable[[], None]
    lit: bool = False
    enabled: bool = True


def actions_of(screen: "PlayScreen") -> list[Tool]:
    """Return a button for every action without a place on the map; those with options open a list."""
    choices = screen.choices()
    tools = []
    for action in choices.alone:
        if (words := choices.words[action]) != "end":
            tools.append(Tool(label(words), choices.price(action), partial(screen.decide, action)))
    for verb, actions in choices.turned.items():
        says, price = label(VERBS[verb].name) + " ...", choices.price(actions[0])
        tools.append(Tool(says, price, partial(screen.hand.turn_to, verb), screen.hand.turning == verb))
    for verb, actions in choices.options.items():
        title = label(VERBS[verb].name)
        entries = [choices.entry(action) for action in actions]
        choose = partial(screen.open_menu, title, [], entries, lambda entry: screen.decide(entry.value))
        tools.append(Tool(title + " ...", choices.price(actions[0]), choose))
    return tools


def draw_actions(screen: "PlayScreen", ui: Ui, row: Any) -> None:
    """Draw what the unit can do besides walking and attacking, the end of the phase last."""
    x = row.x
    end = ui.rect(row.right - ui.px(110), row.y, ui.px(110), row.height)
    tools = actions_of(screen)
    for tool in tools:
        wide = ui.render(tool.says, 13, "text").get_width() + ui.px(18)
        if x + wide > end.x - ui.px(56):
            if ui.button(ui.rect(x, row.y, ui.px(46), row.height), "...", "everything else"):
                entries = [Entry(tool.act, tool.says, tool.hint) for tool in tools]
                screen.open_menu("Actions", [], entries, lambda entry: entry.value())
            break
        if ui.button(ui.rect(x, row.y, wide, row.height), tool.says, f"{tool.says}: {tool.hint}", on=tool.lit):
            tool.act()
        x += wide + ui.px(5)
    if "end" in screen.choices().words.values():
        if ui.button(end, "end phase", "end the action phase (Return)", on=True):
            screen.decide("end")


def draw_tools(screen: "PlayScreen", ui: Ui, row: Any) -> None:
    """Draw what is about the game rather than the battle."""
    why_not = screen.game.why_no_undo()
    tools = [
        Tool("take back", why_not or "take the last decision back (u)", screen.undo, enabled=not why_not),
        Tool("hand over", "let a bot play the unit, or take it back (h)", screen.hand_over, enabled=bool(screen.bots)),
        Tool("standing answers", "what is answered without asking (a)", screen.standing_answers),
        Tool(screen.lens or "lens", "lens on the chosen unit (l)", screen.turn_lens, lit=bool(screen.lens)),
        Tool("save", f"save to {screen.path} (F5)", screen.save),
        Tool("?", "keys (?)", screen.notices.open_help),
    ]
    x = row.x
    for tool in tools:
        wide = ui.render(tool.says, 12, "text").get_width() + ui.px(18)
        if ui.button(ui.rect(x, row.y, wide, row.height), tool.says, tool.hint, on=tool.lit, enabled=tool.enabled, size=12):
            tool.act()
        x += wide + ui.px(5)
