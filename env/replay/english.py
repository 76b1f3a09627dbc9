"""Names in English sentences: singular and plural, the possessive, lists of names."""

from collections.abc import Sequence

MANY = {"police", "people", "men", "women", "folk", "children", "cattle", "both"}  # plurals without an s
ONE = {"boss", "chaos", "news", "customs", "ours"}  # no plurals, though they end in one
ONE_ENDINGS = ("ss", "us", "is")
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do"}
HISSING = ("sses", "shes", "ches", "xes", "zes", "oes")


class Subject(str):
    """The subject of a sentence: `f"{Subject(name):wins}"` is "Red wins", or "The dockers win"."""

    __slots__ = ()

    def __format__(self, verb: str) -> str:
        """Return the name with a verb behind it in the form that agrees."""
        return f"{self!s} {agreeing(self, verb)}" if verb else str(self)


def is_many(name: str) -> bool:
    """Return whether a name stands for several: "The dockers", "police", "red and blue"; not "Sal's gang", "The boss"."""
    last = name.split()[-1].lower() if name.split() else ""
    if last in MANY or " and " in name:
        return True
    return last.endswith("s") and not last.endswith(("'s", *ONE_ENDINGS)) and last not in ONE


def agreeing(name: str, verb: str) -> str:
    """Return a verb, given in the singular, in the form that agrees with a name: "wins", "win"."""
    if not is_many(name):
        return verb
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(HISSING) else verb.removesuffix("s")


def whose(name: str) -> str:
    """Return a name to which something belongs: "blue's", "The dockers'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: "red", "red and blue", "red, blue and green"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nobody"
