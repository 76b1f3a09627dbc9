"""The state of a unit: hands, wounds, ailments, holds, movement."""
