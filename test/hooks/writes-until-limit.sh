#!/bin/sh
# Writes a file until somebody else's limit on the size of files stops it (SIGXFSZ).
exec cat /dev/zero >"$TMPDIR/big"
