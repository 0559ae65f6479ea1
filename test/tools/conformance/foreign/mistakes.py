"""The mistakes that this process makes, if any, so that a test can see whether they are found."""

import os

_MISTAKES = os.environ.get("MISTAKES", "").split()


def mistaken(name):
    return name in _MISTAKES
