import type { SubjectReport, Where } from '../../../types/generated/report.ts';
import { problemsOf } from '../problems.ts';
import type { Reporter } from '../reporter.ts';
import { lines, oneLine } from '../text/safe.ts';
import { count, failsRun, subjectStatus, summaryText, withVerdict } from '../view.ts';
import { failuresText, flakyLines, leakText, sourceOf } from './case-text.ts';
import { placeOf } from './subject-file.ts';

/** Characters of one annotation; GitHub drops those that are much longer. */
const LONGEST = 8000;

/** What a workflow command's message must escape. */
function message(text: string): string {
  return lines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** What a property of a workflow command must escape besides. */
function property(text: string): string {
  return message(oneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function command(
  kind: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
  const written = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${kind} ${written.join(',')}::${message(shown)}`;
}

/**
 * Workflow commands that GitHub shows as annotations at the hook's file. It shows ten of a kind for each step, so the
 * leaks come first, then failures, and there is one annotation for each requirement, not for each case.
 */
export const github: Reporter = (report, options) => {
  const out: string[] = [];
  const place = (subject: SubjectReport, where?: Where): Record<string, string | number> => {
    const { file, line, column } = placeOf(subject, where, report, options);
    return { file, line, ...(column === undefined ? {} : { col: column }) };
  };
  for (const subject of report.subjects) {
    if (typeof subject.unusable === 'string') {
      out.push(command('error', { title: `${subject.name} could not be started` }, subject.unusable));
      continue;
    }
    for (const leak of subject.leaks) {
      const kind = leak.verdict === 'fail' ? 'error' : leak.verdict === 'warn' ? 'warning' : 'notice';
      out.push(command(kind, { ...place(subject), title: `${subject.name}: leak` }, leakText(leak)));
    }
    for (const entry of withVerdict(subject, 'fail', 'error', 'warn')) {
      const kind = failsRun(entry, report) || entry.verdict === 'error' ? 'error' : 'warning';
      const remark = entry.verdict === 'error' ? ' (error of this suite)' : entry.flaky === true ? ' (flaky)' : '';
      const title = `${subject.name}: ${entry.id}${remark}`;
      const text = `${failuresText(entry)}\n\n${sourceOf(entry, options.requirement(entry.id))}`;
      out.push(command(kind, { ...place(subject, entry.failures[0]?.where), title }, text));
    }
    const flaky = flakyLines(subject);
    if (flaky.length > 0)
      out.push(command('warning', { ...place(subject), title: `${subject.name}: flaky` }, flaky.join('\n')));
    const undecided = subjectStatus(subject, report) === 'undecided';
    if (undecided) out.push(command('warning', { title: `${subject.name}: not decided` }, summaryText(subject)));
  }
  for (const { kind, subject, title, message: why } of problemsOf(report)) {
    const whole = subject === null ? title : `${subject}: ${title}`;
    out.push(command(kind === 'failed' ? 'error' : 'warning', { title: whole }, why));
  }
  if (!report.complete) {
    out.push(command('error', { title: 'hookconf: incomplete run' }, report.incomplete ?? 'The run did not end.'));
  }
  out.push(
    command(
      'notice',
      { title: `hookconf ${report.hookconf}` },
      report.subjects.length === 0
        ? 'Nothing was tested.'
        : `${count(report.subjects.length, 'subject')}: ${report.subjects
            .map((subject) => `${subject.name}: ${summaryText(subject)}`)
            .join('; ')}`,
    ),
  );
  return `${out.join('\n')}\n`;
};
