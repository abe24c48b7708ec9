/** Sample reports, made by hand: what reporters are tested on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Requirement } from '../../harness/model/requirement.ts';
import type { ReporterOptions } from '../../harness/report/reporter.ts';
import type { Report } from '../../types/generated/report.ts';

export const sampleNames: readonly string[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

export function sample(name: string): Report {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Report;
}

/** A catalogue of its own, so that what reporters print does not change whenever the real one is edited. */
const known: readonly Requirement[] = [
  row('AH-MAP-014', 'agent-hooks', '8.2', 'A BeforeTool event of Gemini CLI becomes Action.Before.', 'Mapping'),
  row('AH-SEC-002', 'agent-hooks', '9', 'Raw prompt text is redacted or hashed.', 'Privacy'),
  row(
    'NV-GEMINI-CLI-012',
    'native',
    'gemini-cli hooks reference',
    'A hook that blocks with exit 2 gives its reason on stderr.',
    '',
  ),
  row('HIF-OUT-005', 'hook-interchange', '5.1', 'A false continue stops the agent after the hook.', 'Extended'),
];

function row(id: string, spec: string, section: string, statement: string, level: string): Requirement {
  return {
    id,
    spec,
    edition: 'S',
    section,
    keyword: 'MUST',
    grade: 'fail',
    level,
    roles: ['hook'],
    statement,
    testability: 'yes',
    drive: 'hook',
    observe: 'exit code, stdout and stderr',
    pass: 'the answer is one that the text allows',
    positive: 'exit 2 with a reason',
    negative: 'exit 2 with nothing',
    dependsOn: [],
    errata: [],
    why: 'Otherwise a command that was to be stopped runs.',
  };
}

export const plain: ReporterOptions = {
  width: 80,
  color: false,
  ascii: false,
  verbose: false,
  quiet: false,
  requirement: (id) => known.find((requirement) => requirement.id === id),
};
