"""What state a unit is in: hands, wounds, ailments, holds, how far it goes."""
