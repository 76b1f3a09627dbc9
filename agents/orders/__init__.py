"""Orders to choose from: every order that a unit could be given now, and a row of numbers on each.

An order is what a unit does with its phase, or with what it is asked, in the words of a squad leader: a place to go to, up
to three acts there, and a place to go to afterwards. Who chooses may be a search, a policy or a person. A doctrine gives
orders too (`..doctrine`), where what there is to do is offered, and orders are carried out.
"""
