"""Exact odds of one attack, as a person asks for them: who attacks whom with what, how far off, through which cover.

The pools are built by the rules' own functions on a small table set up for the purpose, so every term carries its rule;
the distributions are exact.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.maps import ContentError, Drawing, closest
from fireteam.maps.reading import validated

from ...battle import Battle
from ...catalog import House, load_catalog, load_house, look_up
from ...observe.events import Term
from ...rules.ground.sight import COVERS, GOOD, TOTAL
from ...rules.swan_song.odds import MOST_DICE, net_hits, quote
from ...rules.swan_song.rolls.pools import NO_LIMIT
from ...rules.swan_song.tables import MODES, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from ...rules.verbs import BLOCK, DODGE, PARRY, PASS
from ...scenario.models import Scenario
from ..odds import Exchange, Odds
from .outcome import points_to_fell, worked_out

REPLIES = ("standard", "dodge", "parry", "block", "full_defense")
REPLY_VERBS = {"standard": PASS, "dodge": DODGE, "parry": PARRY, "block": BLOCK, "full_defense": PASS}
WIDEST = 120  # tiles of the table


def attack_odds(
    attacker: str = "soldier",
    target: str = "soldier",
    *,
    weapon: str | None = None,
    mode: str | None = None,
    volley: bool = False,
    metres: int = 10,
    cover: str = "none",
    reply: str = "standard",
    aim: int = 0,
    rules: Mapping[str, str] | None = None,
    catalog: House | str | Path | None = None,
) -> Odds:
    """Return the odds of one attack between two fresh units of the catalog.

    Args:
        attacker, target: unit templates.
        weapon: of the catalog; the attacker's first unless given.
        mode: gun mode; the weapon's first unless given. `volley` fires the heavier burst of the mode.
        metres: distance; melee attacks are made at one metre.
        cover: of the target, taken: none, partial, good, total (blind fire).
        reply: standard, dodge, parry, block, full_defense.
        aim: dice of aim.
        rules, catalog: see `fireteam.env.scenario.options.manned`.

    Raises:
        ContentError: a name is unknown, or the parts do not go together.
    """
    for what, value, words in (("cover", cover, COVERS), ("reply", reply, REPLIES)):
        if value not in words:
            raise ContentError(f"{what} = {value!r}: must be one of {', '.join(words)}.{closest(value, words)}")
    house = load_house(catalog) if isinstance(catalog, (str, Path)) else dict(catalog or {})
    known = load_catalog(house)
    template = look_up(known.units, attacker, "unit template", "attacker")
    look_up(known.units, target, "unit template", "target")
    weapon = weapon or (template.weapons[0] if template.weapons else "fists")
    entry = look_up(known.weapons, weapon, "weapon", "weapon")
    sides = template.side, known.units[target].side
    battle = small_table(attacker, target, weapon, 1 if entry.kind == "melee" else metres, sides, rules or {}, house)
    firing = firing_of(weapon, entry, mode, volley)
    prepare_units(battle, reply, aim)
    return odds_of(battle, weapon, firing, REPLY_VERBS[reply], COVERS.index(cover))


def small_table(
    attacker: str, target: str, weapon: str, metres: int, sides: tuple[int, int], rules: Mapping[str, str], house: House
) -> Battle:
    """Return a battle of two on open ground, so many metres apart; vehicles are as many tiles wide as their sides say."""
    if not 1 <= metres <= 10 * WIDEST:
        raise ContentError(f"range = {metres}: must be from 1 to {10 * WIDEST} metres")
    scale = -(-metres // WIDEST)
    tiles = max(round(metres / scale), 1)
    east = sides[0] - 1 + tiles  # the column of the target
    ground = "\n".join(["." * max(east + sides[1], 3)] * (1 + max(*sides, 2)))
    carried = {} if weapon == "fists" else {"weapons": [weapon]}
    scenario: Scenario = validated(
        Scenario,
        {
            "title": "odds",
            "options": dict(rules),
            "catalog": {kind: dict(entries) for kind, entries in house.items()},
            "map": Drawing(title="odds", ground=ground, metres_per_tile=scale),
            "teams": [
                {"name": "red", "units": [{"template": attacker, "at": [0, 1], **carried}]},
                {"name": "blue", "units": [{"template": target, "at": [east, 1]}]},
            ],
        },
        "odds",
    )
    return Battle(scenario)


def firing_of(weapon: str, entry: Any, mode: str | None, volley: bool) -> int:
    """Return the way of firing that a gun mode offers, NO_FIRING for weapons without modes."""
    modes = entry.modes
    if entry.kind != "firearm":
        if mode or volley:
            raise ContentError(f"weapon {weapon!r} has no gun modes")
        return NO_FIRING
    mode = mode or modes[0]
    if mode not in modes:
        raise ContentError(f"mode = {mode!r}: the {weapon} has {', '.join(modes)}")
    firing = (VOLLEY_OF_MODE if volley else SHOOT_OF_MODE)[MODES.index(mode)]
    if firing == NO_FIRING:
        raise ContentError(f"mode {mode} has no volley")
    return firing


def prepare_units(battle: Battle, reply: str, aim: int) -> None:
    """Bring the two units into the state that was asked for."""
    red, blue = battle.unit("red_1"), battle.unit("blue_1")
    red["aim"], red["aim_at"] = aim, 1
    blue["full_defense"] = reply == "full_defense"
    sheet = battle.field.arena[0]["sheets"][1]
    if reply == "parry":
        melee = [slot for slot in range(4) if sheet["weapons"][slot] >= 0 and is_melee(battle, sheet["weapons"][slot])]
        if not melee:
            raise ContentError("reply = 'parry': the target carries no melee weapon")
        blue["hand"] = melee[0]
    elif reply == "block":
        blue["hand"] = 4


def is_melee(battle: Battle, model: int) -> bool:
    """Return whether a model of weapon is for melee."""
    return bool(battle.field.arena[0]["weapons"][model]["melee"])


def odds_of(battle: Battle, weapon: str, firing: int, reply: int, cover: int) -> Odds:
    """Return the odds of red_1's attack on blue_1 as the table stands."""
    model = list(battle.field.catalog.weapons).index(weapon)
    numbers = np.zeros(8, np.int64)
    quote(*battle.arrays, 0, 1, model, firing, reply, min(cover, GOOD), cover == TOTAL, numbers)
    pool, count, limit, defense, defense_limit, damage, armor, soak = numbers.tolist()
    log = battle.log[0]
    terms = [
        Term(value, *battle.field.system.CLAUSES[clause]) for clause, value in log["terms"][: log["terms_count"]].tolist()
    ]
    strain = bool(battle.field.arena[0]["weapons"][model]["strain"])
    exchange = Exchange(
        attack=terms[:count],
        limit=limit,
        defense=terms[count:],
        defense_limit=None if defense_limit > MOST_DICE else defense_limit,
        damage=damage,
        strain=strain,
        armor=armor,
        soak=soak,
    )
    net = np.zeros(2 * MOST_DICE + 1)
    net_hits(pool, limit, defense, defense_limit, net)

    def reached(hits: int) -> tuple[int, int] | None:
        return (damage + hits, soak) if hits > 0 and (strain or damage + hits >= armor) else None

    return worked_out(exchange, net, reached, points_to_fell(battle, 1, model))


def as_numbers(odds: Odds) -> dict[str, Any]:
    """Return odds as plain values for JSON."""
    values = odds._asdict()
    for side in ("attack", "defense"):
        values[side] = [term._asdict() for term in values[side]]
    return values


def chance_to_hit(pool: int, limit: int, defense: int) -> float:
    """Return the chance of at least one net hit of two pools of dice; a limit of 0 is none."""
    chances = np.zeros(2 * MOST_DICE + 1)
    net_hits(pool, limit or NO_LIMIT, defense, NO_LIMIT, chances)
    return float(chances[MOST_DICE + 1 :].sum())
