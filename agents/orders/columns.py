"""The rows of orders: what a learner, a doctrine's reader or a person can know of each order, as numbers.

Every order that is proposed has a row of the same columns, in every rule system. All of them are computed from the battle
as the side knows it.
"""

from typing import Any, NamedTuple

from fireteam.env.observe.features import features_of

from ..doctrine.orders import MOST_ORDERS


class Columns(NamedTuple):
    """The columns of a row, or their places."""

    shoot: Any = "1 if the order is about a shot"
    aim: Any = "1 if it is about aiming"
    suppress: Any = "1 if it is about suppressive fire"
    strike: Any = "1 if it is about a blow, a charge or a hold"
    throw: Any = "1 if it is about a throw"
    move: Any = "1 if it is about being somewhere"
    cover: Any = "1 if it is about cover or posture"
    defend: Any = "1 if it is about defending oneself"
    help: Any = "1 if it is about helping somebody, or oneself"
    gear: Any = "1 if it is about gear"
    wait: Any = "1 if it is about waiting, or doing nothing"
    other: Any = "1 if it is about anything else"
    gain: Any = "what its last act is expected to do, as a share of a life"
    price: Any = "cost of its acts, in actions / 3"
    prepared: Any = "acts that prepare the last / 2"
    fells: Any = "1 if a plain attack may well fell the target: the expected harm is half of what it has left"
    on_enemy: Any = "1 if it is about an enemy"
    on_friend: Any = "1 if it is about a friend"
    on_self: Any = "1 if it is about the unit itself"
    life: Any = "life that the target has left / that of a fresh one"
    menace: Any = "share of the unit's life that a plain attack of the target takes where nothing covers it"
    far: Any = "metres from where it is carried out to the target / 50"
    its_cover: Any = "the target's cover from there, 0 none to 1 total"
    own_cover: Any = "the unit's cover against the target there, 0 none to 1 total"
    has_acted: Any = "1 if the target has had its turn"
    lies_prone: Any = "1 if the target is prone"
    wanted: Any = "1 if the target is whom an objective is about"
    supported: Any = "friends who can fire at the target from where they are / 4"
    shared: Any = "friends whose order is about the same target / 4"
    goes: Any = "1 if the unit goes somewhere first"
    walk: Any = "metres to walk / 50"
    hurries: Any = "1 if it has to run there"
    danger: Any = "share of its life that plain attacks may take where it is carried out / 2"
    danger_more: Any = "how much more that is than where the unit stands / 2"
    offense: Any = "largest share of an enemy's life that a plain attack from there takes"
    offense_more: Any = "how much more that is than from where the unit stands"
    shelter: Any = "1 if there is cover to take"
    seen_by: Any = "enemies who can fire at the unit there / 8"
    sees: Any = "enemies at whom it can fire from there / 8"
    nearest: Any = "metres to walk from there to the nearest enemy / 50"
    nearer: Any = "metres by which it comes nearer to that one / 25"
    reached_by: Any = "enemies who can come to blows with it there / 4"
    provokes: Any = "enemies beside whom it stands now, if it goes / 4"
    to_goal: Any = "metres by which it comes nearer to the ground that is contested / 25"
    on_goal: Any = "1 on a tile of the own objective's zone"
    leaves: Any = "1 if it leaves the map there, -1 if it should not yet"
    to_patient: Any = "metres by which it comes nearer to a friend in need / 25"
    to_hidden: Any = "metres by which it comes nearer to where enemies may be that nobody sees / 25"
    to_ward: Any = "metres by which it comes nearer to its place beside its ward / 25"
    company: Any = "friends within 5 metres of it there / 4"
    effects: Any = "share of its life that fuses, gas and fire may take there"
    followed: Any = "friends whose order leads within 5 metres of it / 4"
    worth: Any = "what a tactician finds it worth, in enemies / 2"


COLUMNS = features_of(Columns)
AT = Columns(*range(len(COLUMNS)))
WIDTH = len(COLUMNS)
ADVICE = AT.worth  # the one column that is somebody's opinion


def orders_in(observations: Any) -> Any:
    """Return the rows of orders at the end of observations, arrays or tensors: shape (..., MOST_ORDERS, WIDTH), a view.

    >>> batch = fireteam.make_vec(4, scenario="duel", decisions="orders")
    >>> observations, infos = batch.reset(seed=1)
    >>> orders_in(observations).shape == (4, 64, len(COLUMNS))
    True
    """
    tail = observations[..., -MOST_ORDERS * WIDTH :]
    return tail.reshape(*observations.shape[:-1], MOST_ORDERS, WIDTH)
