"""One loop plays three games: the type of the record chooses the functions that are called."""

from fireteam.env.battle import Battle
from fireteam.env.rules.systems import port_of
from fireteam.env.scenario.reading import load_scenario

for system in ("swan_song", "d10_pool", "ladder"):
    battle = Battle(load_scenario("duel", system), seed=1)
    port = port_of(system)
    print(f"{system}: {len(port.VERBS)} verbs, dice of {port.FACES} faces, a record of {battle.record.itemsize} bytes")
    while not battle.over and battle.record[0]["decisions"] < 2000:
        battle.step(battle.legal()[0])  # the same call for all of them
    print("   ", battle.ending, "in round", battle.round)
