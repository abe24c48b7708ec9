import { findRequirement } from '../../suites/catalogue.ts';
import { documentNotices } from '../../suites/document-rules.ts';
import { gradeIn } from '../../suites/editions.ts';
import { schemaName } from '../../vendors/payload-schema.ts';
import { nativeEventOf } from '../../vendors/vendor.ts';
import { UsageError } from '../errors.ts';
import { at, isObject } from '../model/json.ts';
import type { Grade } from '../model/words.ts';
import { didYouMean } from '../text/nearest.ts';
import { examineWith, hasValidator, preloadValidators, satisfies } from './compiled.ts';
import type { ValidationIssue } from './issue.ts';
import { type Kind, kinds, kindsOf } from './kinds.ts';
import { typeInWords } from './message.ts';
import { checkWords } from './words.ts';

/** What a document is to be held to. */
export interface ValidateOptions {
  /** `agent-hooks`, `hook-interchange`, `openhook`, `agent-payloads`, `base-coat`, `native` or `hookconf`. */
  readonly spec: string;
  /** Kind of document, e.g. `manifest`; by default the first kind of the specification. For `native`: `payload`. */
  readonly kind?: string;
  /** By default the one that the document names, else the specification's default. */
  readonly edition?: string;
  /** The vendor of a native payload or configuration. */
  readonly vendor?: string;
  /** The event of a native payload that does not name it. */
  readonly event?: string;
}

/** One thing that a document does not keep. Data: nothing in it depends on where the document came from. */
export interface DocumentFinding {
  /** `fail` makes the document invalid; `warn` and `info` never do. From the grade of the requirement, where there is one. */
  readonly severity: Grade;
  /** RFC 6901 pointer to the value. */
  readonly pointer: string;
  /** What rejected it: a JSON Schema keyword, or `name` for a word that is on no list. */
  readonly keyword: string;
  /** One sentence that names what is wrong and the fix. */
  readonly message: string;
  /** Id in the catalogue (`hookconf explain <id>`). */
  readonly requirement?: string;
  /** The finding is about the member's name rather than its value. */
  readonly atName?: boolean;
}

/** What a document was held to, and what it does not keep. */
export interface ValidationResult {
  /** True when nothing of severity `fail` was found. */
  readonly valid: boolean;
  readonly spec: string;
  readonly kind: string;
  readonly edition: string;
  /** Name of the schema below schemas/, or null where the kind has none. */
  readonly schema: string | null;
  /** What the schema found first, then words that are on no list, then notices. */
  readonly findings: readonly DocumentFinding[];
}

/** A kind in one edition: what {@link validateAs} needs. */
export interface Target {
  readonly spec: string;
  readonly kind: string;
  readonly edition: string;
  readonly schema: string | null;
  readonly rules: Kind | null;
}

function unknownWord(what: string, word: string, known: readonly string[]): UsageError {
  const hint = didYouMean(word, known).replace(/^; /, '');
  return new UsageError(
    'unknown-kind',
    `there is no ${what} ${JSON.stringify(word)}`,
    hint || `known: ${known.join(', ')}`,
  );
}

/** What somebody without a type checker may have got wrong about the options; anything may arrive here. */
function checkOptions(options: unknown, specs: readonly string[]): void {
  const given = isObject(options) ? options : {};
  for (const name of ['spec', 'kind', 'edition', 'vendor', 'event']) {
    const value = given[name];
    if (value === undefined || typeof value === 'string') continue;
    throw new UsageError('bad-option', `the option ${name} is ${typeInWords(value)}`, 'give it as a string');
  }
  if (given['spec'] === undefined) {
    throw new UsageError(
      'missing-spec',
      'the second argument must name the specification, such as { spec: "hook-interchange" }',
      `known: ${specs.join(', ')}`,
    );
  }
}

/** Finds what the options mean for this document. Throws a UsageError for words that name nothing. */
export function resolveTarget(document: unknown, options: ValidateOptions): Target {
  const specs = [...new Set(kinds().map((kind) => kind.spec))];
  checkOptions(options, specs);
  if (!specs.includes(options.spec)) throw unknownWord('specification', options.spec, specs);
  if (options.spec === 'native' && options.kind !== 'configuration') return nativeTarget(options);
  const all = kindsOf(options.spec).filter(
    (kind) => options.vendor === undefined || (kind.vendor ?? options.vendor) === options.vendor,
  );
  const kind = options.kind === undefined ? all[0] : all.find((candidate) => candidate.kind === options.kind);
  if (kind === undefined) {
    throw unknownWord(`kind of ${options.spec} document`, options.kind ?? '', [
      ...new Set(all.map((candidate) => candidate.kind)),
    ]);
  }
  return targetOf(kind, document, options.edition);
}

/** A kind in the edition asked for, else in the one that the document names, else in its default. */
export function targetOf(kind: Kind, document: unknown, edition?: string): Target {
  const editions = Object.keys(kind.editions);
  if (edition !== undefined && !editions.includes(edition))
    throw unknownWord(`edition of ${kind.spec}`, edition, editions);
  const named = kind.edition === undefined ? undefined : at(document, kind.edition.at);
  const prefix = kind.edition?.prefix ?? '';
  const own = typeof named === 'string' && named.startsWith(prefix) ? named.slice(prefix.length) : undefined;
  const taken = edition ?? (own !== undefined && editions.includes(own) ? own : editions[0]) ?? 'current';
  return { spec: kind.spec, kind: kind.kind, edition: taken, schema: kind.editions[taken] ?? null, rules: kind };
}

