"""A driver as a command: passes each line of its input to the address of a driver, and writes each answer as a line."""

import sys
import urllib.request

for line in sys.stdin:
    with urllib.request.urlopen(urllib.request.Request(sys.argv[1], line.encode(), {"Content-Type": "application/json"})) as answer:
        print(answer.read().decode(), flush=True)
