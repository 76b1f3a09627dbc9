"""The commands of a typed game besides actions: each is a function of the prompt and of the text after its name."""

from fireteam.content.errors import ContentError
from fireteam.env.analysis.overlays import allowance, paths
from fireteam.env.game.orders import HEADS, SAYS
from fireteam.env.observe.actions import Action
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.verbs import STEP

from ..reports.transcript import history
from ..seating import find_bot
from .helping import about_action, about_open
from .loop import EVERYBODY, Commands, Prompt, Quit
from .text import explained, offered

LOGGED = 30  # sentences that `log` repeats
FARTHEST = 1000  # metres that a way is looked for


def go(prompt: Prompt, rest: str) -> None:
    """Walk to a tile, step by step, until something comes in between; declares the walk if need be."""
    battle, decision = prompt.game.battle, prompt.game.pending
    x, y = place_of(rest, battle.field.drawing.width, battle.field.drawing.height)
    if decision is None or not decision.own or battle.unit(decision.unit)["aboard"] != NOBODY:
        raise ContentError("go X,Y: only in a unit's own phase, and on foot")
    number = int(battle.record[0]["decider"])
    known = battle.as_known(int(battle.record[0]["units"]["team"][number]))
    path = paths(known, number, FARTHEST).get(y * battle.field.drawing.width + x)
    if path is None:
        raise ContentError(f"{decision.unit} finds no way to {x},{y}")
    words = {battle.words(action): action for action in battle.legal()}
    far = allowance(known, number)
    if path.metres > far.left and ("walk" not in words or path.metres > far.left + far.walk):
        more = ", ".join(f"{verb} {getattr(far, verb)} m" for verb in ("walk", "run") if verb in words)
        raise ContentError(
            f"{x},{y} is {path.metres} m off; {decision.unit} has {far.left} m left, more by: {more or 'nothing'}"
        )
    declared = path.metres > far.left
    if declared:
        prompt.take(words["walk"])
    for place, direction in enumerate(path.steps):
        action, now = Action(STEP, direction), prompt.game.pending
        if now is None or not now.own or now.unit != decision.unit or action not in battle.legal():
            break
        prompt.take(action, goes_on=declared or place > 0)
        if {event.kind for event in battle.events()} != {"step"}:
            break
    unit = battle.unit(decision.unit)
    if (int(unit["x"]), int(unit["y"])) != (x, y):
        prompt.print(f"{decision.unit} stops at {unit['x']},{unit['y']}.")


def place_of(text: str, width: int, height: int) -> tuple[int, int]:
    """Return a tile typed as X,Y; raise a ContentError if the map has no such tile."""
    parts = text.replace(",", " ").split()
    if len(parts) != 2 or not all(part.isdecimal() and part.isascii() and len(part) < 9 for part in parts):
        raise ContentError(f"go {text}: must be go X,Y, like go 3,4")
    x, y = int(parts[0]), int(parts[1])
    if x >= width or y >= height:
        raise ContentError(f"{x},{y} is not on the map: it goes from 0,0 to {width - 1},{height - 1}")
    return x, y


def turn(prompt: Prompt, _: str) -> None:
    """Go over to single actions, or back to orders."""
    prompt.turn()


def more(prompt: Prompt, _: str) -> None:
    """List all orders, and say what their figures are."""
    offers = prompt.offers()
    if not offers:
        raise ContentError("there are no orders to choose from now")
    prompt.print(offered(offers, len(offers)))
    for head, says in zip(HEADS, SAYS, strict=True):
        prompt.print(f"  {head:<7} {says}")


def undo(prompt: Prompt, _: str) -> None:
    """Take back what the last line decided, a whole walk too."""
    taken = prompt.game.undo_whole()
    prompt.show_again()
    prompt.print(f"Taken back: {taken[0].unit}, {', '.join(step.action for step in reversed(taken))}.")


def odds(prompt: Prompt, rest: str) -> None:
    """Show odds in full, of one action or of all that have some."""
    known, battle = prompt.odds(), prompt.game.battle
    wanted = [prompt.action(rest)] if rest else list(known)
    for action in wanted:
        if action not in known:
            raise ContentError(f"{battle.words(action)} is no attack, so it has no odds")
        prompt.print(explained(battle.words(action), known[action], battle.field.scenario.fog))
    if not wanted:
        prompt.print("Nothing that is open has odds.")


def board(prompt: Prompt, _: str) -> None:
    """Show the map."""
    prompt.print(prompt.board())


