/**
 * The closed vocabularies of the contract (docs/contract.md, section 1). Everything that switches over one of them does so
 * exhaustively, ending in {@link assertNever}, so that a new word cannot be forgotten anywhere.
 */

/** What a subject is. */
export const ROLES = ['hook', 'emitter', 'converter', 'runner'] as const;
/** See {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** What a run concluded about one requirement. */
export const VERDICTS = ['pass', 'fail', 'warn', 'not-applicable', 'undecidable', 'untested', 'error'] as const;
/** See {@link VERDICTS}. */
export type Verdict = (typeof VERDICTS)[number];

/** What breaking a requirement costs: the catalogue decides, never a judge. */
export const GRADES = ['fail', 'warn', 'info'] as const;
/** See {@link GRADES}: `fail` fails a subject, `warn` only with --strict, `info` never. */
export type Grade = (typeof GRADES)[number];

/** RFC 2119 keyword of the source sentence; `implied` is bound by a table, a schema or an example. */
export const KEYWORDS = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'MAY', 'implied'] as const;
/** See {@link KEYWORDS}. */
export type Keyword = (typeof KEYWORDS)[number];

/** What a vendor does with a hook's answer. */
export const EFFECTS = [
  'allow',
  'none',
  'deny',
  'ask',
  'continue',
  'stop',
  'error-open',
  'error-closed',
  'unknown',
] as const;
/** See {@link EFFECTS}; docs/contract.md explains each. */
export type Effect = (typeof EFFECTS)[number];

/** What an answer adds beside its effect; `ignored` says that part of the answer was not read. */
export const ADDS = ['context', 'input', 'result', 'message', 'ignored'] as const;
/** See {@link ADDS}. */
export type Adds = (typeof ADDS)[number];

/** How a fact about a vendor is known, best first. */
export const PROVENANCES = ['recorded', 'source', 'documented', 'public-evidence', 'inferred', 'unknown'] as const;
/** See {@link PROVENANCES}. */
export type Provenance = (typeof PROVENANCES)[number];

/** How a fixture came to be (contract, section 5). */
export const FIXTURE_HOWS = ['recorded', 'public-evidence', 'documented', 'synthetic'] as const;
/** See {@link FIXTURE_HOWS}. */
export type FixtureHow = (typeof FIXTURE_HOWS)[number];

/** What a hook's author declares about failure: when the hook breaks, the action goes on (`open`) or doesn't (`closed`). */
export const POSTURES = ['open', 'closed'] as const;
/** See {@link POSTURES}. */
export type Posture = (typeof POSTURES)[number];

/** The order in which a requirement takes the worst verdict of its cases (contract, section 1). */
export const WORST_FIRST = ['fail', 'error', 'untested', 'warn', 'pass', 'not-applicable'] as const;

/** Compile-time proof that a union was handled whole; at run time the bug is ours and says so. */
export function assertNever(value: never): never {
  throw new Error(`unhandled value ${JSON.stringify(value)}`);
}
