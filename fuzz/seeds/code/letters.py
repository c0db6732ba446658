"""Counts the lamps of a tower.

Longer text, with a list:

- one
- two
"""
import sys

# How many steps lead up.
STEPS = 93


class Tower:
    """A tower; `height` is in metres."""

    def __init__(self, height: float = 31.5) -> None:
        self.height = height  # measured in 1911

    def lamps(self, *, lit=True):
        '''Lamps that are lit.'''
        return [f"lamp {n}" for n in range(3) if lit]


if __name__ == "__main__":
    print(Tower().lamps(), file=sys.stderr)
