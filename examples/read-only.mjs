#!/usr/bin/env node
// Read-only mode: refuses every tool that changes a file.
// FAULT, on purpose: it exits with 1. No vendor takes that for a refusal, so the file is written all the same.
// `hookconf run ./examples/read-only.mjs` finds it; the fix is to exit with 2.
import { readFileSync } from 'node:fs';

const WRITES = new Set(['Write', 'Edit', 'NotebookEdit', 'write_file', 'replace', 'apply_patch']);

const payload = JSON.parse(readFileSync(0, 'utf8'));
if (WRITES.has(payload.tool_name)) {
  process.stderr.write('read-only: this project must not be changed\n');
  process.exit(1);
}
