"""What is half done lies on a stack: a step, an interception in the middle of it, the attack, and its defense."""

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules import record

NAMES = {getattr(record, name): name for name in ("PHASE", "MOVE", "ATTACK", "SUPPRESSION", "UNDER_FIRE", "OPENING", "TEST")}
battle = Battle("keep", seed=1)
bots = {team.name: load_bot("charger") for team in battle.field.scenario.teams}
shown = set()


def step(action):
    """Take a decision; print the stack where it has grown."""
    row = battle.record[0]
    pending = [NAMES.get(kind, str(kind)) for kind in row["stack"]["kind"][: row["depth"]].tolist()]
    if tuple(pending) not in shown:
        shown.add(tuple(pending))
        print(f"{battle.decision.unit} decides ({battle.decision.kind}): {' > '.join(pending)}")
    battle.step(action)


play(battle, bots, step)
