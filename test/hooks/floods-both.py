#!/usr/bin/env python3
"""Writes to stdout and stderr at once, more than any pipe holds, then ends by itself."""
import os
import threading

def flood(fd, byte):
    block = byte * 65536
    for _ in range(320):
        os.write(fd, block)

threads = [threading.Thread(target=flood, args=a) for a in ((1, b"o"), (2, b"e"))]
for t in threads:
    t.start()
for t in threads:
    t.join()
