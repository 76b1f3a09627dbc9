"""What single things change in a fight: asked about each enemy, rule and consideration, and told in sentences."""

import json

from commanded import good

from fireteam.agents.bots import load_bot
from fireteam.agents.series.paired import Budget
from fireteam.env.scenario.changes.apply import changed
from fireteam.env.scenario.models import Scenario
from fireteam.reports.forecast.changes import Fight, changes, reweighed, sentence
from fireteam.reports.forecast.model import Change
from fireteam.seating import find_bot

FEW = Budget(battles=50, half_width=0.5)


def asked(blue: str = "tactician", **keys: object) -> Fight:
    """Return a small fight, red's."""
    teams = [
        {"name": "red", "start": "r", "units": [{"template": "soldier"}]},
        {"name": "blue", "start": "b", "units": [{"template": "guard", "count": 2}, {"template": "scout", "name": "Ash"}]},
    ]
    scenario = Scenario.model_validate({"title": "Small", "map": "yard", "rounds": 8, "teams": teams} | keys)
    return Fight(scenario, {"red": load_bot("tactician"), "blue": find_bot(blue, 0)}, "red", lambda name: find_bot(name, 0))


def bare(says: str) -> str:
    """Return what is said of a change without the tile on which somebody stands then; who is added must have one."""
    assert ("more" in says) == (" at (" in says)
    return says.partition(" at (")[0]


def test_everything_is_asked_about() -> None:
    """Each kind of enemy once with one less and one more, each house rule and reading, cover, three considerations."""
    fight = asked(catalog={"numbers": {"partial_cover": 1, "good_cover": 5}}, options={"passing": "opportunity"})
    found = changes(fight, ["light=dark"], FEW)
    says = [bare(each.says) for each in found.changes]
    assert says[:1] == ["With light = dark"]
    assert says[1:5] == ["Without one guard", "With one more guard", "Without Ash", "With one more scout"]
    assert says[5:9] == [
        "Without the house rule numbers.partial_cover",
        "Without the house rule numbers.good_cover",
        "Without house rules",
        "With passing = interception",
    ]
    assert says[9:11] == ["If your party takes no cover and minds no danger", "If cover is worth nothing to either side"]
    considered = found.changes[11:]
    assert len(considered) <= 3
    assert all(each.kind == "consideration" and each.low > 0 for each in considered)
    assert considered or found.refused == ["none of the things that blue considers costs you wins in a way that shows"]
    for each in found.changes:
        assert each.low <= each.middle <= each.high
        assert each.battles == 50
        assert -100 <= each.deaths_low <= each.deaths_high <= 100


def test_what_was_asked_for_is_told_once() -> None:
    """A what-if that would be asked anyway, or is asked twice, has one line, its own."""
    found = changes(asked(), ["-guard", "light=dark", "-guard"], FEW)
    says = [each.says for each in found.changes]
    assert [bare(each) for each in says[:3]] == ["Without one guard", "With light = dark", "With one more guard"]
    assert len(set(says)) == len(says)


def test_the_same_words_about_another_team_are_another_change() -> None:
    """A what-if about the party hides no line about the enemies, though the two read alike."""
    guards = [{"template": "guard", "count": 2}]
    teams = [{"name": "red", "start": "r", "units": guards}, {"name": "blue", "start": "b", "units": guards}]
    found = changes(asked(teams=teams), ["red -guard"], FEW)
    assert [each.says for each in found.changes].count("Without one guard") == 2


def test_who_is_no_doctrine_has_no_considerations() -> None:
    """That is told, and the rest is measured."""
    found = changes(asked("random"), (), FEW)
    assert "consideration" not in [each.kind for each in found.changes]
    assert found.refused == ["what blue considers cannot be told: only doctrines have weights"]


def test_slow_bots_are_asked_for_what_was_asked_only() -> None:
    """The what-ifs are measured all the same, and it is told what is not."""
    found = changes(asked(), ["light=dark"], FEW._replace(seconds=0.0))
    assert [each.kind for each in found.changes] == ["what_if"]
    assert ["too slow" in each for each in found.refused] == [True, True]


def test_weights_are_put_behind_those_that_are_given() -> None:
    """What is changed again is changed once."""
    assert reweighed(load_bot("guard:cover=2,hold=1"), "cover=0").name == "guard:hold=1,cover=0"


def test_sentences() -> None:
    """A difference that shows, and one that does not."""

    def change(says: str, kind: str, low: float, middle: float, high: float) -> Change:
        deaths = {"deaths_low": 0.0, "deaths_middle": 0.0, "deaths_high": 0.0}
        return Change.model_validate({"says": says, "kind": kind, "low": low, "middle": middle, "high": high, **deaths})

    assert sentence(change("Without the gunner", "enemy", 6, 9, 12)) == "Without the gunner you win 9 points more (6 to 12)."
    assert sentence(change("They focus fire on who is hurt already", "consideration", 5.6, 9.2, 12.4)) == (
        "They focus fire on who is hurt already: without that you win 9 points more (6 to 12)."
    )
    assert sentence(change("With one more scout", "enemy", -30, -20, -10)) == (
        "With one more scout you win 20 points less (10 to 30)."
    )
    assert sentence(change("If cover is worth nothing to either side", "cover", -3, 0, 4)) == (
        "If cover is worth nothing to either side, there is no difference that shows (-3 to +4 points of wins)."
    )


def test_every_form_that_is_listed_can_be_said() -> None:
    """What `fireteam list changes` shows makes a change of a scenario in which these people fight."""
    said = json.loads(good("list", "changes", "--json"))
    teams = [
        {"name": "red", "start": "r", "units": [{"template": "soldier", "name": "Mara"}, {"template": "soldier"}]},
        {
            "name": "blue",
            "start": "b",
            "units": [{"template": "gunner", "count": 3}, {"template": "scout", "name": "Hammer"}],
        },
    ]
    house = {"numbers": {"partial_cover": 1}}
    scenario = Scenario.model_validate({"title": "Small", "map": "yard", "teams": teams, "catalog": house})
    assert len(said) > 10
    for row in said:
        text = row["change"].replace("NAME", "partial_cover")
        assert changed(scenario, text, "red").says
