"""Changes of a scenario in a few words, as a game master writes them after --what-if: "-Hammer & light=dark"."""

FORMS = {  # an example of each form, and what it changes
    "+gunner": "one more of them for the enemies: the double of one that is there, or a unit of that template",
    "+2 gunner": "several",
    "red+medic": "for a team",
    "-Hammer": "one less: by its name, its template, or as agents are called (blue_2)",
    "-2 gunner": "several; red-soldier where both sides have some",
    "Mara.armor=vest,helmet": "a key of a unit, or of all that are called so; a list by commas (fireteam keys unit)",
    "Mara.weapons+=knife": "one more in a list, or a number that is higher; -= for less",
    "Mara.skills.pistols=6": "an entry of a table; red.soldier.skills.pistols=6 for those of one team",
    "blue=guard": "another bot for a team",
    "blue=tactician:cover=0": "a bot that weighs otherwise (fireteam list weights)",
    "blue.alert=false": "a team's alert, ambush, warned or start",
    "light=dark": "a key of the scenario: fog, light, map, rounds, stalemate or winner_at_limit",
    "option.passing=opportunity": "another reading of the rules (fireteam list options)",
    "rules=none": "without house rules",
    "rules.NAME=none": "without one of them",
    "rules.good_cover=0": "another number of the rules (fireteam keys numbers)",
    "-Hammer & light=dark": "several at once; also with a comma, where what follows it begins like a change",
}
