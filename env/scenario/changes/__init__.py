"""Changes of a scenario in a few words, as a game master writes them after --what-if: "-Hammer & light=dark".

```text
+gunner    +2 gunner    blue+medic        one more, or several, for the enemies, or for a team
-Hammer    -2 gunner    red-soldier       a unit less: by its name, its template, or as agents are called (blue_2)
Mara.armor=ballistic_vest                 a key of a unit, or of all units of a template; a list by commas
Mara.skills.pistols=6  Mara.weapons+=knife  gunner.attributes.agility-=1
blue=guard                                another bot for a team
blue.alert=false                          alert, ambush, warned or start of a team
light=dark  fog=true  rounds=10           a key of the scenario
option.passing=opportunity                a reading of the rules
rules=none  rules.NAME=none               without house rules, without one of them
rules.NAME=3                              another number of the rules
```

Several stand side by side with `&`, or with a comma where what follows begins like a change.
"""
