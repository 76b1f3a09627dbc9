"""Rows of buttons: the deciding unit's actions besides walking and attacking, and commands about the game."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ...observe.actions import Action
from ..draw.ui import Ui
from .choices import label
from .hand import Hand
from .menus import Entry


class Tool(NamedTuple):
    """A button: text, tooltip, action, whether it is lit or can be pressed, and its cost."""

    says: str
    hint: str
    act: Callable[[], None]
    lit: bool = False
    enabled: bool = True
    price: str = ""


def action_tools(hand: Hand, decide: Callable[[Action], None], choose: Callable[[str, list[Entry]], None]) -> list[Tool]:
    """Return a button for every action without a place on the map, except the end of the phase; options open a list.

    Args:
        decide: takes a decision. choose: opens a list of actions, with a title.
    """
    tools: list[Tool] = []
    choices = hand.choices()

    def add(says: str, action: Action, act: Callable[[], None], lit: bool = False) -> None:
        price = choices.price(action)
        tools.append(Tool(says, f"{says}: {price}" if price else says, act, lit, price=price))

    for action in choices.alone:
        if (words := choices.words[action]) != "end":
            add(label(words), action, partial(decide, action))
    for verb, actions in choices.turned.items():
        add(label(choices.verbs[verb].name) + " ...", actions[0], partial(hand.turn_to, verb), hand.turning == verb)
    for verb, actions in choices.options.items():
        title = label(choices.verbs[verb].name)
        add(title + " ...", actions[0], partial(choose, title, [choices.entry(action) for action in actions]))
    return tools


def draw_row(ui: Ui, row: Any, tools: list[Tool], size: int, more: Callable[[], None] | None = None) -> float:
    """Draw buttons side by side in a rectangle and run a pressed one; return the pixel where they end.

    Args:
        size: size of the letters.
        more: opens all of them as a list if they do not all fit; without it they are drawn anyway.
    """
    x = row.x
    for tool in tools:
        wide = ui.render(tool.says, size, "text").get_width() + ui.px(18)
        if more is not None and x + wide > row.right - ui.px(46):
            if ui.button(ui.rect(x, row.y, ui.px(46), row.height), "...", "everything else"):
                more()
            break
        place = ui.rect(x, row.y, wide, row.height)
        if ui.button(place, tool.says, tool.hint, on=tool.lit, enabled=tool.enabled, size=size):
            tool.act()
        x += wide + ui.px(5)
    return float(x)
