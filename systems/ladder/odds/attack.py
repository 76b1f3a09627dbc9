"""An attack or a hold of ladder between two units on a table, as a person asks for it: weapon, way, number of actions.

What the rules forbid raises an error with the reason; the battle of the table gives the odds (`in_battle.py`).
"""

from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.content.one_of import OneOf
from fireteam.content.reading import Strict
from fireteam.env.analysis.table import raised
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.arena import BARE_HANDS

from ..catalog import UNARMED
from ..rules.odds import reopen
from ..rules.plan import BLOWS, CLINCHES
from ..rules.record import MOST_ITEMS, ON_ARM
from ..rules.tables import BOW, BUCKLER, CHOKE, FIREARM, HAND, OUT, SHIELD, THROWN
from ..rules.tables import UNARMED as UNARMED_MODEL
from ..words.verbs import GARROTE, GRAPPLE, PUNCH, SHIELD_STRIKE, SHOOT, SHOOT_THROUGH, STRIKE, STRIKE_THROUGH, VOLLEY
from .in_battle import REPLIES, REPLY_VERBS, can_be_made

STANDARD = REPLIES[0]
WEST = 6  # the direction from the target to the attacker


class Asked(Strict):
    """The options of a question about an attack of ladder."""

    actions: int = Field(1, ge=1, le=MOST_ITEMS, description="actions of the attacker's turn, this one included")
    hold: bool = Field(False, description="a grapple, to hold the target; a garrote is always laid on so")
    burst: bool = Field(False, description="a three-round burst")
    through: bool = Field(False, description="through the target's shield, not around it")
    aim: int = Field(0, ge=0, le=20, description="turns spent aiming, as many as count")
    reply: OneOf[str, REPLIES] = Field(
        "standard", description="how the target evades: standard, which is not at all, " + ", ".join(REPLIES[1:])
    )
    others: int = Field(1, ge=1, le=MOST_ITEMS, description="actions of the target's turn, the evasion included")
    wounds: int = Field(0, ge=0, lt=OUT, description="wound level of the attacker, 0 for none")
    target_wounds: int = Field(0, ge=0, lt=OUT, description="wound level of the target, 0 for none")
    bonus: int = Field(0, ge=-12, le=12, description="what is added to the attack's roll, taken off if below 0")


def set_up(battle: Battle, weapon: str, asked: Asked) -> tuple[Action, str]:
    """Put the two units of a table into the state asked for; return the attack, and the target's reply.

    Raises:
        ContentError: the rules forbid it; the message says why.
    """
    arena, red, blue = battle.field.arena[0], battle.unit("red_1"), battle.unit("blue_1")
    model = list(battle.field.catalog.weapons).index(weapon)
    thing = bool(arena["sheets"][1]["inanimate"])
    red["level"], blue["level"] = asked.wounds, asked.target_wounds
    blue["acted"], blue["facing"], blue["covered"] = 0, WEST, battle.cover("blue_1", "red_1") != "none"
    red["hand"], red["off_hand"] = (BARE_HANDS if model == UNARMED_MODEL else 0), BARE_HANDS
    verb = verb_of(battle, weapon, model, asked)
    if thing and verb in CLINCHES:
        raise ContentError(f"target: the {battle.field.roster[1].template.words} is a thing and cannot be held")
    aim(battle, weapon, model, verb, asked)
    if asked.reply != STANDARD:
        evade(battle, asked, verb)
    elif asked.others != 1:
        raise ContentError("others: which evasion is among them? Say dodge, parry or shield as the reply.")
    red["actions"] = asked.actions - 1
    if asked.bonus:
        raised(battle, "ranks", int(arena["weapons"][model]["skill"]), asked.bonus)
    attack = Action(verb, 1)
    if not can_be_made(battle, 0, attack):
        if battle.cover("blue_1", "red_1") == "total":
            raise ContentError("cover = 'total': who is hidden altogether cannot be attacked. Covers: none, partial, good.")
        entry = battle.field.catalog.weapons[weapon]
        far = entry.range * int(arena["rules"]["longest"])
        raise ContentError(f"range: {entry.words} cannot reach so far. It goes up to {far} metres.")
    reopen(*battle.arrays)
    return attack, STANDARD


