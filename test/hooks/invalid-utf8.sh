#!/bin/sh
# Bytes that are no text.
printf '{"reason":"\377\376\300\200"}\n'
