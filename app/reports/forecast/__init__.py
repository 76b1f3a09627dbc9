"""What a fight is likely to do to a party: figures with their intervals, in words, as data, as a page."""
