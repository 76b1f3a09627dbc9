"""Changes of keys: of units, teams and the scenario, readings of the rules, house rules, bots."""

from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from fireteam.content.reading import closest, listed, model_within, respelled, shown

from ...catalog import look_up
from ..models import models_of
from .draft import Draft, Member, plain

NONE = "none"
SCENARIO_KEYS = ("fog", "light", "map", "rounds", "stalemate", "winner_at_limit")
TEAM_KEYS = ("alert", "ambush", "start", "warned")
FIXED_KEYS = {"count": "say +2 NAME or -NAME to have more or fewer of them", "name": "a name changes nothing in a battle"}


def assign(draft: Draft, left: str, sign: str, right: str) -> None:
    """Carry out `left = right`; `sign` is =, += or -=."""
    word, _, rest = left.partition(".")
    if sign != "=" and (not rest or word in ("rules", "option", "options")):
        raise draft.error(f"{left}{sign}{right}: += and -= are for lists and numbers of units, like Mara.weapons+=knife")
    if left == "rules":
        if right != NONE:
            raise draft.error(f"rules={right}: must be rules=none, or name one of them, like rules.NAME=none")
        without_house(draft)
    elif word == "rules":
        house_rule(draft, rest, right)
    elif word in ("option", "options") and rest:
        option(draft, rest, right)
    elif left in SCENARIO_KEYS:
        field = models_of(draft.scenario.system).scenario.model_fields[left]
        draft.data[left] = field.default if right == NONE else value_of(right, field.annotation)
        draft.said.append(f"with {left.replace('_', ' ')} = {right}")
    elif left in draft.team_names:
        draft.bots[left] = right
        draft.said.append(f"with {right} for {left}")
    elif word in draft.team_names and rest in TEAM_KEYS and sign == "=":
        draft.data["teams"][draft.team_names.index(word)][rest] = scalar(right)
        draft.said.append(f"with {rest} = {right} for {word}")
    elif word in draft.team_names and rest:
        team = draft.team_names.index(word)
        if not any(plain(rest).startswith(plain(known) + ".") for known in draft.words_for_units(team)):
            known = [*TEAM_KEYS, *(f"{unit}.KEY" for unit in draft.words_for_units(team))]
            raise draft.error(
                f"{left}: team {word} has no such key or unit.{closest(rest, known)} There are: {listed(known)}."
            )
        unit_key(draft, rest, sign, right, team)
    elif rest:
        unit_key(draft, left, sign, right, None)
    else:
        known = [*SCENARIO_KEYS, "rules", *draft.team_names]
        further = "; UNIT.KEY, option.NAME and rules.NAME"
        raise draft.error(f"there is no {shown(left)} to change.{closest(left, known)} There are: {listed(known)}{further}.")


def unit_key(draft: Draft, left: str, sign: str, right: str, team: int | None) -> None:
    """Change a key of all units that are called by the first words of `left`."""
    names = [name for name in draft.words_for_units(team) if plain(left).startswith(plain(name) + ".")]
    if not names:
        raise draft.nobody(left.partition(".")[0], team)
    name = max(names, key=len)
    key, _, part = left[len(name) + 1 :].strip().partition(".")
    fields = models_of(draft.scenario.system).unit.model_fields
    [key] = respelled({key: None}, fields)
    if key in FIXED_KEYS:
        raise draft.error(f"{left}: {FIXED_KEYS[key]}")
    if key not in fields:
        known = [field for field in fields if field not in FIXED_KEYS]
        raise draft.error(f"{left}: a unit has no such key.{closest(key, known)} Keys: {listed(known)}.")
    kind = fields[key].annotation
    if part and not is_table(kind):
        meant = f"{name}.{key}+={part}" if is_a(kind, list) else f"{name}.{key}={right}"
        raise draft.error(f"{left}: {key} has no parts; say {meant}")
    if key == "template":
        look_up(draft.catalog.units, right, "unit template", f"{draft.where}: {left}")
    places = draft.meant(name, team)
    called = draft.called(places[0].member)
    for place in places:
        member = place.member
        if part:
            table = dict(member.keys.get(key) or {})
            table[part] = changed_number(draft, member, key, part, sign, right) if sign != "=" else scalar(right)
            member.keys[key] = table
        elif not is_a(kind, list) and is_a(kind, dict):
            like = "items.medkit=1" if key == "items" else f"{key}.NAME=VALUE"
            raise draft.error(f"{left}: is a table; say {name}.{like}")
        elif sign == "=":
            member.keys[key] = value_of(right, kind)
        else:
            member.keys[key] = joined(draft, member, key, sign, right, is_a(kind, list))
    draft.said.append(f"with {called}'s {left[len(name) + 1 :].replace('_', ' ')} {sign} {right}")


