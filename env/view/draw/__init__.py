"""Drawing on a pygame surface."""
