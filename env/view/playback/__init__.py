"""A battle as moments to be shown: what is seen when, forwards and backwards, by whom."""
