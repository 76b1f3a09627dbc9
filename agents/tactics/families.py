"""Families of actions: what a verb is an example of, in a word that people use of every rule system."""

from fireteam.env.rules.verbs import MOVES, REPLY, VERBS

FAMILIES = {
    "shoot": ("shoot", "volley", "single_shot", "shoot_through", "mark", "spray", "call_shot", "multiple", "give"),
    "aim": ("aim", "await"),
    "suppress": ("suppress_cone", "suppress_line"),
    "strike": (
        "strike", "punch", "charge", "grapple", "hold_on", "shield_strike", "strike_through", "feint", "garrote", "ram",
    ),
    "throw": ("throw", "lob", "fuse", "set_charge", "detonate"),
    "move": ("door", "stand_up", "breach", "pick_lock"),
    "cover": ("take_cover", "drop_prone"),
    "defend": (
        "dodge", "parry", "block", "full_defense", "evade", "dodge_with", "parry_with", "brawl_with", "dodge_attacks",
        "parry_attacks", "shield_parry", "keep_to_dodge", "keep_to_parry", "keep_to_brawl", "break_free", "resist",
    ),
    "help": ("first_aid", "remedy", "assist", "repair", "lift", "use_item"),
    "gear": (
        "reload", "ready", "pick_up", "switch", "mode", "choke", "drop", "off_hand", "strap_shield", "unstrap_shield",
        "put_down", "let_go",
    ),
    "wait": ("end", "pass", "delay", "observe", "surrender"),
    "other": (),
}  # fmt: skip
MOVE, WAIT, OTHER = "move", "wait", "other"


def family_of(verb: int) -> str:
    """Return the family of a verb by its number; movement by its trait, what is in no list is of the others."""
    name, traits = VERBS[verb].name, VERBS[verb].traits
    for family, names in FAMILIES.items():
        if name in names:
            return family
    return MOVE if traits & MOVES and not traits & REPLY else OTHER


OF_VERB = [family_of(verb) for verb in range(len(VERBS))]
