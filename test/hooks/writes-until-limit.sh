#!/bin/sh
# Fills its disk until the file-size limit stops it. The limit stands here so that no run of this can fill a real disk.
ulimit -f 512
exec dd if=/dev/zero of="$TMPDIR/big" bs=64k 2>/dev/null
