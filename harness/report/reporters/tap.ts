import { stringify } from 'yaml';
import type { Report, RequirementReport } from '../../../types/generated/report.ts';
import { assertNever } from '../../model/words.ts';
import { problemsOf } from '../problems.ts';
import type { Reporter } from '../reporter.ts';
import { lines, oneLine } from '../text/safe.ts';
import { failsRun, flakyAlone, groupFailures } from '../view.ts';
import { flakyLines, headline, titleOf } from './case-text.ts';

/** A `#` in a description begins a directive unless it is escaped. */
function description(text: string): string {
  return oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
}

/** Result and directive. A warning without --strict is a failure that TAP's TODO keeps from failing the run. */
function verdictWords(entry: RequirementReport, report: Report): { readonly ok: boolean; readonly directive: string } {
  if (failsRun(entry, report)) return { ok: false, directive: '' };
  switch (entry.verdict) {
    case 'pass':
      return { ok: true, directive: '' };
    case 'fail':
      return { ok: false, directive: ' # TODO known failure' };
    case 'error':
      return { ok: false, directive: '' };
    case 'warn':
      return { ok: false, directive: ` # TODO warning: ${description(headline(entry))}` };
    case 'untested':
    case 'undecidable':
    case 'not-applicable':
      return { ok: true, directive: ` # SKIP ${entry.verdict}: ${description(entry.reason ?? '')}` };
    default:
      return assertNever(entry.verdict);
  }
}

/** A YAML block below a test point. */
function block(value: object): readonly string[] {
  const text = stringify(value, { lineWidth: 0 }).trimEnd();
  return ['  ---', ...text.split('\n').map((line) => `  ${line}`), '  ...'];
}

function diagnostics(entry: RequirementReport): readonly string[] {
  if (entry.failures.length === 0) return [];
  const kinds = groupFailures(entry.failures).map(({ first, cases }) => ({
    message: lines(first.message),
    sent: lines(first.input),
    found: lines(first.actual),
    wanted: lines(first.expected),
    replay: lines(first.repro),
    cases: cases.length,
  }));
  return block({
    verdict: entry.verdict,
    keyword: entry.keyword,
    ...(entry.flaky === true ? { flaky: true } : {}),
    failures: kinds,
  });
}

/** TAP version 14: a test point for each requirement of each subject, in plan order. */
export const tap: Reporter = (report, options) => {
  const out: string[] = [];
  let number = 0;
  for (const subject of report.subjects) {
    if (typeof subject.unusable === 'string') {
      out.push(`not ok ${++number} - ${description(`${subject.name}: ${subject.unusable}`)}`);
      continue;
    }
    for (const entry of subject.requirements) {
      const { ok, directive } = verdictWords(entry, report);
      const title = description(`${subject.name}: ${titleOf(entry, options.requirement(entry.id))}`);
      out.push(`${ok ? 'ok' : 'not ok'} ${++number} - ${title}${directive}`, ...diagnostics(entry));
    }
    for (const line of flakyLines({ flaky: flakyAlone(subject) })) {
      out.push(`# ${oneLine(`${subject.name}: flaky: ${line}`)}`);
    }
  }
  for (const { subject, title, message } of problemsOf(report)) {
    const text = `${subject ?? 'hookconf'}: ${title}`;
    out.push(`not ok ${++number} - ${description(text)}`, ...block({ message: lines(message) }));
  }
  const none = report.complete ? ['1..0 # SKIP nothing was tested'] : [];
  const plan = number === 0 ? none : [`1..${number}`];
  const end = report.complete ? [] : [`Bail out! ${oneLine(report.incomplete ?? 'the run is incomplete')}`];
  return `${['TAP version 14', ...plan, ...out, ...end].join('\n')}\n`;
};
