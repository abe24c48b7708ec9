import { Document, isMap, isSeq, Scalar, type YAMLMap } from 'yaml';
import type { Report } from '../../../types/generated/report.ts';
import { UsageError } from '../../errors.ts';
import { isPartial, targetsOf, wasDecided } from './apply.ts';
import { fingerprint } from './fingerprint.ts';
import { readBaseline } from './read.ts';

/** Stands where a person has to say why; the run goes on, but nobody mistakes it for a reason. */
export const NO_REASON = 'TODO: say why this is excused';

const HEAD =
  ' Failures that are known and excused for now. Written by `hookconf run --baseline <file> --update-baseline`,\n which keeps what you write here: reasons, dates, owners, comments.';

/** Always in quotes: `1234567890123456` and `3e12345678901234` would be numbers to other readers of YAML. */
function quoted(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/**
 * The text of a baseline after this run: entries that still fail keep their reason, date, owner and comments and get the
 * present fingerprint; those that no longer fail go; what is new is added. Refuses after a partial run, which would take
 * what did not run for mended.
 */
export function updateBaseline(text: string | undefined, report: Report, file: string): string {
  if (isPartial(report)) {
    throw new UsageError(
      'baseline-partial',
      'a baseline is not updated after a partial run',
      'run it without --only, --skip, --shard and --max-time first',
    );
  }
  const document =
    text === undefined || text.trim() === ''
      ? new Document({ schema: 'hookconf-baseline/1', entries: [] }, { schema: 'failsafe' })
      : readBaseline(text, file).document;
  if (text === undefined) document.commentBefore = HEAD;
  const entries = document.get('entries');
  if (!isSeq(entries)) throw new Error('a baseline that was read has its entries');
  const covered = new Set<string>();
  const kept = entries.items.filter((item) => {
    if (!isMap(item)) return false;
    const subject = item.get('subject');
    const wanted = { id: String(item.get('id')), ...(typeof subject === 'string' ? { subject } : {}) };
    const targets = targetsOf(report, wanted);
    // What was not chosen this time may fail as ever.
    if (targets.length === 0) return !wasDecided(report, wanted);
    item.set('fingerprint', quoted(fingerprint(targets.flatMap((target) => target.failures))));
    for (const { subject: owner, entry, failures } of targets) {
      if (failures.length === entry.failures.length) covered.add(`${owner.name}\n${entry.id}`);
    }
    return true;
  });
  const several = report.subjects.length > 1;
  const added = report.subjects.flatMap((subject) =>
    subject.requirements
      .filter((entry) => entry.verdict === 'fail' && !covered.has(`${subject.name}\n${entry.id}`))
      .map(
        (entry) =>
          document.createNode({
            id: entry.id,
            ...(several ? { subject: subject.name } : {}),
            fingerprint: quoted(fingerprint(entry.failures)),
            reason: NO_REASON,
          }) as YAMLMap,
      ),
  );
  entries.items = [...kept, ...added];
  entries.flow = false;
  return document.toString({ lineWidth: 0 });
}
