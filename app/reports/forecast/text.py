"""A forecast as text for a terminal: what a game master reads before the evening, within 100 columns."""

from textwrap import wrap

from .changes import sentence
from .model import Blame, Cell, Distribution, Estimate, Forecast

WIDTH = 100
BLOCKS = " ▁▂▃▄▅▆▇█"


def percent(value: float) -> str:
    """Return a share in whole per cent, without pretending that something is certain which is not."""
    if 0 < value < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 <= value < 1 else f"{value * 100:.0f} %"


def sure(estimate: Estimate) -> str:
    """Return a share with its interval: "28 % (25 to 31)"."""
    return f"{percent(estimate.value)} ({ends(estimate)})"


def ends(estimate: Estimate) -> str:
    """Return the interval of a share in per cent: "25 to 31"; 0 and 100 appear only for exact values."""
    low, high = round(estimate.low * 100), round(estimate.high * 100)
    return f"{min(low, 99 if estimate.low < 1 else 100)} to {max(high, 1 if estimate.high > 0 else 0)}"


def points(estimate: Estimate) -> str:
    """Return a difference of shares in points: "+3 (-1 to +7)"."""
    middle, low, high = (round(value * 100) for value in (estimate.value, estimate.low, estimate.high))
    return f"{middle:+d} points ({low:+d} to {high:+d})"


def rounded(value: float) -> str:
    """Return a number with a decimal if it is small and has one."""
    return f"{value:.0f}" if value >= 20 else f"{round(value, 1):g}"


def number(estimate: Estimate) -> str:
    """Return a mean with its interval: "2.8 (2.7 to 2.9)"."""
    digits = 0 if estimate.value >= 20 else 1
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def headline(cell: Cell) -> str:
    """Return the summary sentences on the middle cell: whether there is a fight, and its results."""
    return (
        f"{no_fight(cell)}Your party wins {sure(cell.wins)}, is wiped out in {sure(cell.wiped_out)}, and at least one "
        f"dies in {sure(cell.any_death)}."
    )


def no_fight(cell: Cell) -> str:
    """Return in how many battles nobody fights, as a sentence with a space behind it; "" if there is a fight in all."""
    battles = cell.no_fight.battles
    idle = round(cell.no_fight.value * battles)
    if not idle:
        return ""
    return f"There is no fight in {'any' if idle == battles else f'{idle:,}'} of {battles:,} battles: nobody attacks. "


def span(forecast: Forecast) -> str:
    """Return how far the figures vary with the styles of both sides; "" for one style each."""
    if len(forecast.cells) == 1:
        return ""
    said = [
        f"{words} from {percent(min(shares))} to {percent(max(shares))}"
        for words, shares in (
            ("wins", [cell.wins.value for cell in forecast.cells]),
            ("wiped out", [cell.wiped_out.value for cell in forecast.cells]),
            ("a death", [cell.any_death.value for cell in forecast.cells]),
        )
    ]
    return f"Depending on how both sides play: {', '.join(said)}."


def luck_words(forecast: Forecast) -> str:
    """Return how much of the result is luck, as a sentence."""
    luck = forecast.luck
    if luck is None:
        return ""
    choices = ", ".join(
        f"{words} {sure(part)}"
        for words, part in (
            ("the party's style", luck.party),
            ("the enemies'", luck.enemies),
            ("both together", luck.together),
        )
    )
    return f"{sure(luck.luck)} of what decides between victory and defeat is luck; {choices}."


def lines(forecast: Forecast) -> list[str]:
    """Return the forecast, line by line."""
    text = [
        f"{forecast.title}: {forecast.party} against {' and '.join(forecast.enemies)} ({forecast.system})",
        *paragraph(forecast.headline),
        *paragraph(span(forecast)),
        "",
        *grid(forecast),
        "",
        f"Between {style_words(forecast)}, {forecast.middle.wins.battles:,} battles:",
        *(spread_line(each) for each in (*forecast.spreads, forecast.minutes.spread)),
        *(f"  {line}" for line in paragraph(time_words(forecast), WIDTH - 2)),
        *heroes(forecast),
        "",
        *paragraph(luck_words(forecast)),
        *rolls(forecast),
        *paragraph(swap_words(forecast)),
        *ground(forecast),
        *changes(forecast),
        "",
        "To look at:",
    ]
    for battle in forecast.shown:
        text += [
            f"  {battle.kind:8}{line}" if not n else f"{'':10}{line}" for n, line in enumerate(wrap(battle.says, WIDTH - 10))
        ]
        text.append(f"{'':10}{battle.replay or battle.command}")
    if forecast.warnings:
        text += ["", "Mind:"]
    for warning in forecast.warnings:
        text += [("- " if not n else "  ") + line for n, line in enumerate(wrap(warning.says, WIDTH - 2))]
    text += ["", f"{forecast.battles:,} battles in {forecast.seconds:.0f} s, seed {forecast.seed}; intervals are 95 %."]
    return text


def paragraph(text: str, width: int = WIDTH) -> list[str]:
    """Return a text in lines; nothing for an empty one."""
    return wrap(text, width)


def style_words(forecast: Forecast) -> str:
    """Return who plays in the middle cell."""
    party, enemies = (
        f"{name} {side}" if name != "given" else f"{side} played by {styles[0].bot}"
        for name, side, styles in (
            (forecast.middle.party, "players", forecast.styles),
            (forecast.middle.enemies, "enemies", forecast.enemy_styles),
        )
    )
    return f"{party} and {enemies}"


