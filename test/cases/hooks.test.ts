import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../harness/assets.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import { findRequirement } from '../../suites/catalogue.ts';
import { runEntry } from '../../suites/run-entry.ts';
import type { SubjectReport } from '../../types/generated/report.ts';

interface HookCase {
  readonly id: string;
  readonly says: string;
  readonly subject: JsonObject;
  /** Requirements and notices that must name the mistake. */
  readonly reports: readonly string[];
  /** Words of the first of them. */
  readonly message?: string;
}

const folder = join(packageRoot(), 'fixtures/cases');
const { cases } = parse(readFileSync(join(folder, 'hooks.yaml'), 'utf8')) as { cases: readonly HookCase[] };

async function judged(one: HookCase): Promise<SubjectReport> {
  const entry = { name: one.id, role: 'hook', ...one.subject } as JsonObject;
  // None of them is flaky, and repeats would be a third of what is started.
  const { report } = await runEntry(entry, join(folder, one.id), { cwd: folder, repeat: false });
  const [subject] = report.subjects;
  if (subject === undefined) throw new Error('no subject was judged');
  return subject;
}

/** What a report says of an id: the failures of a requirement, the messages of a notice. */
function said(subject: SubjectReport, id: string): readonly string[] {
  const row = subject.requirements.find((requirement) => requirement.id === id);
  const failures =
    row !== undefined && ['fail', 'warn'].includes(row.verdict) ? row.failures.map(({ message }) => message) : [];
  return [...failures, ...subject.notices.filter((notice) => notice.id === id).map(({ message }) => message)];
}

describe('mistakes that people made in hooks', () => {
  test.each(cases.map((one) => [`${one.id} ${JSON.stringify(one.subject['vendors'])}`, one] as const))(
    '%s',
    async (_name, one) => {
      const subject = await judged(one);
      for (const [index, id] of one.reports.entries()) {
        const messages = said(subject, id);
        expect(messages, id).not.toEqual([]);
        if (index === 0 && one.message !== undefined) expect(messages.join('\n')).toContain(one.message);
      }
    },
  );

  test('each reports ids that exist, and the documentation has a row for it', () => {
    const document = readFileSync(join(packageRoot(), 'docs/cases.md'), 'utf8');
    for (const one of cases) {
      for (const id of one.reports) {
        if (!id.startsWith('HC-')) expect(findRequirement(id)?.id, id).toBe(id);
        expect(document, `${one.id} ${id}`).toContain(`| \`${one.id}\` | ${one.says} | ${one.reports.join(', ')} |`);
      }
    }
  });
});
