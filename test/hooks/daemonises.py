#!/usr/bin/env python3
"""Double-forks into a session of its own with nothing of ours open, answers and exits 0."""
import os
import sys
import time

sys.stdin.read()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in (0, 1, 2):
            os.close(fd)
        time.sleep(300)
    os._exit(0)
print('{"decision": "allow"}')
