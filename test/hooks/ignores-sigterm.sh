#!/bin/sh
# Does not end when it is asked to.
trap '' TERM
echo started
while :; do sleep 1; done
