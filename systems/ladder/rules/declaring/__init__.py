"""What may be declared against whom, and feints: what is declared and is not meant."""
