#!/bin/sh
# Says on stderr whether stdout and the working directory can be written to.
trap '' PIPE
if echo out 2>/dev/null; then echo "stdout: yes" >&2; else echo "stdout: no" >&2; fi
if touch "./made.$$" 2>/dev/null; then echo "folder: yes" >&2; else echo "folder: no" >&2; fi
