"""A battle as moments to be shown: what each viewer sees of them, forwards and backwards."""
