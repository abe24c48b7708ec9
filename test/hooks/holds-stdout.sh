#!/bin/sh
# A grandchild inherits stdout and keeps it; the hook itself has answered and is gone.
sleep 300 &
echo '{"decision":"allow"}'