def joined(draft: Draft, member: Member, key: str, sign: str, right: str, listing: bool) -> Any:
    """Return a unit's list with entries added or removed, or its number with something added or subtracted."""
    if not listing:
        return changed_number(draft, member, key, "", sign, right)
    template = draft.catalog.units[member.template]
    made = list(getattr(template, key, []) if member.keys.get(key) is None else member.keys[key])
    for entry in listing_of(right):
        if sign == "+=":
            made.append(entry)
        elif entry in made:
            made.remove(entry)
        else:
            words = [str(each) for each in made]
            meant = f"{closest(str(entry), words)} It has: {listed(words)}"
            raise draft.error(f"{draft.called(member)}'s {key} has no {entry!r}.{meant}")
    return made


def changed_number(draft: Draft, member: Member, key: str, part: str, sign: str, right: str) -> int:
    """Return a unit's number with something added or subtracted."""
    template = getattr(draft.catalog.units[member.template], key, None)
    own = member.keys.get(key)
    if part:
        value = (own or {}).get(part, (template if isinstance(template, dict) else {}).get(part, 0))
    else:
        value = template if own is None else own
    if type(value) is not int or type(scalar(right)) is not int:
        name = f"{key}.{part}" if part else key
        raise draft.error(
            f"{draft.called(member)}'s {name}: {shown(value)} {sign} {right}: only numbers can be changed so; use ="
        )
    return int(value + scalar(right) if sign == "+=" else value - scalar(right))


def option(draft: Draft, name: str, right: str) -> None:
    """Put another reading of the rules in force."""
    fields = models_of(draft.scenario.system).options.model_fields
    if name not in fields:
        raise draft.error(f"no option is called {shown(name)}.{closest(name, fields)} Options: {listed(fields)}.")
    draft.data["options"][name] = right
    draft.said.append(f"with {name.replace('_', ' ')} = {right}")


def without_house(draft: Draft) -> None:
    """Take all house rules away."""
    if not draft.data["catalog"]:
        raise draft.error("rules=none: the scenario has no house rules")
    draft.data["catalog"] = {}
    draft.said.append("without house rules")


def house_rule(draft: Draft, name: str, right: str) -> None:
    """Take one house rule away, or set a number of the rules."""
    house = draft.data["catalog"]
    there = {entry: kind for kind, entries in house.items() for entry in entries}
    full = {f"{kind}.{entry}": (kind, entry) for kind, entries in house.items() for entry in entries}
    if right != NONE:
        numbers = {**draft.catalog._asdict().get("numbers", {})}
        number = name.removeprefix("numbers.")
        if number not in numbers:
            raise draft.error(
                f"rules.{name}: no number of the rules is called so.{closest(number, numbers)} All: fireteam list numbers"
            )
        if type(scalar(right)) is not int:
            raise draft.error(f"rules.{name}={right}: must be a whole number, or none to leave a house rule out")
        draft.data["catalog"] = {**house, "numbers": {**house.get("numbers", {}), number: scalar(right)}}
        draft.said.append(f"with {number.replace('_', ' ')} = {right}")
        return
    kind, entry = full.get(name) or (there.get(name, ""), name)
    if not kind:
        if not there:
            raise draft.error(f"rules.{name}=none: the scenario has no house rules")
        raise draft.error(
            f"rules.{name}=none: no house rule is called so.{closest(name, [*there, *full])} There are: {listed(full)}."
        )
    left = {one: value for one, value in house[kind].items() if one != entry}
    draft.data["catalog"] = {other: entries for other, entries in house.items() if other != kind} | (
        {kind: left} if left else {}
    )
    draft.said.append(f"without the house rule {kind}.{entry}")


def value_of(text: str, kind: Any) -> Any:
    """Return a value in the type of a key."""
    if is_a(kind, list):
        return [] if text in ("", NONE) else listing_of(text)
    if text == NONE:
        return None
    return text if kind is str else scalar(text)


def listing_of(text: str) -> list[Any]:
    """Return the entries of a list that is written with commas."""
    return [scalar(part.strip()) for part in text.strip("[]").split(",") if part.strip()]


def scalar(text: str) -> Any:
    """Return true, false, a whole number, or else the text."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() else text


def is_table(kind: Any) -> bool:
    """Return whether a type is a table, with keys of any name or of its own."""
    return is_a(kind, dict) or (not is_a(kind, list) and model_within(kind) is not None)


def is_a(kind: Any, wanted: type) -> bool:
    """Return whether a type is a list or dict, or may be one."""
    if get_origin(kind) in (Union, UnionType, Annotated):
        return any(is_a(part, wanted) for part in get_args(kind))
    return get_origin(kind) is wanted
