"""The possible keys of files that people write, as JSON Schema: from the models that read the files.

A file may say more than its model: keys in British or American English, `party = "file"` in a team, `catalog = "file"`.
House rules may also change single keys of an existing entry and leave out the rest.
"""

import re
from collections.abc import Iterable
from typing import Any, get_args

from pydantic import TypeAdapter

from fireteam.content.errors import ContentError
from fireteam.content.reading import SPELLINGS, closest, listed, model_within
from fireteam.env.catalog import catalog_of, kinds, load_catalog, shipped
from fireteam.env.observe.reward import Reward
from fireteam.env.scenario.levels.model import Draw
from fireteam.env.scenario.models import OtherFiles, models_of
from fireteam.env.scenario.objective import Objective
from fireteam.env.scenario.reading import system_named
from fireteam.maps import Drawing, map_names

from .kinds import FILES, OTHERWISE, TABLES, called

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Keys that name entries of the catalog, which an editor offers; house rules may add some, so others are possible.
NAMES = {
    "template": "units",
    "templates": "units",
    "weapons": "weapons",
    "armour": "armour",
    "items": "items",
    "spare": "weapons",
}


def entries_called(system: str) -> dict[str, str]:
    """Return the kinds of entries of a system's house rules, by what `fireteam keys` calls one: weapon, template."""
    return {called(kind): kind for kind in kinds(system)}


def kinds_of(system: str) -> list[str]:
    """Return all whose keys can be asked for in a system: kinds of files, of tables in them, of entries of house rules."""
    return [*FILES, *TABLES, *entries_called(system)]


def kind_named(kind: str, system: str) -> str:
    """Return a kind as `kinds_of` has it: weapon for weapons; raise a ContentError if there is none of that name."""
    known = kinds_of(system)
    for name in (kind, OTHERWISE.get(kind, ""), kind.removesuffix("s"), f"{kind}s"):
        if name in known:
            return name
    raise ContentError(f"no keys are known of {kind!r}.{closest(kind, known)} There are: {listed(known)}.")


def schema_of(kind: str, system: str = "") -> Schema:
    """Return the JSON Schema (draft 2020-12) of a kind of file, or of a table in one, in a rule system.

    Args:
        kind: scenario, party, map, house or reward, or a table: unit, weapon ... (`kinds_of`).
        system: the rule system; "" for the default one.

    Raises:
        ContentError: there is no such kind or system.
    """
    own = system_named(system)
    made = either_spelling(plain_schema(kind_named(kind, own), own))
    return {"$schema": DIALECT, "title": f"Fireteam: {kind_named(kind, own)}, {own}", **made}


def plain_schema(kind: str, system: str) -> Schema:
    """Return the schema of a kind without the other spelling of its keys."""
    own = models_of(system)
    if kind in ("house", *entries_called(system)):
        made = house_schema(system)
        return made if kind == "house" else entry_schema(made, entries_called(system)[kind])
    models: dict[str, Any] = {
        "scenario": own.scenario, "party": own.party, "map": Drawing, "reward": Reward, "team": own.team, "unit": own.unit,
        "objective": Objective, "orders": own.orders, "options": own.options, "draw": Draw,
    }  # fmt: skip
    made = tidy(models[kind].model_json_schema())
    for table in tables_in(made):
        add_names(table["properties"], system)
    for table in tables_in(made):
        if {"start", "objective"} <= set(table["properties"]):
            add_party(table)
    if kind == "scenario":
        house = house_schema(system)
        made["$defs"] |= house.pop("$defs")
        said = made["properties"]
        beside = tidy(OtherFiles.model_json_schema())["properties"]["catalog"]
        said["catalog"] = {"anyOf": [beside, house], "description": said["catalog"]["description"]}
        said["system"]["enum"] = [system]
        said["map"]["anyOf"].insert(0, {"enum": map_names()})
        made["oneOf"] = [{"required": ["map"]}, {"required": ["draw"]}]
    return made


def add_names(properties: Schema, system: str) -> None:
    """Let an editor offer the names of catalog entries where a key names some."""
    catalog = load_catalog(system=system)
    for key, kind in NAMES.items():
        names = list(getattr(catalog, kind, {}))
        for place in branches(properties[key]) if key in properties and names else ():
            if place.get("type") == "array":
                place["items"] = {"anyOf": [{"enum": names}, place["items"]]}
            elif place.get("type") == "object" and (values := values_of(place)):
                place["properties"] = dict.fromkeys(names, values)
            elif place.get("type") == "string" and place is properties[key]:
                said = {name: place.pop(name) for name in ("type", "pattern", "maxLength") if name in place}
                place["anyOf"] = [{"enum": names}, said]


def add_party(team: Schema) -> None:
    """Let a team name a party file in place of its units."""
    team["properties"]["party"] = tidy(OtherFiles.model_json_schema())["properties"]["party"]
    team["required"].remove("units")
    team["oneOf"] = [{"required": ["units"]}, {"required": ["party"]}]


