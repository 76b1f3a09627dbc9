"""Exact odds of one attack, as a person asks for them: who attacks whom with what, how far off, as one of how many actions.

What is added to the rolls is put together by the rules' own functions on a small table (`table.py`), so every term carries
its rule; the distributions are exact.
"""

from typing import Literal

from pydantic import Field

from fireteam.maps import ContentError
from fireteam.maps.reading import Strict

from ...battle import Battle
from ...catalog.ladder import UNARMED
from ...rules.arena import BARE_HANDS
from ...rules.ground.sight import TOTAL
from ...rules.ladder.attack.odds import reaches_row, shield_is_up
from ...rules.ladder.close.grapple import ALWAYS
from ...rules.ladder.close.odds import resistance_row
from ...rules.ladder.plan.plan import CLINCHES
from ...rules.ladder.record import MOST_ITEMS
from ...rules.ladder.tables import BOW, BUCKLER, CHOKE, FIREARM, HAND, SHIELD, THROWN
from ...rules.verbs import GARROTE, GRAPPLE, PUNCH, SHIELD_STRIKE, SHOOT, SHOOT_THROUGH, STRIKE, STRIKE_THROUGH, VOLLEY
from .in_battle import REPLIES, REPLY_VERBS
from .outcome import held, worked_out
from .result import Odds

WEST = 6  # the direction from the target to the attacker


class Asked(Strict):
    """What may be asked of an attack of ladder."""

    actions: int = Field(1, ge=1, le=MOST_ITEMS, description="actions of the attacker's turn, this one included")
    hold: bool = Field(False, description="a grapple, to hold the target; a garrote is always laid on so")
    burst: bool = Field(False, description="a three-round burst")
    through: bool = Field(False, description="through the target's shield, not around it")
    aim: int = Field(0, ge=0, le=20, description="turns spent aiming")
    reply: Literal[REPLIES] = Field(  # type: ignore[valid-type]
        "standard", description="how the target evades: standard, which is not at all, " + ", ".join(REPLIES[1:])
    )
    others: int = Field(1, ge=1, le=MOST_ITEMS, description="actions of the target's turn, the evasion included")


def odds_on_table(battle: Battle, weapon: str, cover: int, asked: Asked) -> Odds:
    """Return the odds of red_1's attack on blue_1."""
    battle = battle.copy()
    if cover == TOTAL:
        raise ContentError("cover = 'total': who is hidden altogether cannot be attacked. Covers: none, partial, good.")
    model = list(battle.field.catalog.weapons).index(weapon)
    face_each_other(battle, weapon)
    verb = verb_of(battle, weapon, model, asked)
    if verb in CLINCHES:
        return hold_on_table(battle, model, verb, cover, asked)
    red = battle.unit("red_1")
    red["aim"], red["aim_at"] = asked.aim, 1
    reply = evasion_of(battle, asked, bool(battle.field.arena[0]["weapons"][model]["way"] < THROWN))
    may_answer = asked.reply == "standard" and not battle.field.arena[0]["sheets"][1]["inanimate"]
    return worked_out(battle, 0, 1, model, verb, asked.actions, reply, cover, may_answer)


def hold_on_table(battle: Battle, model: int, verb: int, cover: int, asked: Asked) -> Odds:
    """Return the odds of red_1's grapple of blue_1; with a shield any reply but the standard resists it (LD-G1).

    Raises:
        ContentError: a thing cannot be held, or something was asked that a grapple does not have.
    """
    if battle.field.arena[0]["sheets"][1]["inanimate"]:
        raise ContentError(f"target: the {battle.field.roster[1].template.words} is a thing and cannot be held")
    for name in ("burst", "through", "aim"):
        if getattr(asked, name):
            raise ContentError(f"{name}: a hold has none: leave it out")
    freely = int(resistance_row(battle.arrays[0], 1, 0)) == ALWAYS
    resists = freely or asked.reply != REPLIES[0]
    reply = evasion_of(battle, asked, True) if freely else None
    may = not resists if reply is None and not freely else reply is None
    return held(battle, 0, 1, model, verb, asked.actions, asked.others, resists, may, cover, reply)


