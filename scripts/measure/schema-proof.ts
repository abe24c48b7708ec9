import { examineWith, preloadValidators } from '../../harness/validate/compiled.ts';
import type { ValidationIssue } from '../../harness/validate/issue.ts';
import { kinds } from '../../harness/validate/kinds.ts';
import { targetOf, validateAs } from '../../harness/validate/validate.ts';
import type { Decision, Rejected } from './schema-rows.ts';

/** What is wrong with a document: where, by which keyword (or by the word list of which requirement), and which member lacks. */
interface Fault {
  readonly at: string;
  readonly by: string;
  readonly member: unknown;
  readonly advised: boolean;
}

function faultOf(advised: boolean): (issue: ValidationIssue) => Fault {
  return ({ pointer, keyword, params }) => ({ at: pointer, by: keyword, member: params['missingProperty'], advised });
}

/** Words that are on no list, where the decision names a kind of document that has some. */
function wordFaults({ schema, kind }: Decision, document: unknown): Fault[] {
  if (kind === null) return [];
  const spec = schema.slice(0, schema.indexOf('/'));
  const rules = kinds().find((one) => one.spec === spec && one.kind === kind);
  if (rules === undefined) throw new Error(`${spec} has no kind of document named ${kind}`);
  return validateAs(document, targetOf(rules, document)).findings.flatMap(({ keyword, pointer, requirement = '' }) =>
    keyword === 'name' ? [{ at: pointer, by: requirement, member: undefined, advised: false }] : [],
  );
}

function faultsIn(decision: Decision, document: unknown): Fault[] {
  const { issues, advice } = examineWith(decision.schema, document);
  return [...issues.map(faultOf(false)), ...advice.map(faultOf(true)), ...wordFaults(decision, document)];
}

function told(document: unknown): string {
  return JSON.stringify(document);
}

/**
 * Whether a document is rejected for its one fault: there, by that keyword, and for nothing else. What is broken elsewhere, and
 * what is said of another grade, is another reason. At the place itself two schemas may say the same of a value, and a type
 * stands beside a list of words.
 */
function rejectionWrong(decision: Decision, rejected: Rejected): string[] {
  const { document, mended, by, at, member, advised, elsewhere } = rejected;
  // Advice on an invalid document is no reason for its being invalid; an advised fault is all that there is.
  const faults = faultsIn(decision, document).filter((fault) => fault.advised === advised || advised);
  const own = faults.filter(
    (fault) =>
      fault.advised === advised &&
      fault.at === at &&
      fault.by === by &&
      (by !== 'required' || member === null || fault.member === member),
  );
  const wrong: string[] = [];
  if (own.length === 0) wrong.push(`is not rejected by ${by} at ${at || 'its root'}: ${told(document)}`);
  if (faults.some((fault) => fault.at !== at || fault.advised !== advised))
    wrong.push(`is rejected for something else than ${by} at ${at || 'its root'}: ${told(document)}`);
  for (const fault of faultsIn(decision, mended))
    if (!fault.advised || fault.at === at) wrong.push(`is rejected without its fault: ${told(mended)}`);
  for (const one of elsewhere)
    if (faultsIn(decision, one).some((fault) => fault.at === at))
      wrong.push(`is rejected where its fault is none: ${told(one)}`);
  return wrong;
}

/** What of a decision doesn't hold, a sentence each without its subject; the schema must have been loaded. */
export function wrongIn(decision: Decision): string[] {
  const { accepts, rejects } = decision;
  const places = new Set(rejects.map(({ at }) => at));
  return [
    ...(accepts.length === 0 ? ['has nothing that must be accepted'] : []),
    ...(rejects.length === 0 ? ['has nothing that must be rejected'] : []),
    ...accepts.flatMap((document) =>
      faultsIn(decision, document)
        .filter(({ advised, at }) => !advised || places.has(at))
        .map(({ at, by }) => `is rejected by ${by} at ${at || 'its root'}, and must not be: ${told(document)}`),
    ),
    ...rejects.flatMap((rejected) => rejectionWrong(decision, rejected)),
  ];
}

/** Loads the schemas of decisions, so that {@link wrongIn} can look at them. */
export async function loadDecided(decisions: Iterable<readonly Decision[]>): Promise<void> {
  await preloadValidators([...new Set([...decisions].flat().map(({ schema }) => schema))]);
}
