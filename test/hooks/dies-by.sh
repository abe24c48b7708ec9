#!/bin/sh
# dies-by.sh SIGNAL: sends it to itself.
ulimit -c 0
kill -"$1" $$
sleep 5
