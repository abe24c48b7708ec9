import { allRequirementIds, explain as explanationOf } from '../../../suites/explain.ts';
import { UsageError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { flag, type Io, type OptionValues } from '../command-spec.ts';
import { explainText } from '../explain-text.ts';

/** `hookconf explain <requirement-id>`. */
export async function explain(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const id = words[0] ?? '';
  const explanation = explanationOf(id) ?? explanationOf(id.toUpperCase());
  if (explanation === undefined) {
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
