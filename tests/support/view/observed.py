"""Observations by name: what a unit sees of a position made by hand, and what it must see."""

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.features import sizes_of
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.rows import SIDE
from fireteam.env.observe.state import CLOCK, state_size, write_state_row
from fireteam.env.observe.window import N_PLANE, PLANES
from fireteam.env.rules import kernel
from fireteam.env.rules.systems import port_of
from fireteam.env.seats.bots import look

SLOTS = 8
Values = dict[str, float]
UNSAID = (".harm_to", ".harm_from", ".path")  # features of slots that positions need not name


def observed(battle: Battle, who: str, own: int = SLOTS, others: int = SLOTS) -> np.ndarray:
    """Return what a unit sees, as it is, with so many slots."""
    system = battle.field.scenario.system
    numbering = layout(own, others, system)
    observation = np.zeros(observation_size(own, others, system), np.float32)
    mask = np.zeros(int(numbering[0]["size"]), np.int8)
    look(*battle.arrays, kernel.plain(numbering), number_of(battle, who), observation, mask)
    return observation


def seen(battle: Battle, who: str) -> Values:
    """Return what a unit sees, by the names of features, those of slots as own_1.life; the window is left out."""
    system, observation = battle.field.scenario.system, observed(battle, who)
    port, sizes = port_of(system, "observe"), sizes_of(system)
    found = dict(zip([feature.name for feature in port.CONTEXT], observation.tolist(), strict=False))
    for place in range(2 * SLOTS):
        row = observation[sizes.context + place * sizes.slot :].tolist()
        slot = f"own_{place}" if place < SLOTS else f"other_{place - SLOTS}"
        found |= {f"{slot}.{feature.name}": value for feature, value in zip(port.SLOT, row, strict=False)}
    return found


def cut(battle: Battle, who: str, own: int, others: int) -> np.ndarray:
    """Return what a unit sees without the numbers of all slots but the first so many of its own team and of the others."""
    sizes = sizes_of(battle.field.scenario.system)
    context, of_own, of_others, window = np.split(
        observed(battle, who), sizes.context + np.array([0, SLOTS, 2 * SLOTS]) * sizes.slot
    )
    return np.concatenate([context, of_own[: own * sizes.slot], of_others[: others * sizes.slot], window])


def window_of(battle: Battle, who: str) -> np.ndarray:
    """Return the planes of what a unit sees around it, shape (planes, 7, 7)."""
    return observed(battle, who)[-len(PLANES) * N_PLANE :].reshape(len(PLANES), SIDE, SIDE)


def whole_state(battle: Battle, own: int = SLOTS, others: int = SLOTS) -> np.ndarray:
    """Return the global state of a battle for so many slots."""
    state = np.zeros(state_size(own, others, battle.field.scenario.system), np.float32)
    write_state_row(*battle.arrays[:2], own, others, state)
    return state


def state_of(battle: Battle, who: str) -> Values:
    """Return what the global state holds of a unit, by the names of features."""
    system = battle.field.scenario.system
    row = whole_state(battle)[len(CLOCK) + number_of(battle, who) * sizes_of(system).state :].tolist()
    return {feature.name: value for feature, value in zip(port_of(system, "observe").STATE, row, strict=False)}


def number_of(battle: Battle, who: str) -> int:
    """Return the number of a unit by its name."""
    return [fighter.name for fighter in battle.field.roster].index(who)


def flat(slots: dict[str, Values]) -> Values:
    """Return the features of slots by names as `seen` has them."""
    return {f"{slot}.{name}": value for slot, row in slots.items() for name, value in row.items()}


def check(found: Values, wanted: Values) -> None:
    """Assert that a unit sees what is wanted, and 0 of all else; of harm and ways on foot only what is wanted."""
    assert wanted.keys() <= found.keys(), wanted.keys() - found.keys()
    said = {name: value for name, value in found.items() if name in wanted or not name.endswith(UNSAID)}
    off = [
        f"{name}: {value}, not {wanted.get(name, 0)}"
        for name, value in said.items()
        if value != pytest.approx(wanted.get(name, 0), abs=1e-6)
    ]
    assert not off, "; ".join(off)


def unnamed(system: str, *positions: Values) -> set[str]:
    """Return the features of a system's context and slots that no position says is anything but 0."""
    port = port_of(system, "observe")
    named = {
        name.rpartition(".")[2] if "." in name else f"context {name}" for each in positions for name in each if each[name]
    }
    features = {f"context {feature.name}" for feature in port.CONTEXT} | {feature.name for feature in port.SLOT}
    return features - named
