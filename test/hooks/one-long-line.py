#!/usr/bin/env python3
"""300 MB of one line, then a newline."""
import os

block = b"x" * 1_000_000
for _ in range(300):
    sent = 0
    while sent < len(block):
        sent += os.write(1, block[sent:])
os.write(1, b"\n")
