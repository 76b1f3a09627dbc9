"""What the keys of the files mean that people write: for `fireteam list keys` and `fireteam list options`.

Keys that are not here say in their model what they mean: those of standing orders, in each system's catalog.
"""

SCENARIO = {
    "title": "what the battle is called",
    "about": "a few sentences on it",
    "system": "the rule system it is fought by",
    "map": "a map of the package by name, or a file beside this one (tri.map.toml)",
    "draw": "in place of a map: how to draw map and teams at random",
    "rounds": "combat rounds after which it ends",
    "stalemate": "rounds without damage or progress after which it is a draw",
    "light": "clear, dim, dark or black; the map's own if not given",
    "fog": "true: a side knows only what its units see and hear",
    "winner_at_limit": "the team that wins when the rounds run out; nobody if not given",
    "options": "readings of the rules where sources differ (fireteam list options)",
    "catalog": "house rules: a file beside this one, or tables like its own",
    "teams": "two to four of them, as [[teams]]",
}
TEAM = {
    "name": "small letters; its units are called red_1, red_2 ...",
    "start": "letter of the tiles, on the map's marks, where its units begin",
    "units": 'its units, as [[teams.units]]; or name a file with party = "crew.party.toml"',
    "objective": "what it fights for",
    "orders": "standing orders of units that have none of their own",
    "alert": "false: it expects no fight, so nobody is engaged from the start",
    "ambush": "no, waiting, or tracking its prey (SS-S1)",
    "warned": "true: it expects an ambush (SS-S1)",
}
OBJECTIVE = {
    "kind": "eliminate all others; hold a zone; exit by a zone; protect a unit",
    "zone": "letter of its tiles on the map's marks",
    "needed": "rounds to hold it, or units to bring out",
    "unit": "name of the unit to protect, or to bring out",
}
UNIT = {
    "template": "an entry of units.toml (fireteam list units)",
    "count": "how many of them",
    "name": "what it is called",
    "at": "[column, row] where it begins, both counted from 0",
    "facing": "where it looks; towards its enemies if not given",
    "weapons": "in place of its template's, at most four",
    "armour": "in place of its template's",
    "attributes": "those that differ from its template's",
    "skills": "ranks that differ from its template's (fireteam list skills)",
    "spare": "magazines, grenades or charges it carries besides, by weapon",
    "initiative_dice": "in place of its template's",
    "flesh": "health; follows from Body if not given (SS-H8)",
    "strain": "threshold; follows from Willpower if not given (SS-H8)",
    "shield": "points of a shield",
    "armored": "points of Armored health",
    "items": "how many of each (fireteam list items)",
    "karma": "points to spend",
    "arrives": "the round in which it enters, 0 from the start",
    "arrives_pass": "the pass of that round",
    "expected": "true: its coming surprises nobody",
    "hidden": "true: nobody knows of it until it acts or is found",
    "aboard": "name of the vehicle it sits in; the first aboard drives",
    "down": "true: it lies unconscious",
    "orders": "standing orders of its own",
}
PARTY = {
    "title": "what the party is called",
    "units": "its units, as [[units]]",
    "orders": "standing orders of units that have none of their own",
}
DRAW = {
    "width": "[least, most] tiles from west to east",
    "height": "[least, most] tiles from north to south",
    "walls": "per cent of the tiles",
    "low_walls": "per cent of the tiles",
    "barricades": "per cent of the tiles",
    "rubble": "per cent of the tiles",
    "brush": "per cent of the tiles",
    "water": "per cent of the tiles",
    "units": "[least, most] units of a team",
    "templates": "entries of units.toml that teams are drawn from",
    "kept": "teams that fight as they are written",
}
MAP = {
    "title": "what the place is called",
    "about": "a few sentences on it",
    "metres_per_tile": "1 to 10",
    "light": "clear, dim, dark or black",
    "ground": "a letter for each tile (fireteam list terrain)",
    "heights": "a digit for each tile: metres above the lowest floor",
    "marks": "letters of zones and starts, dots elsewhere",
    "legend": "letters of your own and the terrain they stand for",
}
OPTIONS = {
    "full_defense": "adds Willpower for the round; or the skill of Dodge, until the end of the next phase",
    "multiple_attacks": "the pool is split among the attacks; or every attack has a penalty",
    "passing": "who passes an enemy may be intercepted; or gives it an opportunity, as other acts beside it do",
    "called_shots": "whether shots may be called at locations",
    "distance": "what diagonal steps cost: 1 and 2 in turn, 1 always, or as the crow flies",
    "dice": "hits are rolled; or bought, one for four dice",
    "first_pass": "a score of 0 or less does not act; or everyone acts in the first pass",
    "free_action": "free actions are for the own phase, as the source's Combat Round and Action Phase have it; or also for "
    "later in the pass, as its Free Actions allow, which asks more often",
    "hidden_defender": "a hidden defender who takes part in the fight defends itself; or is unaware of who it cannot see",
    "dodging": "a dodge is for melee; or for any attack",
    "unconscious": "who lies unconscious suffers from blasts only; or may be attacked like anybody, and has no defense",
}
CHANGES = {  # forms of what --what-if says, as `env/scenario/changes/` reads them
    "+gunner": "one more of them for the enemies: the double of one that is there, or a unit of that template",
    "+2 gunner": "several",
    "red+medic": "for a team",
    "-Hammer": "one less: by its name, its template, or as agents are called (blue_2)",
    "-2 gunner": "several; red-soldier where both sides have some",
    "Mara.armor=vest,helmet": "a key of a unit, or of all that are called so; a list by commas (fireteam list keys unit)",
    "Mara.weapons+=knife": "one more in a list, or a number that is higher; -= for less",
    "Mara.skills.pistols=6": "an entry of a table; red.soldier.skills.pistols=6 for those of one team",
    "blue=guard": "another bot for a team",
    "blue=tactician:cover=0": "a bot that weighs otherwise (fireteam list weights)",
    "blue.alert=false": "a team's alert, ambush, warned or start",
    "light=dark": "a key of the scenario: fog, light, map, rounds, stalemate or winner_at_limit",
    "option.passing=opportunity": "another reading of the rules (fireteam list options)",
    "rules=none": "without house rules",
    "rules.NAME=none": "without one of them",
    "rules.good_cover=0": "another number of the rules (fireteam list numbers)",
    "-Hammer & light=dark": "several at once; also with a comma, where what follows it begins like a change",
}
FILES = {"scenario": SCENARIO, "team": TEAM, "unit": UNIT, "objective": OBJECTIVE, "orders": {}, "draw": DRAW,
         "party": PARTY, "map": MAP}  # fmt: skip
