"""The one mistake that this process makes, if any, so that a test can see whether it is found."""

import os

_MISTAKE = os.environ.get("MISTAKE", "")


def mistaken(name):
    return name == _MISTAKE
