"""What game masters write wrong: a folder that is right, and what is changed in it, with what must be said of it."""

from typing import NamedTuple

MAP = """title = "Dock"
ground = '''
########
#......#
#..oo..#
#......#
########
'''
marks = '''
........
.a....b.
.a....b.
.a....b.
........
'''
"""
SCENARIO = """title = "Job"
map = "dock.map.toml"
catalog = "house.toml"
rounds = 12

[[teams]]
name = "crew"
start = "a"
party = "crew.party.toml"

[[teams]]
name = "gang"
start = "b"
units = [
    { template = "ganger", count = 2 },
    { template = "guard", name = "Bull", weapons = ["club"] },
]
"""
PARTY = """[[units]]
template = "officer"
name = "Mara"
weapons = ["rapier"]
at = [1, 1]

[[units]]
template = "medic"
name = "Doc"
"""
HOUSE = """[numbers]
walk_rate = 3

[weapons.rapier]
words = "rapier"
kind = "melee"
skill = "blades"
accuracy = 7
damage = 3
"""
FOLDER = {"dock.map.toml": MAP, "job.scenario.toml": SCENARIO, "crew.party.toml": PARTY, "house.toml": HOUSE}
JOB, DOCK, CREW, RULES = "job.scenario.toml", "dock.map.toml", "crew.party.toml", "house.toml"


class Mistake(NamedTuple):
    """A mistake: in a file something stands instead of something else; what is said names the place and has the words."""

    file: str
    old: str
    new: str
    place: str  # of the message: line and column, or "" for the file alone
    words: tuple[str, ...]


def wrong(file: str, old: str, new: str, place: str, *words: str) -> Mistake:
    """Return a mistake."""
    return Mistake(file, old, new, place, words)


def spoiled(text: str, old: str, new: str) -> str:
    """Return a text with `new` where `old` stood first; what begins with the end of a line, or a comma, is added to it."""
    assert old in text
    return text.replace(old, old + new if new.startswith(("\n", ", ")) else new, 1)


