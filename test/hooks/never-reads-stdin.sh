#!/bin/sh
# Lives on and leaves its stdin unread.
exec sleep 300