def grid(forecast: Forecast) -> list[str]:
    """Return the wins by the styles of both sides, and what the styles are."""
    if len(forecast.cells) == 1:
        return []
    columns = [style.name for style in forecast.enemy_styles]
    made = [f"{'wins if players are':22}" + "".join(f"{f'enemies {name}':>22}" for name in columns)]
    for style in forecast.styles:
        cells: list[Cell] = [forecast.cell(style.name, name) for name in columns]
        made.append(f"  {style.name:20}" + "".join(f"{sure(cell.wins):>22}" for cell in cells))
    known = {style.name: style for style in (*forecast.styles, *forecast.enemy_styles)}
    for style in known.values():
        made += paragraph(f"{style.name}: {style.bot} - {style.says}" if style.name != "given" else f"given: {style.bot}")
    return made


def spread_line(spread: Distribution) -> str:
    """Return a distribution in one line, its shape in blocks."""
    top = max(bar.share for bar in spread.bars)
    shape = "".join(BLOCKS[max(round(bar.share / top * 8), 1 if bar.share else 0)] for bar in spread.bars)
    first, last = spread.bars[0].value, spread.bars[-1].value
    usual = f"{rounded(spread.low)} to {rounded(spread.high)} in 8 of 10"
    return f"  {spread.name:21} {number(spread.mean):20} {usual:20} {first:3.0f} {shape} {last:.0f}"


def time_words(forecast: Forecast) -> str:
    """Return whether the time is enough, and the rule by which it is counted."""
    minutes = forecast.minutes
    rule = "; ".join(f"{pace.name} {pace.seconds:.0f} s, {pace.times:.1f} times" for pace in minutes.pace)
    said = f"Minutes by rule: {rule}."
    if minutes.enough is not None and minutes.limit is not None:
        said = f"{minutes.limit:g} minutes are enough in {sure(minutes.enough)}. {said}"
    return said


def heroes(forecast: Forecast) -> list[str]:
    """Return a line for each hero."""
    if not forecast.heroes:
        return []
    made = ["", f"{'':20}{'goes down':>19}{'dies':>20}{'first down':>12}  mostly by"]
    for hero in forecast.heroes:
        how = f"{blame_words(hero.blames[0])} {percent(hero.blames[0].share)}" if hero.blames else ""
        line = f"{hero.called[:20]:20}{sure(hero.down):>19}{sure(hero.dead):>20}{percent(hero.first.value):>12}  "
        first, *rest = wrap(how, WIDTH - len(line)) or [""]
        made += [line + first, *(" " * len(line) + more for more in rest)]
    return made


def blame_words(blame: Blame) -> str:
    """Return who puts a hero down and how: "blue's gunner, machine gun"."""
    return ", ".join(filter(None, [blame.by, blame.cause]))


def rolls(forecast: Forecast) -> list[str]:
    """Return which rolls decided battles."""
    if not forecast.decisive:
        return []
    made = [f"In {forecast.decisive[0].of} battles looked at, these rolls moved the chance of victory most:"]
    for each in forecast.decisive[:3]:
        times = "once" if each.times == 1 else f"{each.times} times"
        text = f"{times} {each.says}, by {each.swing * 100:.0f} points"
        made += [("  " if not n else "    ") + line for n, line in enumerate(wrap(text, WIDTH - 4))]
    return made


def swap_words(forecast: Forecast) -> str:
    """Return the effect of exchanged starts, in words."""
    if forecast.swapped is None:
        return f"Starts not exchanged: {forecast.not_swapped}."
    wins = forecast.swapped.wins
    verdict = "the ground favours nobody for certain"
    if wins.low > 0 or wins.high < 0:
        verdict = f"the ground favours {'the start of the enemies' if wins.low > 0 else 'your start'}"
    return f"With starts exchanged the party wins {points(wins)}: {verdict}."


def ground(forecast: Forecast) -> list[str]:
    """Return the tiles where most units fall and shoot, and the most used lanes of fire."""
    if forecast.ground is None:
        return []
    made = []
    for team in (forecast.party, *forecast.enemies):
        tiles = [tile for tile in forecast.ground.tiles if tile.team == team]
        said = []
        for words, key in (("shoots from", "shoots"), ("falls at", "falls")):
            top = sorted((tile for tile in tiles if getattr(tile, key)), key=lambda tile: -getattr(tile, key))[:3]
            if top:
                said.append(f"{words} " + ", ".join(f"({tile.x}, {tile.y})" for tile in top))
        lane = next((lane for lane in forecast.ground.lanes if lane.team == team), None)
        if lane is not None:
            said.append(f"lane of fire ({lane.start[0]}, {lane.start[1]}) to ({lane.end[0]}, {lane.end[1]})")
        if said:
            made += paragraph(f"{team} mostly {'; '.join(said)}.")
    return made


def changes(forecast: Forecast) -> list[str]:
    """Return the effects of some changes, in words."""
    if not forecast.changes:
        return []
    made = ["", "What if:"]
    for change in forecast.changes:
        made += [("- " if not n else "  ") + line for n, line in enumerate(wrap(sentence(change), WIDTH - 2))]
    return made
