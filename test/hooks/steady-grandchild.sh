#!/bin/sh
# The grandchild not only holds stdout, it writes all the time.
(while :; do echo tick; sleep 0.02; done) &
echo '{"decision":"allow"}'
