#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const event = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(`${JSON.stringify({ decision: 'allow', tool: event.tool_name })}\n`);