def face_each_other(battle: Battle, weapon: str) -> None:
    """Have the target look at the attacker.

    Raises:
        ContentError: the attacker is a thing, or its weapon does not reach so far.
    """
    if battle.field.arena[0]["sheets"][0]["inanimate"]:
        raise ContentError(f"attacker: the {battle.field.roster[0].template.words} is a thing and attacks nobody")
    battle.unit("blue_1")["facing"] = WEST
    model = list(battle.field.catalog.weapons).index(weapon)
    if not reaches_row(*battle.arrays[:2], 0, 1, model):
        entry = battle.field.catalog.weapons[weapon]
        far = entry.range * int(battle.field.arena[0]["rules"]["longest"])
        raise ContentError(f"range: {entry.words} cannot reach so far. It goes up to {far} metres.")


def verb_of(battle: Battle, weapon: str, model: int, asked: Asked) -> int:
    """Return the verb of the attack that was asked for.

    Raises:
        ContentError: the weapon does not attack so.
    """
    entry = battle.field.arena[0]["weapons"][model]
    blow = entry["way"] < THROWN
    if entry["way"] == CHOKE:
        return GARROTE
    if asked.hold and entry["way"] != HAND:
        raise ContentError(f"hold: nobody is held with weapon {weapon!r}; say --weapon {UNARMED}, or a garrote")
    if asked.hold:
        return GRAPPLE
    if asked.aim and entry["way"] not in (BOW, FIREARM):
        raise ContentError(f"weapon {weapon!r} is not aimed, only firearms and bows are: leave out aim")
    if asked.aim > (most := int(battle.field.arena[0]["rules"]["aim_most"])):
        raise ContentError(f"aim = {asked.aim}: nobody aims longer than {most} turns, for more of them add nothing (LD-A4)")
    if asked.burst and not entry["burst"]:
        raise ContentError(f"weapon {weapon!r} fires no bursts: leave out burst")
    if asked.through and not shield_is_up(*battle.arrays[:2], 1, 0):
        raise ContentError("through: the target has no shield on its arm")
    if asked.through and asked.burst:
        raise ContentError("burst: a burst goes around a shield; leave out through, or burst")
    if asked.through:
        return STRIKE_THROUGH if blow else SHOOT_THROUGH
    if asked.burst:
        return VOLLEY
    if entry["shield"] in (SHIELD, BUCKLER):
        return SHIELD_STRIKE
    return PUNCH if entry["way"] == HAND else STRIKE if blow else SHOOT


def evasion_of(battle: Battle, asked: Asked, blow: bool) -> tuple[int, int] | None:
    """Return the verb of the target's evasion and the actions of its turn, None for no evasion.

    Raises:
        ContentError: it cannot evade so.
    """
    if asked.reply == "standard":
        if asked.others != 1:
            raise ContentError("others: which evasion is among them? Say dodge, parry or shield as the reply.")
        return None
    sheet, weapons = battle.field.arena[0]["sheets"][1], battle.field.arena[0]["weapons"]
    if sheet["inanimate"]:
        raise ContentError(f"reply = {asked.reply!r}: a thing evades nothing")
    if asked.reply != "dodge":
        if not blow:
            raise ContentError(f"reply = {asked.reply!r}: only blows are parried; shots are dodged")
        wanted = (0,) if asked.reply == "parry" else (SHIELD, BUCKLER)
        carried = [slot for slot, model in enumerate(sheet["weapons"]) if model >= 0]
        fit = [
            s
            for s in carried
            if weapons[sheet["weapons"][s]]["parries"] and weapons[sheet["weapons"][s]]["shield"] in wanted
        ]
        if not fit:
            raise ContentError(f"reply = {asked.reply!r}: the target carries nothing to parry with so")
        blue = battle.unit("blue_1")
        if weapons[sheet["weapons"][fit[0]]]["shield"] == BUCKLER:
            blue["off_hand"] = fit[0]
        elif asked.reply == "parry":
            blue["hand"] = fit[0]
            blue["off_hand"] = BARE_HANDS
    return REPLY_VERBS[asked.reply], asked.others
