#!/bin/sh
# Deletes the folder that it runs in.
folder=$(pwd)
cd / && rm -rf "$folder"
echo deleted
