"""Networks that choose among orders: compiled bots like the doctrines, in any rule system and for any number of units.

layers      the layers of the network, and where their numbers lie in the record of a bot
judging     what it makes of a decision: a logit for each order, and the value of the position
choosing    the action of a bot that is a network
reasons     how likely each order was, for replays
storage     networks as files
box         the networks in the box
"""