def aim(battle: Battle, weapon: str, model: int, verb: int, asked: Asked) -> None:
    """Let the attacker have aimed for as many turns as asked (LD-A4)."""
    if verb in CLINCHES:
        for name in ("burst", "through", "aim"):
            if getattr(asked, name):
                raise ContentError(f"{name}: a hold has none: leave it out")
    if asked.aim and battle.field.arena[0]["weapons"][model]["way"] not in (BOW, FIREARM):
        raise ContentError(f"weapon {weapon!r} is not aimed, only firearms and bows are: leave out aim")
    most = int(battle.field.arena[0]["rules"]["aim_most"])
    if asked.aim > most:
        raise ContentError(f"aim = {asked.aim}: no more than {most} turns of aim count (LD-A4)")
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = asked.aim, 1


def verb_of(battle: Battle, weapon: str, model: int, asked: Asked) -> int:
    """Return the verb of the attack asked for.

    Raises:
        ContentError: the weapon cannot attack that way.
    """
    entry = battle.field.arena[0]["weapons"][model]
    blow = entry["way"] < THROWN
    if entry["way"] == CHOKE:
        return GARROTE
    if asked.hold and entry["way"] != HAND:
        raise ContentError(f"hold: nobody is held with weapon {weapon!r}; say --weapon {UNARMED}, or a garrote")
    if asked.hold:
        return GRAPPLE
    if asked.burst and not entry["burst"]:
        raise ContentError(f"weapon {weapon!r} fires no bursts: leave out burst")
    if asked.through and battle.unit("blue_1")["bearing"] != ON_ARM and battle.cover("blue_1", "red_1") == "none":
        raise ContentError("through: the target has no shield on its arm, and no cover")
    if asked.through and asked.burst:
        raise ContentError("burst: a burst goes around a shield; leave out through, or burst")
    if asked.through:
        return STRIKE_THROUGH if blow else SHOOT_THROUGH
    if asked.burst:
        return VOLLEY
    if entry["shield"] in (SHIELD, BUCKLER):
        return SHIELD_STRIKE
    return PUNCH if entry["way"] == HAND else STRIKE if blow else SHOOT


def evade(battle: Battle, asked: Asked, verb: int) -> None:
    """Let the target have declared an evasion, as one of the actions asked for, with the weapon for it in hand.

    Raises:
        ContentError: it cannot evade that way.
    """
    sheet, weapons = battle.field.arena[0]["sheets"][1], battle.field.arena[0]["weapons"]
    blue = battle.unit("blue_1")
    if sheet["inanimate"]:
        raise ContentError(f"reply = {asked.reply!r}: a thing evades nothing")
    if asked.reply != "dodge" and verb not in CLINCHES:
        if verb not in BLOWS:
            raise ContentError(f"reply = {asked.reply!r}: only blows are parried; shots are dodged")
        wanted = (0,) if asked.reply == "parry" else (SHIELD, BUCKLER)
        fit = [
            slot
            for slot, model in enumerate(sheet["weapons"])
            if model >= 0 and weapons[model]["parries"] and weapons[model]["shield"] in wanted
        ]
        if not fit:
            raise ContentError(f"reply = {asked.reply!r}: the target carries nothing to parry with so")
        if weapons[sheet["weapons"][fit[0]]]["shield"] == BUCKLER:
            blue["off_hand"] = fit[0]
        elif asked.reply == "parry":
            blue["hand"], blue["off_hand"] = fit[0], BARE_HANDS
    blue["plan"][0]["verb"], blue["plan"][0]["argument"] = REPLY_VERBS[asked.reply], 0
    blue["items"], blue["actions"], blue["acted"] = 1, asked.others, 1
