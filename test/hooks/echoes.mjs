#!/usr/bin/env node
// Says what it was given: stdin, arguments, working directory, environment.
import { readFileSync } from 'node:fs';

const stdin = readFileSync(0, 'utf8');
process.stdout.write(JSON.stringify({ stdin, args: process.argv.slice(2), cwd: process.cwd(), env: process.env }));
