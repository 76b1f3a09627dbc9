"""A die is keyed by the roll that it belongs to: a unit that aims first throws the same dice, and one more."""

from fireteam.env.battle import Battle
from fireteam.env.scenario.models import Scenario

SOLDIER = {"template": "soldier", "orders": {"defend": "never"}}
RANGE = Scenario.model_validate({
    "title": "the range",
    "map": {"title": "a strip of ground", "ground": "\n".join(["." * 16] * 3)},
    "teams": [
        {"name": "red", "units": [SOLDIER | {"at": [1, 1], "facing": "east"}]},
        {"name": "blue", "units": [SOLDIER | {"at": [12, 1], "facing": "west"}]},
    ],
})  # fmt: skip


def dice_of(*actions):
    """Return the dice of red_1's attack and of blue_1's defense, after some actions on one seed."""
    battle = Battle(RANGE, seed=3)
    while battle.decision.unit != "red_1":
        battle.step("end")
    for action in actions:
        events = battle.step(action)
    return {event.numbers["purpose"]: event.dice for event in events if event.kind == "roll"}


for actions in (["shoot blue_1"], ["aim blue_1", "shoot blue_1"], ["drop_prone", "shoot blue_1"]):
    dice = dice_of(*actions)
    print(f"{', '.join(actions):27} attack {dice['attack']} defense {dice['defense']}")
