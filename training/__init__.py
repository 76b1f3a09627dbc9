"""Learning: where policies are trained, compared and exported. Nothing here yet; it comes with the next release."""
