#!/bin/sh
# Creates, changes and deletes, in every area.
cat > /dev/null
echo new > created.txt
echo more >> given.txt
rm gone.txt
mkdir -p "$HOME/.cache/app" && echo state > "$HOME/.cache/app/state"
ln -s /etc/hostname "$TMPDIR/link"
mkfifo "$TMPDIR/fifo"
mkdir locked && echo x > locked/inside && chmod 0 locked
