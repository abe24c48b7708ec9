#!/bin/sh
# Answers without reading a byte.
echo '{"decision":"allow"}'
