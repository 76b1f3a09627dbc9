"""The words of d10_pool: its verbs, events, kinds of decisions and of rolls, by numbers that are frozen."""