def log(prompt: Prompt, rest: str) -> None:
    """Repeat what happened."""
    if rest and not (rest.isdecimal() and rest.isascii()):
        raise ContentError(f"log {rest}: how many lines must be a number")
    for line in history(prompt.game.replay, prompt.game.battle.field, prompt.teams)[-int(rest[:9] or LOGGED) :]:
        prompt.print(line)


def always(prompt: Prompt, rest: str) -> None:
    """Remember an answer to the kind of interrupt that is asked about now; without one, list what is remembered."""
    if not rest:
        for (unit, kind), answer in prompt.game.players.remembered.items():
            prompt.print(f"{unit}, {kind}: {answer}")
        return
    decision = prompt.game.pending
    if decision is None or decision.own:
        raise ContentError("always ANSWER: only where a unit is asked about an interrupt; then it answers so by itself")
    answer, _, whom = rest.partition(" ")
    if answer.isdecimal():
        answer = prompt.game.battle.field.system.VERBS[prompt.action(answer).verb].name
    if whom not in ("", EVERYBODY):
        raise ContentError(f"always {rest}: after the answer only `all` may stand, for all your units")
    for unit in prompt.units(EVERYBODY) if whom else [decision.unit]:
        prompt.game.players.remember(unit, decision.kind, answer)
    prompt.show_again()
    prompt.print(f"From now on {answer}, when asked to {decision.kind} and it is open. `forget` ends it.")


def forget(prompt: Prompt, rest: str) -> None:
    """Forget remembered answers."""
    for unit in prompt.units(rest or EVERYBODY):
        prompt.game.players.forget(unit)
    prompt.print(f"{rest or EVERYBODY}: asked again.")


def hand(prompt: Prompt, rest: str) -> None:
    """Let a bot play a unit."""
    names = rest.split()
    if len(names) != 2:
        raise ContentError("hand UNIT BOT: which unit, or `all`, and to which bot, like hand blue_2 tactician")
    bot = find_bot(names[1], prompt.game.replay.header.seed)
    for unit in prompt.units(names[0]):
        prompt.game.players.hand_over(unit, bot)
    prompt.show_again()
    prompt.print(f"{names[0]}: played by {names[1]}, until you `take {names[0]}`.")


def take(prompt: Prompt, rest: str) -> None:
    """Take a unit back."""
    for unit in prompt.game.players.handed() if rest == EVERYBODY else [rest]:
        prompt.game.players.take_back(unit)
    prompt.show_again()
    prompt.print(f"{rest}: taken back.")


def save(prompt: Prompt, rest: str) -> None:
    """Write the replay so far."""
    prompt.print(f"Saved: {prompt.save(rest)}")


def show_help(prompt: Prompt, rest: str) -> None:
    """List the commands and the open actions; explain one of either in full if it is named."""
    battle, decision, name = prompt.game.battle, prompt.game.pending, rest.partition(" ")[0]
    if name in prompt.commands:
        prompt.print(f"  {prompt.commands[name][1]}")
    elif name:
        prompt.print(about_action(battle, name, battle.legal() if decision else []))
    else:
        for says in (entry[1] for entry in prompt.commands.values()):
            prompt.print(f"  {says}")
        if decision is not None:
            prompt.print(
                "\n".join(
                    [f"What {decision.unit} can do now, by its number or its words:", *about_open(battle, battle.legal())]
                )
            )


def leave(_prompt: Prompt, _: str) -> None:
    """Leave the game."""
    raise Quit


COMMANDS: Commands = {
    "o": (turn, "o                 single actions instead of orders, or orders again"),
    "more": (more, "more              all orders, and what their figures are"),
    "go": (go, "go X,Y            walk there, step by step, until something comes in between"),
    "undo": (undo, "undo              take the last decision back, if no die was rolled since"),
    "odds": (odds, "odds [ACTION]     the odds, with the reason of every die"),
    "map": (board, "map               the map and everybody on it"),
    "log": (log, "log [LINES]       what happened"),
    "always": (always, "always ANSWER     answer so, now and whenever asked; with `all` after it, all your units"),
    "forget": (forget, "forget [UNIT]     be asked again"),
    "hand": (hand, "hand UNIT BOT     let a bot play a unit, or `all`"),
    "take": (take, "take UNIT         play it again"),
    "save": (save, "save [FILE]       write the replay so far"),
    "help": (show_help, "help [ACTION]     this list and all actions; of one what it does, costs, and its rule"),
    "quit": (leave, "quit              save and leave; Ctrl-D and Ctrl-C do so too"),
}
