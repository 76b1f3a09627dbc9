"""A battle is one element of an array: copying it is an assignment, comparing it is comparing bytes."""

from fireteam.env.battle import Battle

battle = Battle("yard", seed=1)
record = battle.record  # an array of shape (1,)
print("one battle:", record.dtype.itemsize, "bytes")
print("Flesh of all:", record[0]["units"]["flesh"][: len(battle.field.roster)])

before = record.copy()
battle.step("walk")
changed = [name for name in record.dtype.names if record[0][name].tobytes() != before[0][name].tobytes()]
print("a walk changes:", ", ".join(changed))

record[:] = before  # taken back
print("as before:", record.tobytes() == before.tobytes(), "-", battle.decision.unit, "decides again")
