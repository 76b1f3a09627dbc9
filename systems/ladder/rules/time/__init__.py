"""Initiative and turns; the hidden state of a team."""
