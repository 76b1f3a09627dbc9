"""Orders: what a unit does with its phase, in the words of a squad leader; whoever decides chooses among them.

An order is a place to go to, up to three actions there, and a place to go to afterwards. A bot, a search, a policy or a
person gives it; `carry_out` turns it into single legal actions until it is done, or until something was learned.

Units and types of kernel parameters, besides those that `fireteam.env.rules` and `..doctrine` list:

    offers          records of OFFER: the best of a place first, which also counts them, then all of them, if there is room
    gain            what an act is expected to do, as a share of an enemy's or of the own life; float
    price           cost of an act as a share of a turn; float
"""
