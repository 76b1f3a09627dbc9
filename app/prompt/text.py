"""The text of a typed game: the map, who decides and why, the numbered actions with their odds."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from fireteam.env.analysis.odds import Odds
from fireteam.env.analysis.overlays import allowance
from fireteam.env.battle import Battle, Decision
from fireteam.env.catalog.explained import option_means
from fireteam.env.game.orders import HEADS, Offer
from fireteam.env.observe.actions import Action
from fireteam.env.replay.narrate import who
from fireteam.env.replay.scene import unit_seen
from fireteam.env.rules.record import ABSENT, STATUSES, UP
from fireteam.env.view.text import height_lines, legend, map_lines, token, unit_lines
from fireteam.env.view.words import status_words

from .helping import cost, costs

WIDE = 110  # columns
RULER = 5  # tiles between two numbers along the map
LISTED = 12  # orders of which a person is told at first
SPARSE = 3  # so many actions of a verb are listed on one line


def reason(battle: Battle) -> str:
    """Return who decides now and why, as a sentence."""
    decision = battle.decision
    assert decision is not None
    number = int(battle.record[0]["decider"])
    unit = battle.unit(decision.unit)
    left = allowance(battle.as_known(int(battle.record[0]["units"]["team"][number])), number)
    metres = f"{left.left} m left" if left.left else f"walk {left.walk} m, run {left.run} m"
    return battle.asked.question.format(
        unit=who(battle.field, decision.unit),
        opponent=who(battle.field, decision.opponent),
        points=f"{unit['ap']} action point{'' if unit['ap'] == 1 else 's'}",
        metres=metres,
        plan=unit_seen(battle.field, battle.record[0], number).get("intends", "nothing"),
        before=f" before {who(battle.field, decision.opponent)} acts" if decision.opponent else "",
        has=unit,
    )


def numbered(battle: Battle, actions: Sequence[Action], odds: Mapping[Action, Odds], fog: bool) -> str:
    """Return the open actions as a numbered list; those with odds have a line each."""
    lines: list[str] = []
    plain: list[str] = []
    numbers = {action: number for number, action in enumerate(actions, start=1)}
    for verb, group in groupby(actions, key=lambda action: action.verb):
        found = list(group)
        priced = [action for action in found if action in odds]
        for action in priced:
            lines.append(
                f"{numbers[action]:>4} {battle.words(action):<24} {cost(battle, action):<6} {chances(odds[action], fog)}"
            )
        rest = [action for action in found if action not in odds]
        if len(rest) < SPARSE:
            plain += [f"{numbers[action]} {battle.words(action)}{meant(battle, action)}" for action in rest]
        else:
            name = battle.field.system.VERBS[verb].name
            arguments = ", ".join(battle.words(action).removeprefix(name + " ") for action in rest)
            lines.append(
                filled(f"{numbers[rest[0]]}-{numbers[rest[-1]]} {name}{in_brackets(costs(battle, rest))}: {arguments}")
            )
    if plain:
        lines.append(filled("   ".join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in plain)))
    return "\n".join(lines)


def offered(offers: Sequence[Offer], most: int = LISTED, hint: str = "`o` single actions") -> str:
    """Return orders as a numbered list with their figures; without those beyond `most`, of which it says how many.

    `hint` says what else can be typed.
    """
    shown = [offer.label() for offer in offers[:most]]
    wide = max([*map(len, shown), 24])
    lines = [f"     {'orders':<{wide}}  {'  '.join(f'{head:>6}' for head in HEADS)}"]
    for number, (label, offer) in enumerate(zip(shown, offers, strict=False), 1):
        lines.append(f"{number:>4} {label:<{wide}}  {'  '.join(f'{figure:>6}' for figure in offer.figures())}".rstrip())
    more = f"`more` lists all {len(offers)} orders, " if len(offers) > most else ""
    return "\n".join([*lines, *([f"     {more}{hint}"] if hint else [])])


def meant(battle: Battle, action: Action) -> str:
    """Return in brackets the meaning of an option, if its word is not clear by itself, and the cost of the action."""
    verb = battle.field.system.VERBS[action.verb].name
    option = battle.words(action).removeprefix(verb).strip()
    means = option_means(battle.field.scenario.system, verb, option)
    return in_brackets("; ".join(filter(None, [means, cost(battle, action)])))


def in_brackets(text: str) -> str:
    """Return a text in brackets, to follow something; "" for none."""
    return f" ({text})" if text else ""


def filled(text: str) -> str:
    """Return a text in lines of a readable length; where a space does not break it stays one."""
    return textwrap.fill(text, WIDE, initial_indent="  ", subsequent_indent="     ").replace("\N{NO-BREAK SPACE}", " ")


def chances(odds: Odds, fog: bool) -> str:
    """Return odds in short; in fog the target's condition is unknown."""
    down = "" if fog else f", puts it down {odds.down:.0%}"
    return f"hit {odds.hit:>4.0%}{odds.assumes and ' ' + odds.assumes}, {odds.harm} {odds.expected:.1f} on average{down}"


