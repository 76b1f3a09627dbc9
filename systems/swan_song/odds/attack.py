"""An attack of Swan Song between two units on a table, as a person asks for it: weapon, way, and the target's state.

What the rules forbid raises an error with the reason; the battle of the table gives the odds (`in_battle.py`).
"""

from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.content.one_of import OneOf
from fireteam.content.reading import Strict, listed
from fireteam.env.analysis.table import raised
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.sight import COVERS, NO_COVER
from fireteam.env.scenario.options import check_choice

from ..catalog import UNARMED
from ..rules.odds import injure, reopen
from ..rules.record import BUSY, MAX_ZONES, RUNS
from ..rules.tables import AGILITY, DRAWN, LOCATIONS, MODES, NO_FIRING, VOLLEY_OF_MODE
from ..words.verbs import CALL_SHOT, PUNCH, SHOOT, STRIKE, VOLLEY
from .in_battle import REPLIES

ANSWERS = tuple(REPLIES)
STANDARD = ANSWERS[0]
BUMPER = "bumper"


class Asked(Strict):
    """The options of a question about an attack of Swan Song."""

    mode: str | None = Field(None, description="gun mode: SS, SA, BF or FA; the weapon's first unless given")
    volley: bool = Field(False, description="the heavier burst of the mode")
    reply: OneOf[str, ANSWERS] = Field("standard", description="how the target defends itself: " + ", ".join(ANSWERS))
    aim: int = Field(0, ge=0, le=20, description="dice of aim, as many as the rank of the weapon's skill at most")
    called: str = Field("", description="where the shot is called: " + ", ".join(LOCATIONS))
    wounds: int = Field(0, ge=0, le=99, description="points of health that the attacker has lost")
    target_wounds: int = Field(0, ge=0, le=99, description="points of health that the target has lost")
    prone: bool = Field(False, description="the target lies on the ground")
    running: bool = Field(False, description="the attacker runs")
    target_running: bool = Field(False, description="the target runs")
    bonus: int = Field(0, ge=-20, le=20, description="dice that the attack has more, or fewer if below 0")


def set_up(battle: Battle, weapon: str, asked: Asked) -> tuple[Action, str]:
    """Put the two units of a table into the state asked for; return the attack, or the answer to it, and the reply.

    Raises:
        ContentError: the rules forbid it; the message says why.
    """
    model = list(battle.field.catalog.weapons).index(weapon)
    frame = battle.record[0]["stack"][int(battle.record[0]["depth"]) - 1]
    frame["stage"], frame["cursor"] = BUSY, MAX_ZONES  # the phase of red_1 has begun: what it is now, it stays
    verb = arm(battle, weapon, asked)
    pose(battle, asked)
    take_aim(battle, weapon, model, asked.aim)
    if asked.bonus:
        raised(battle, "attributes", AGILITY, asked.bonus)
    reopen(*battle.arrays)
    if asked.called:
        call(battle, asked.called)
    attack = Action(verb, 1)
    if attack not in battle.legal():
        far = int(battle.field.arena[0]["weapons"][model]["bands"][3])
        if verb in (SHOOT, VOLLEY) and metres_between(battle) > far:
            words = battle.field.catalog.weapons[weapon].words
            raise ContentError(f"range: {words} cannot reach so far. It goes up to {far} metres (SS-R8).")
        raise ContentError(f"{battle.shown(attack)} is not open. {battle.choices()}")
    return (attack, STANDARD) if asked.reply == STANDARD else (answer(battle, attack, asked.reply), STANDARD)


def arm(battle: Battle, weapon: str, asked: Asked) -> int:
    """Put the weapon into the attacker's hands, ready, and return the verb of the attack."""
    entry, red = battle.field.catalog.weapons[weapon], battle.unit("red_1")
    if entry.kind not in ("firearm", "bow", "melee"):
        raise ContentError(f"weapon {weapon!r} is no attack on one: it harms all who are near where it lands (SS-U5)")
    if weapon == BUMPER:
        raise ContentError(f"weapon {weapon!r} is what a vehicle rams with, once it has driven (SS-C4)")
    if entry.kind != "firearm" and (asked.mode or asked.volley):
        raise ContentError(f"weapon {weapon!r} has no gun modes: leave out mode and volley")
    red["hand"] = BARE_HANDS if weapon == UNARMED else 0
    if entry.kind == "melee":
        return PUNCH if weapon == UNARMED else STRIKE
    if entry.kind == "bow":
        red["held"][0]["mode"] = DRAWN
        return SHOOT
    mode = entry.modes[0] if asked.mode is None else asked.mode
    check_choice("mode", mode, entry.modes)
    red["held"][0]["mode"] = MODES.index(mode)
    if asked.volley and VOLLEY_OF_MODE[MODES.index(mode)] == NO_FIRING:
        those = listed(other for other in entry.modes if VOLLEY_OF_MODE[MODES.index(other)] != NO_FIRING)
        raise ContentError(f"mode = {mode!r}: it has no volley. Modes of the {weapon} that have: {those}.")
    return VOLLEY if asked.volley else SHOOT


