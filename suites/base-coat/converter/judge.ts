import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import { isObject } from '../../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../../harness/model/observation.ts';
import { assertNever } from '../../../harness/model/words.ts';
import { type ConverterContext, type Expectation, MARKER } from './plan.ts';

interface Answer {
  readonly code: number | undefined;
  readonly stderr: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly said: string;
}

interface Mismatch {
  readonly expected: string;
  readonly actual: string;
}

function answerOf(spawn: SpawnObservation | undefined): Answer {
  if (spawn === undefined) return { code: undefined, stderr: '', warnings: [], said: 'it was not started' };
  const code = spawn.end.kind === 'exit' ? spawn.end.code : undefined;
  const stderr = spawn.stderr.bytes.toString('utf8');
  const base = { code, stderr, warnings: [] };
  const why = stderr.trim().split('\n')[0]?.slice(0, 200) ?? '';
  if (code !== 0) return { ...base, said: `it was refused${why === '' ? ' without a word' : `: ${why}`}` };
  try {
    const result: unknown = JSON.parse(spawn.stdout.bytes.toString('utf8'));
    if (!isObject(result)) return { ...base, said: 'stdout is no JSON object' };
    const list = Array.isArray(result['warnings']) ? result['warnings'] : [];
    const warnings = list.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return {
      ...base,
      result,
      warnings,
      said: `${warnings.length === 0 ? 'no warning' : `the warning ${warnings[0]}`}`,
    };
  } catch {
    return { ...base, said: 'stdout is no JSON' };
  }
}

/** A document that may be given as text. */
function documentOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The keys under `hooks` whose entries hold the marker, in the main file and in the others. */
function keysWith(documents: readonly unknown[]): readonly string[] {
  return documents.flatMap((document) => {
    const hooks = isObject(document) ? document['hooks'] : undefined;
    if (!isObject(hooks)) return [];
    return Object.entries(hooks).flatMap(([key, entries]) => (JSON.stringify(entries).includes(MARKER) ? [key] : []));
  });
}

function writtenKeys(answer: Answer): readonly string[] {
  const files = answer.result?.['files'];
  const others = isObject(files) ? Object.values(files) : [];
  return [...new Set(keysWith([answer.result?.['config'], ...others].map(documentOf)))];
}

function list(keys: readonly string[]): string {
  return keys.length === 0 ? 'none' : keys.join(', ');
}

function refusedInOrder(answer: Answer): boolean {
  return answer.code !== undefined && answer.code !== 0 && answer.stderr.trim() !== '';
}

function mismatch(expect: Expectation, answer: Answer): Mismatch | undefined {
  switch (expect.kind) {
    case 'key': {
      const keys = writtenKeys(answer);
      const same = (key: string, one: string): boolean =>
        expect.exact ? key === one : key.toLowerCase() === one.toLowerCase();
      const right = keys.length === 1 && expect.any.some((one) => same(keys[0] ?? '', one));
      if (right) return undefined;
      const actual = answer.result === undefined ? answer.said : `keys of the hook: ${list(keys)}, ${answer.said}`;
      return { expected: `the hook under ${expect.any.join(' or ')}`, actual };
    }
    case 'left-out': {
      if (refusedInOrder(answer)) return undefined;
      const keys = writtenKeys(answer);
      const warned = answer.warnings.length > 0;
      const ok = keys.length === 0 ? warned || expect.silently : warned && expect.orWarned;
      if (answer.result !== undefined && ok) return undefined;
      const wanted = expect.silently ? 'the hook left out, or a warning' : 'the hook left out with a warning';
      return {
        expected: wanted,
        actual: answer.result === undefined ? answer.said : `keys of the hook: ${list(keys)}, ${answer.said}`,
      };
    }
    case 'point': {
      const manifest = documentOf(answer.result?.['manifest']);
      const keys = keysWith([manifest]);
      if (keys.length === 1 && keys[0] === expect.name) return undefined;
      if (expect.orWarned && (answer.warnings.length > 0 || refusedInOrder(answer))) return undefined;
      const actual = answer.result === undefined ? answer.said : `the hook under ${list(keys)}, ${answer.said}`;
      return { expected: `the hook under ${expect.name}${expect.orWarned ? ', or a warning' : ''}`, actual };
    }
    case 'objects': {
      const errors = answer.result?.['errors'];
      const count = Array.isArray(errors) ? errors.length : 0;
      if (!expect.owed) {
        // A converter that has no such command refuses; only an answer can be wrong.
        return answer.result === undefined || count === 0
          ? undefined
          : { expected: 'no errors', actual: `the error ${JSON.stringify((errors as unknown[])[0])}` };
      }
      if (refusedInOrder(answer) || count > 0 || answer.warnings.length > 0) return undefined;
      return { expected: 'an error, a warning or a refusal', actual: answer.said };
    }
    default:
      return assertNever(expect);
  }
}

/** Judges one cell of the platform table. Pure. */
export function judgeConverter(testCase: Case, observation: Observation): Finding[] {
  const { surface, declared, requirements, expect, says } = testCase.context as ConverterContext;
  const answers = observation.spawns.map(answerOf);
  const ends = observation.spawns.map(({ end }) => end.kind);
  const each = (make: (requirement: string) => Finding): Finding[] => requirements.map(make);
  if (ends.includes('not-started') || ends.includes('timeout'))
    return each((requirement) => ({
      kind: 'untested',
      requirement,
      reason: ends.includes('timeout') ? 'the converter gave no answer in time' : 'the converter could not be started',
    }));
  const refusal = answers.find((answer) => refusedInOrder(answer) && answer.stderr.includes(surface));
  if (!declared && refusal !== undefined && expect.kind !== 'left-out' && expect.kind !== 'objects')
    return each((requirement) => ({
      kind: 'not-applicable',
      requirement,
      reason: `the converter does not know ${surface}`,
    }));
  const found = mismatch(expect, answers.at(-1) ?? answerOf(undefined));
  return each(
    (requirement): Finding =>
      found === undefined
        ? { kind: 'met', requirement }
        : {
            kind: 'broken',
            requirement,
            message: `${says}; expected ${found.expected}, but ${found.actual}.`,
            ...found,
          },
  );
}