def explained(words: str, odds: Odds, fog: bool) -> str:
    """Return odds in full: their parts, with the reasons."""
    ways = ", ".join(f"{way} {chance:.0%}" for way, chance in odds.ways().items() if way != "hit")
    parts = [f"   {head:<8} {says}" for head, says in odds.made_of(fog).items()]
    return "\n".join([f"{words}: {chances(odds, fog)}; {ways}", *parts])


def board(battle: Battle, team: str, colour: bool) -> str:
    """Return the map with ruler, heights and legend, and a line for every unit, as far as a team knows them."""
    field = battle.field
    teams = [entry.name for entry in field.scenario.teams]
    number = teams.index(team)
    fog = field.scenario.fog
    row = battle.as_known(number).record[0]
    known = int(row["teams"][number]["known"])
    hidden = [i for i, fighter in enumerate(field.roster) if fighter.team != number and not known >> i & 1]
    for unknown in hidden:
        row["units"][unknown]["status"] = ABSENT
    after = [number] if fog else list(range(len(teams)))  # in fog nobody knows what the others are after
    lines = ruled(map_lines(field, row, colour, after), height_lines(field), field.drawing.width)
    lines.append(filled("   ".join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in legend(field, row, after))))
    for unit, line in enumerate(unit_lines(field, row, colour)):
        fighter, body = field.roster[unit], row["units"][unit]
        surprise = body["status"] == ABSENT and fighter.team != number and not fighter.unit.expected
        if unit in hidden or surprise:
            continue
        if fog and fighter.team != number:  # how others fare is not seen
            letter = token(field, unit, fighter.team, colour)
            line = f"{letter} {fighter.name:<10} {fighter.called:<14} {status_words(STATUSES[body['status']], {})}"
        place = f"  at {body['x']},{body['y']}" if body["status"] == UP else ""
        lines.append(line.rstrip() + place)
    return "\n".join(lines)


def ruled(ground: list[str], heights: list[str], width: int) -> list[str]:
    """Return a map with a ruler, and the heights of its floors where they differ: beside it, or below where it is wide."""
    marks = "".join(f"{x:<{RULER}}" for x in range(0, width, RULER))[:width]
    lines = [f"    {marks:<{width}}", *(f"{y:>3} {line}" for y, line in enumerate(ground))]
    if not heights:
        return [line.rstrip() for line in lines]
    if 2 * width + 8 <= WIDE:
        return [f"{line}    {beside}" for line, beside in zip(lines, ["metres high", *heights], strict=True)]
    return [*lines, "    metres high", *(f"{y:>3} {line}" for y, line in enumerate(heights))]


def strangers_to(battle: Battle, teams: Iterable[str]) -> set[str]:
    """Return the units that are unknown to all of some teams."""
    names = [entry.name for entry in battle.field.scenario.teams]
    numbers = [names.index(team) for team in teams]
    known = [int(battle.as_known(number).record[0]["teams"][number]["known"]) for number in numbers]
    return {
        fighter.name
        for who, fighter in enumerate(battle.field.roster)
        if known and fighter.team not in numbers and not any(bits >> who & 1 for bits in known)
    }


def headline(battle: Battle, decision: Decision) -> str:
    """Return the state of the battle in a line."""
    row = battle.record[0]
    return f"--- round {row['round_number']}, pass {row['pass_number']}: {decision.team} ---"