def pose(battle: Battle, asked: Asked) -> None:
    """Set the wounds, pace and posture of both; let the target take available cover, and hold the weapon it answers with."""
    red, blue, sheets = battle.unit("red_1"), battle.unit("blue_1"), battle.field.arena[0]["sheets"]
    covered = battle.cover("blue_1", "red_1") != COVERS[NO_COVER]
    does = {"prone": asked.prone and "never lies down", "target_running": asked.target_running and "runs nowhere"}
    for key, refused in {**does, "cover": covered and "takes no cover"}.items():
        if refused and sheets[1]["inanimate"]:
            raise ContentError(f"{key}: the {battle.field.roster[1].template.words} is a thing and {refused}")
    for who, key in enumerate(("wounds", "target_wounds")):
        points, unit = getattr(asked, key), battle.record[0]["units"][who]
        left = int(unit["flesh"] if sheets[who]["flesh"] > 0 else unit["armored"])
        if points >= left:
            raise ContentError(f"{key} = {points}: it has {left} points, and is out of the fight without them")
        injure(*battle.arrays[:2], who, points)
    red["pace"], blue["pace"] = RUNS * asked.running, RUNS * asked.target_running
    blue["covered"], blue["prone"] = covered, asked.prone
    if asked.reply == "block":
        blue["hand"] = BARE_HANDS
    if asked.reply == "parry":
        weapons = battle.field.arena[0]["weapons"]
        blades = [slot for slot, model in enumerate(sheets[1]["weapons"]) if model >= 0 and weapons[model]["melee"]]
        if not blades:
            raise ContentError("reply = 'parry': the target carries no melee weapon")
        blue["hand"] = blades[0]


def take_aim(battle: Battle, weapon: str, model: int, dice: int) -> None:
    """Let the attacker have an aim of `dice` dice (SS-U4)."""
    arena, red = battle.field.arena[0], battle.unit("red_1")
    kind = arena["weapons"][model]
    most = 0 if kind["melee"] else int(arena["sheets"][0]["skills"][kind["skill"]])
    if dice > most:
        why = "blows are not aimed" if kind["melee"] else "an aim has as many dice as the rank of the weapon's skill"
        raise ContentError(f"aim = {dice}: at most {most} with weapon {weapon!r}, since {why} (SS-U4)")
    red["aim"], red["aim_at"], red["steady"] = dice, 1, dice * int(arena["rules"]["aim_recoil"])


def call(battle: Battle, location: str) -> None:
    """Call the shot (SS-C1)."""
    open_now = {battle.words(action): action for action in battle.legal() if action.verb == CALL_SHOT}
    check_choice("called", location, [words.split()[1] for words in open_now])
    battle.step(open_now[f"call_shot {location}"])


def answer(battle: Battle, attack: Action, reply: str) -> Action:
    """Begin the attack, so that the target must answer; return the target's answer."""
    battle.step(attack)
    decision = battle.decision
    if decision is not None and decision.kind == "defend":
        found = [action for action in battle.legal() if action.verb == REPLIES[reply]]
        if found:
            return found[0]
        raise ContentError(f"reply = {reply!r}: this target cannot answer this attack so. {battle.choices()}")
    raise ContentError(f"reply = {reply!r}: this target cannot answer this attack at all")


def metres_between(battle: Battle) -> int:
    """Return the metres between the two units of a table."""
    red, blue = battle.unit("red_1"), battle.unit("blue_1")
    return (int(blue["x"]) - int(red["x"]) - int(red["side"]) + 1) * battle.field.drawing.metres_per_tile
