#!/usr/bin/env python3
"""Forks, bounded at 60 children here, each of which ignores SIGTERM and leaves the group."""
import os
import signal
import sys
import time

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(60):
    if os.fork() == 0:
        os.setsid()
        time.sleep(300)
        os._exit(0)
print("forked", flush=True)
time.sleep(300)
