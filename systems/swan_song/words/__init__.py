"""The words of Swan Song: its verbs, events, kinds of decisions and of rolls, by numbers that are frozen."""