function nativeTarget(options: ValidateOptions): Target {
  if (options.vendor === undefined || options.event === undefined) {
    throw new UsageError(
      'native-needs-vendor',
      'a native payload is validated by its vendor and event',
      'give vendor and event',
    );
  }
  const schema = schemaName(options.vendor, options.event, nativeEventOf(options.vendor, options.event));
  if (!hasValidator(schema))
    throw new UsageError('unknown-kind', `there is no schema for the event ${options.event} of ${options.vendor}`);
  return { spec: 'native', kind: 'payload', edition: 'current', schema, rules: null };
}

/** What rejects a document costs what the catalogue says of its requirement, and `otherwise` where none is cited. */
function gradeOf(requirement: string | undefined, otherwise: Grade): Grade {
  return requirement === undefined ? otherwise : (findRequirement(requirement)?.grade ?? otherwise);
}

/**
 * What a recommendation costs in the edition that the document is held to: at most a warning, though it may cite a row that
 * costs more elsewhere, such as one of the other edition, which demands what this one leaves open.
 */
function advisedGrade(requirement: string | undefined, target: Target, most: Grade): Grade {
  const row = requirement === undefined ? undefined : findRequirement(requirement);
  const grade = (row === undefined ? undefined : gradeIn(row, target.spec, target.edition)) ?? 'warn';
  return grade === 'fail' ? most : grade;
}

function fromIssue(issue: ValidationIssue, severity: Grade): DocumentFinding {
  const atName = ['additionalProperties', 'unevaluatedProperties', 'propertyNames'].includes(issue.keyword);
  return {
    severity,
    pointer: issue.pointer,
    keyword: issue.keyword,
    message: issue.message,
    ...(issue.requirement === undefined ? {} : { requirement: issue.requirement }),
    ...(atName ? { atName } : {}),
  };
}

/** Two schemas may say the same of one value, an envelope and what types its data: told once, by the one that cites its rule. */
function withoutRepeats(findings: readonly DocumentFinding[]): readonly DocumentFinding[] {
  const key = ({ pointer, keyword, message }: DocumentFinding): string => JSON.stringify([pointer, keyword, message]);
  const cited = new Set(findings.filter(({ requirement }) => requirement !== undefined).map(key));
  const seen = new Set<string>();
  return findings.filter((finding) => {
    if (finding.requirement === undefined && cited.has(key(finding))) return false;
    const whole = `${key(finding)} ${finding.requirement}`;
    if (seen.has(whole)) return false;
    seen.add(whole);
    return true;
  });
}

/** What a schema found, at the grades of the requirements that it cites. */
function schemaFindings(
  issues: readonly ValidationIssue[],
  advice: readonly ValidationIssue[],
  target: Target,
): readonly DocumentFinding[] {
  const lenient = target.rules?.unknownMembers === 'warn';
  const found = issues.map((issue) =>
    fromIssue(issue, gradeOf(issue.requirement, lenient && issue.keyword === 'additionalProperties' ? 'warn' : 'fail')),
  );
  const advised = target.rules?.advice === false ? [] : advice;
  return withoutRepeats([
    ...found,
    ...advised.map((issue) => fromIssue(issue, advisedGrade(issue.requirement, target, 'warn'))),
  ]);
}

/** Holds a document to a target whose validator is loaded ({@link loadTarget}). Pure. */
export function validateAs(document: unknown, target: Target): ValidationResult {
  const findings: DocumentFinding[] = [];
  if (target.schema !== null) {
    const { issues, advice } = examineWith(target.schema, document);
    if (issues.length + advice.length > 0) findings.push(...schemaFindings(issues, advice, target));
  }
  for (const rule of target.rules?.names ?? []) {
    for (const issue of checkWords(document, rule, target.edition)) {
      findings.push({
        severity: advisedGrade(issue.requirement, target, rule.atMost ?? 'fail'),
        pointer: issue.pointer,
        keyword: 'name',
        message: issue.message,
        ...(issue.requirement === undefined ? {} : { requirement: issue.requirement }),
        ...(issue.isName ? { atName: true } : {}),
      });
    }
  }
  const { spec, kind, edition, schema } = target;
  for (const notice of documentNotices(spec, kind, document, edition, target.rules?.vendor))
    findings.push({ severity: 'info', keyword: 'notice', ...notice });
  return { valid: findings.every((finding) => finding.severity !== 'fail'), spec, kind, edition, schema, findings };
}

/** Whether a loaded schema has nothing to say of a document; the short way, without findings. */
export function conforms(document: unknown, target: Target): boolean {
  return target.schema !== null && satisfies(target.schema, document);
}

/** Loads what {@link validateAs} needs. */
export async function loadTarget(target: Target): Promise<void> {
  if (target.schema !== null) await preloadValidators([target.schema]);
}

/**
 * Holds a document, as JSON.parse gives it, to a specification. Loads only the one validator that it needs; the document is
 * not changed and may be anything.
 * @throws UsageError when the options name no specification, kind, edition, vendor or event.
 */
export async function validate(document: unknown, options: ValidateOptions): Promise<ValidationResult> {
  const target = resolveTarget(document, options);
  await loadTarget(target);
  return validateAs(document, target);
}