MISTAKES = {
    # keys
    "a mistyped key": wrong(JOB, "rounds =", "ronds =", "4:1", "unknown key 'ronds'", "Did you mean 'rounds'?"),
    "a mistyped key of a unit": wrong(JOB, "count = 2", "cuont = 2", "15:28", "'teams[1].units[0].cuont'", "'count'"),
    "a key of another table": wrong(JOB, 'start = "b"', 'start = "b"\nrounds = 9', "14:1", "belongs to the top of the file"),
    "a capital letter": wrong(JOB, 'name = "Bull"', 'Name = "Bull"', "16:27", "unknown key", "Did you mean 'name'?"),
    "a key with a space": wrong(JOB, "rounds = 12", "max rounds = 12", "4:5", "a line is a table in [ ], or key = value"),
    "a missing title": wrong(JOB, 'title = "Job"', "", "", "key 'title' is missing"),
    "a team without units": wrong(JOB, 'party = "crew.party.toml"', "", "6:1", "key 'teams[0].units' is missing"),
    "keys of another system": wrong(JOB, 'name = "Bull"', "ranks = { melee = 'elite' }", "16:27", "unknown key", "ranks"),
    "an unknown system": wrong(JOB, "rounds = 12", 'system = "lader"', "4:1", "no rule system is called", "'ladder'"),
    # kinds of values
    "text for a number": wrong(JOB, "rounds = 12", 'rounds = "twelve"', "4:1", "must be a whole number"),
    "a decimal comma": wrong(JOB, "rounds = 12", "rounds = 12,5", "4:12", "after its value a line ends"),
    "a decimal point": wrong(JOB, "rounds = 12", "rounds = 12.5", "4:1", "must be a whole number"),
    "a list for a text": wrong(JOB, 'start = "b"', 'start = ["b"]', "13:1", "['b']", "must be text in quotes"),
    "a text for a list": wrong(JOB, '["club"]', '"club"', "16:42", "must be a list, in [ ]"),
    "no quotes": wrong(JOB, 'name = "gang"', "name = gang", "12:8", "text stands in quotes"),
    "a word for true": wrong(JOB, "rounds = 12", 'fog = "yes"', "4:1", "must be true or false"),
    "true with a capital": wrong(JOB, "rounds = 12", "fog = True", "4:7", "small letters"),
    "a negative number": wrong(JOB, "count = 2", "count = -2", "15:28", "must be at least 1"),
    "a huge number": wrong(JOB, "rounds = 12", "rounds = 99999999999999999999", "4:1", "must be at most 500"),
    "forty units": wrong(JOB, "count = 2", "count = 40", "15:28", "= 40", "must be at most 30"),
    "too many units in all": wrong(JOB, "count = 2", "count = 29", "", "32 units: at most 30 can take part"),
    "a unit for a list": wrong(CREW, '[[units]]\ntemplate = "medic"', '[units]\ntemplate = "medic"', "7:7", "[[ ]]"),
    "a date": wrong(JOB, "rounds = 12", "rounds = 2026-11-24", "4:1", "2026-11-24", "must be a whole number"),
    "one number for a place": wrong(CREW, "at = [1, 1]", "at = 11", "5:1", "must be a list, in [ ]"),
    "three numbers for a place": wrong(CREW, "at = [1, 1]", "at = [1, 1, 2]", "5:1", "must have at most 2 entries"),
    # names
    "an unknown weapon": wrong(JOB, '"club"', '"clubb"', "16:53", "no weapon is called 'clubb'", "Did you mean 'club'?"),
    "an unknown template": wrong(JOB, '"guard"', '"gard"', "16:7", "no unit template is called 'gard'", "'guard'"),
    "two of one name": wrong(CREW, '"Doc"', '"Mara"', "9:1", "units[0] has the same name"),
    "two teams of one name": wrong(JOB, '"gang"', '"crew"', "12:1", "two teams have the same name"),
    "a name with capitals": wrong(JOB, 'name = "gang"', 'name = "The Gang"', "12:1", "small letters"),
    "a winner that is not there": wrong(JOB, "rounds = 12", 'winner_at_limit = "gangs"', "4:1", "is no team", "'gang'"),
    "a light that is none": wrong(JOB, "rounds = 12", 'light = "drak"', "4:1", "must be one of", "'dark'"),
    "a goal of another game": wrong(JOB, 'start = "b"', 'start = "b"\nobjective.kind = "capture"', "14:1", "'hold'"),
    "a goal without its zone": wrong(JOB, 'start = "b"', 'start = "b"\nobjective.kind = "hold"', "14:1", "needs a zone"),
    "a zone that is not drawn": wrong(
        JOB, 'start = "b"', 'start = "b"\nobjective = { kind = "hold", zone = "z" }', "14:30", "no tile", "'z'", "a, b"
    ),
    # places
    "a start that is not drawn": wrong(JOB, 'start = "b"', 'start = "c"', "13:1", "no tile of the map is marked 'c'"),
    "no start at all": wrong(JOB, 'start = "b"', "", "15:5", "neither the unit has a place ('at') nor team 'gang' a start"),
    "too many for the start": wrong(JOB, "count = 2", "count = 5", "15:5", "all 3 tiles", "'b'", "are taken"),
    "out of the map": wrong(CREW, "at = [1, 1]", "at = [90, 1]", "1:1", "[90, 1] lies outside map 'Dock'", "0 to 7"),
    "in a wall": wrong(CREW, "at = [1, 1]", "at = [0, 0]", "1:1", "[0, 0] of map 'Dock' is wall"),
    "on each other": wrong(JOB, 'name = "Bull"', 'name = "Bull", at = [1, 1]', "16:5", "start on the same tile, [1, 1]"),
    # maps
    "a row that is too short": wrong(DOCK, "#..oo..#", "#..oo.#", "5:1", "ground[2] has 7 letters, ground[0] has 8"),
    "a letter of no terrain": wrong(DOCK, "#..oo..#", "#..oX..#", "5:5", "letter 'X' at [4, 2] is not in the legend"),
    "marks of another size": wrong(
        DOCK, ".a....b.\n........\n'''", "........\n'''", "9:1", "marks has 4 rows, ground has 5"
    ),
    "a digit in the marks": wrong(DOCK, ".a....b.\n.a", ".a....7.\n.a", "11:7", "'7' at [6, 1] is neither a letter nor"),
    "heights with letters": wrong(
        DOCK,
        "marks =",
        "heights = '''\n00000000\n00x00000\n00000000\n00000000\n00000000\n'''\nmarks =",
        "11:3",
        "letter 'x' at [2, 1] is not a digit",
    ),
    "terrain that is none": wrong(
        DOCK, "ground =", 'legend = { l = "lava" }\nground =', "2:12", "no terrain is called 'lava'"
    ),
    # files
    "a map that is not there": wrong(JOB, '"dock.map.toml"', '"dok.map.toml"', "2:1", "cannot be read", "'dock.map.toml'"),
    "a map without its end": wrong(JOB, '"dock.map.toml"', '"dock"', "2:1", "no map is called 'dock'", "'dock.map.toml'"),
    "a party that is not there": wrong(JOB, "crew.party", "krew.party", "9:1", "cannot be read", "'crew.party.toml'"),
    "a party and units": wrong(JOB, 'start = "a"', "start = 'a'\nunits = [{ template = 'guard' }]", "10:1", "both"),
    "house rules that are not there": wrong(JOB, '"house.toml"', '"hause.toml"', "3:1", "cannot be read", "'house.toml'"),
    "a map for a party": wrong(JOB, "crew.party", "dock.map", "9:1", "unknown key 'ground'"),
    # house rules
    "a number that is none": wrong(RULES, "walk_rate", "walkrate", "2:1", "no such entry", "'walk_rate'"),
    "a number out of range": wrong(RULES, "walk_rate = 3", "walk_rate = 300", "2:1", "300 is not within 0 to 20"),
    "a weapon that is not whole": wrong(RULES, "damage = 3\n", "", "4:1", "weapons.rapier", "needs", "damage"),
    "a skill that is none": wrong(RULES, '"blades"', '"swords"', "7:1", "must be one of", "blades"),
    "a kind that is none": wrong(RULES, "[numbers]", "[number]", "1:1", "number: no kind of house rules", "'numbers'"),
    # how the file is written
    "smart quotes": wrong(JOB, '"Job"', "“Job”", "1:9", "“ is no quote that TOML knows"),
    "an unclosed quote": wrong(JOB, '"Job"', '"Job', "1:13", "the text is not closed on its line"),
    "an unclosed list": wrong(JOB, "},\n]", "},\n", "16:63", "the file ends in the middle", "closing ]"),
    "an unclosed drawing": wrong(DOCK, "########\n'''\nmarks", "########\nmarks", "9:1", "Is the text above it closed"),
    "a colon for =": wrong(JOB, "rounds = 12", "rounds: 12", "4:7", "key = value"),
    "a key twice": wrong(JOB, "rounds = 12", "rounds = 12\nrounds = 13", "5:12", "is there already"),
    "a key twice at the end": wrong(CREW, 'name = "Doc"\n', 'name = "Doc"\nname = "Doc"', "10:13", "is there already"),
    "a table twice": wrong(RULES, "[weapons.rapier]", "[numbers]\n[weapons.rapier]", "4:9", "is there already"),
    "an empty file": wrong(CREW, PARTY, "", "", "key 'units' is missing"),
    "a backslash": wrong(JOB, '"Job"', '"C:\\dock"', "1:14", "a \\ in a text is written twice"),
}
