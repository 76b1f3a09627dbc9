"""The list of mutants is true: each changes a text that stands once in its file, and the tests that it names are there."""

from collections import Counter

from mutants import ROOT, read


def test_every_mutant_can_be_made() -> None:
    """Its text stands once in the source, what it becomes is another that Python can read, and its area is a word."""
    mutants = read(near=False)
    assert len(mutants) >= 200
    for mutant in mutants:
        source = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert source.count(mutant.text) == 1, f"{mutant.file}: {mutant.text!r}"
        compile(source.replace(mutant.text, mutant.becomes), mutant.file, "exec")
    twice = [change for change, count in Counter((mutant.file, mutant.text) for mutant in mutants).items() if count > 1]
    assert not twice


def test_the_tests_of_mutants_are_there() -> None:
    """A test that was renamed, or that went, is named no more."""
    for mutant in read(near=False):
        for test in (test for stage in mutant.stages for test in stage):
            file, _, name = test.partition("::")
            assert (ROOT / file).exists(), test
            assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8") if name else True, test
