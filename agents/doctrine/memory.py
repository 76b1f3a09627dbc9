"""Making up one's mind anew."""

from fireteam.env.rules.kernel import kernel


@kernel
def clear_minds(minds):
    """Let every unit make up its mind anew."""
    for who in range(len(minds)):
        minds[who].clock = 0
        minds[who].worth = 0.0
