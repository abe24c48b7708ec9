#!/bin/sh
# Ends at once; a helper of its own writes later, to its stdout and to a file.
(sleep 0.3; echo late; echo 'probe end' >> "$HOME/log") &
echo early
