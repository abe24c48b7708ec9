import { allRequirementIds, explainErratum, explain as explanationOf } from '../../../suites/explain.ts';
import { UsageError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { flag, type Io, type OptionValues } from '../command-spec.ts';
import { erratumText, explainText } from '../explain-text.ts';

/** `hookconf explain <requirement-id>`; the ids of errata and readings, which verdicts cite too, are explained as well. */
export async function explain(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const id = words[0] ?? '';
  const explanation = explanationOf(id) ?? explanationOf(id.toUpperCase());
  if (explanation === undefined) {
    const erratum = explainErratum(id) ?? explainErratum(id.toUpperCase());
    if (erratum !== undefined) {
      io.out(flag(options, 'json') ? `${JSON.stringify(erratum, null, 2)}\n` : erratumText(erratum, io.columns ?? 100));
      return 0;
    }
    throw new UsageError(
      'unknown-id',
      `there is no requirement "${id}"${didYouMean(id, allRequirementIds())}`,
      'see hookconf list requirements',
    );
  }
  const { requirement, dependsOn: _, ...rest } = explanation;
  io.out(
    flag(options, 'json')
      ? `${JSON.stringify({ ...requirement, explanation: rest }, null, 2)}\n`
      : explainText(explanation, io.columns ?? 100),
  );
  return 0;
}
