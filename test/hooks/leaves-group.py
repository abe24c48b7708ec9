#!/usr/bin/env python3
"""Hangs, and so does a child in a session of its own that holds the streams."""
import os
import signal
import time

if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(300)
time.sleep(300)
