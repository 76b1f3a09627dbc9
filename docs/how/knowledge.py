"""A side's view holds nothing that the side does not know: if an unseen unit is moved, the view stays the same."""

from fireteam.env.analysis.overlays import tiles_seen
from fireteam.env.battle import Battle

battle = Battle("night", seed=1)  # a scenario with fog = true
teams = [team.name for team in battle.field.scenario.teams]
for number, team in enumerate(teams):
    known = int(battle.record[0]["teams"]["known"][number])
    names = [fighter.name for place, fighter in enumerate(battle.field.roster) if known >> place & 1]
    print(f"{team} see {tiles_seen(battle, number).sum()} tiles and know of {len(names)} units: {names[0]} to {names[-1]}")

other = battle.copy()
hidden = other.record[0]["units"][-1 + len(battle.field.roster)]
hidden["x"] -= 1  # the last of the customs men stands elsewhere, and is hurt
hidden["flesh"] -= 3
print("the battles differ:", battle.record.tobytes() != other.record.tobytes())
for number, team in enumerate(teams):
    same = battle.as_known(number).record.tobytes() == other.as_known(number).record.tobytes()
    print(f"to the {team} they {'are the same' if same else 'differ'}")
