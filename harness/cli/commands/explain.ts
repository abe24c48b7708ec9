import { catalogueSpecs, findRequirement, loadRequirements } from '../../../suites/catalogue.ts';
import { UsageError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { flag, type Io, type OptionValues } from '../command-spec.ts';
import { explainText } from '../explain-text.ts';

/** `hookconf explain <requirement-id>`. */
export async function explain(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const id = words[0] ?? '';
  const requirement = findRequirement(id) ?? findRequirement(id.toUpperCase());
  if (requirement === undefined) {
    const known = catalogueSpecs().flatMap((spec) => loadRequirements(spec).map((row) => row.id));
    throw new UsageError(
      'unknown-id',
      `there is no requirement "${id}"${didYouMean(id, known)}`,
      'see hookconf list requirements',
    );
  }
  io.out(
    flag(options, 'json') ? `${JSON.stringify(requirement, null, 2)}\n` : explainText(requirement, io.columns ?? 100),
  );
  return 0;
}