def house_schema(system: str) -> Schema:
    """Return the schema of house rules: by kind of entries those that are there, and new ones where there may be some."""
    own = catalog_of(system)
    made: Schema = {}
    defs: Schema = {}
    for kind, annotation in own.Catalog.__annotations__.items():
        key, value = get_args(annotation)
        new = tidy(TypeAdapter(value).json_schema())
        defs |= new.pop("$defs", {})
        if "properties" in new:
            defs[f"new_{kind}"], new = new, {"$ref": f"#/$defs/new_{kind}"}
            defs[kind] = {name: said for name, said in defs[f"new_{kind}"].items() if name != "required"}
        changed = {"$ref": f"#/$defs/{kind}"} if "$ref" in new else new
        fixed = kind in own.FIXED
        entries = {
            name: changed if fixed or name in own.NEEDED.get(kind, ()) else {"anyOf": [changed, {"const": False}]}
            for name in shipped(kind, system)[0]
        }
        if "$ref" not in new:
            written = shipped(kind, system)[0]
            entries = {
                name: {**said, "description": new.get("description", ""), "default": written[name]}
                for name, said in entries.items()
            }
        if kind == "numbers":
            entries = {name: number_schema(entry) for name, entry in shipped(kind, system)[1].items()}
        made[kind] = {
            "type": "object",
            "description": said_of(value, new),
            "properties": entries,
            "additionalProperties": False if fixed else new,
        }
        if not fixed and (pattern := key_pattern(key)):
            made[kind]["propertyNames"] = pattern
    said = "House rules: tables of the catalog's own kinds, which change single entries, add some, or remove some (= false)."
    return {"type": "object", "description": said, "properties": made, "additionalProperties": False, "$defs": defs}


def number_schema(number: Any) -> Schema:
    """Return the schema of one number of the rules: a whole number, or a list of fixed length, or a table of it."""
    whole = {"type": "integer", "minimum": number.within[0], "maximum": number.within[1]}
    several = isinstance(number.value, list)
    count = len(number.value) if several else 0
    value: Schema = {"type": "array", "items": whole, "minItems": count, "maxItems": count} if several else whole
    table = {"type": "object", "properties": {"value": value}, "additionalProperties": False}
    said = f"{number.says} ({number.rule}{', assumed' if number.assumed else ''})"
    return {"anyOf": [value, table], "default": number.value, "description": said, "examples": [number.value]}


def entry_schema(house: Schema, kind: str) -> Schema:
    """Return the schema of an entry of house rules; of kinds whose entries are no tables, of all of them."""
    new = house["$defs"].get(f"new_{kind}")
    made = house["properties"][kind] if new is None or kind == "numbers" else new
    used: Schema = {}
    asked = [made]
    while asked:
        for name in set(re.findall(r"'\$ref': '#/\$defs/(\w+)'", repr(asked.pop()))) - set(used):
            used[name] = house["$defs"][name]
            asked.append(used[name])
    return {**made, "$defs": used} if used else made


def said_of(value: Any, schema: Schema) -> str:
    """Return a sentence on an entry: its model's own, or one from the schema of its value."""
    model = model_within(value)
    return (model.__doc__ or "").partition("\n")[0] if model is not None else schema.get("description", "")


def key_pattern(key: Any) -> Schema:
    """Return the pattern that names of new entries must match."""
    made = TypeAdapter(key).json_schema()
    return made if "pattern" in made else {}


def tidy(schema: Schema) -> Schema:
    """Return pydantic's schema without the titles that it makes of names, empty defaults, and all but first paragraphs."""
    if not isinstance(schema, dict):
        return [tidy(part) for part in schema] if isinstance(schema, list) else schema
    made = {}
    for key, value in schema.items():
        if key in ("title", "default") and ((isinstance(value, str) and key == "title") or value in (None, "", {}, [])):
            continue
        made["anyOf" if key == "oneOf" else key] = (  # pydantic's for what is told apart by a tag
            value.partition("\n\n")[0].replace("\n", " ") if key == "description" and isinstance(value, str) else tidy(value)
        )
    return made


def tables_in(schema: Schema) -> list[Schema]:
    """Return the tables of a schema that have keys: its own and those of its definitions."""
    return [table for table in (schema, *schema.get("$defs", {}).values()) if "properties" in table]


def branches(node: Schema) -> Iterable[Schema]:
    """Yield a part of a schema, and each of its alternatives."""
    yield node
    yield from node.get("anyOf", ())


def values_of(node: Schema) -> Schema | None:
    """Return the schema of the values of a table with free names."""
    found = next(iter(node.get("patternProperties", {}).values()), None) or node.get("additionalProperties")
    return found if isinstance(found, dict) else None


def either_spelling(node: Any) -> Any:
    """Return a schema in which every key may be in British or in American English."""
    if isinstance(node, list):
        return [either_spelling(part) for part in node]
    if not isinstance(node, dict):
        return node
    made = {key: either_spelling(value) for key, value in node.items()}
    properties = made.get("properties")
    if isinstance(properties, dict) and made.get("type") == "object":
        made["properties"] = {twin: said for key, said in properties.items() for twin in (key, *twins(key))}
        needed = [key for key in made.get("required", ()) if twins(key)]
        if needed:
            made["required"] = [key for key in made["required"] if key not in needed]
            made["allOf"] = [{"anyOf": [{"required": [twin]} for twin in (key, *twins(key))]} for key in needed]
    return made


def twins(key: str) -> list[str]:
    """Return a key in the spellings of other readers."""
    return [key.replace(old, new) for pair in SPELLINGS for old, new in (pair, pair[::-1]) if old in key]
