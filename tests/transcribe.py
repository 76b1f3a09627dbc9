"""Golden transcripts: a battle of every scenario as text, and of some by other rule systems, a folder each.

`python tests/transcribe.py` writes them all anew.

A change of the rules then shows up in review as a readable difference.
"""

import sys
from pathlib import Path

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.replay.narrate import sentences
from fireteam.env.replay.replay import state_check
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.view.text import draw

FOLDER = Path(__file__).parent / "transcripts"
SEED = 7
OTHERS = {"d10_pool": ("duel", "night", "yard"), "ladder": ("duel", "night", "yard")}  # scenarios told of other rule systems
CAST = ("tactician", "charger", "random")  # by team
IN_FULL = 120  # decisions that are told in full; of the rest only how each round ended


def transcripts() -> dict[Path, tuple[str, str]]:
    """Return what there is a transcript of, by its file: the name of a scenario, and a rule system or "" for its own."""
    own = {FOLDER / f"{name}.txt": (name, "") for name in scenario_names()}
    return own | {FOLDER / system / f"{name}.txt": (name, system) for system, names in OTHERS.items() for name in names}


def transcript(name: str, system: str = "") -> str:
    """Return a battle of a scenario as text, by a rule system or by its own."""
    scenario = load_scenario(name, system)
    battle = Battle(scenario, SEED)
    bots = {team.name: load_bot(CAST[place], SEED) for place, team in enumerate(scenario.teams)}
    seats = ", ".join(f"{team}: {bot.name}" for team, bot in bots.items())
    lines = [
        f"scenario {name}, seed {SEED}; {seats}",
        "",
        *draw(battle).splitlines(),
        "",
        *sentences(battle.field, battle.events()),
    ]
    count = 0

    def step(action: Action) -> None:
        nonlocal count
        decision, words, before = battle.decision, battle.words(action), battle.round
        assert decision is not None
        events = battle.step(action)
        count += 1
        if count <= IN_FULL:
            lines.append(f"[{count}] {decision.unit} ({decision.kind}): {words}")
            lines.extend(f"    {line.strip()}" for line in sentences(battle.field, events))
        if battle.round != before or battle.over:
            lines.append(f"== after {count} decisions: round {battle.round}, state {state_check(battle)}")

    play(battle, bots, step)
    lines += ["", f"{battle.winner or 'nobody'} wins: {battle.ending}", "", *draw(battle).splitlines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main() -> int:
    """Write the transcript of every scenario, and remove those of scenarios that are gone."""
    files = transcripts()
    for old in set(FOLDER.rglob("*.txt")) - set(files):
        old.unlink()
    for path, (name, system) in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript(name, system), encoding="utf-8")
        print(path.relative_to(FOLDER.parent.parent).as_posix())
    return 0


if __name__ == "__main__":
    sys.exit(main())
