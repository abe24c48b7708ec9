#!/usr/bin/env python3
"""Leaves a daemon that has no environment at all and stands in the project."""
import os
import sys

sys.stdin.read()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.execve("/bin/sleep", ["sleep", "300"], {})
    os._exit(0)
