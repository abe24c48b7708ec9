/** What a converter of Base Coat names may answer in one cell of the table, and what is said of it. */
import { expect, test } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { End, Observation } from '../../../harness/model/observation.ts';
import { inShort } from '../../approved.ts';
import { judgeConverter } from './judge.ts';
import { type ConverterContext, MARKER } from './plan.ts';

interface Said {
  readonly stdout?: unknown;
  readonly stderr?: string;
  readonly end?: End;
}

const EXIT = (code: number): End => ({ kind: 'exit', code });

function judged(expectation: ConverterContext['expect'], said: Said, declared = true): string {
  const { stdout = '', stderr = '', end = EXIT(0) } = said;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const spawn = { end, stdout: { bytes: Buffer.from(text) }, stderr: { bytes: Buffer.from(stderr) } };
  const context = { surface: 'vs-code', declared, requirements: ['BC-NAM-001'], expect: expectation, says: 'It is so' };
  const findings = judgeConverter({ context } as unknown as Case, { spawns: [spawn] } as unknown as Observation);
  return [...inShort(findings)].join(' ');
}

const under = (...keys: readonly string[]): object => ({
  hooks: Object.fromEntries(keys.map((key) => [key, [{ type: 'command', bash: MARKER }]])),
});
const REFUSED: Said = { end: EXIT(1), stderr: 'vs-code is not known' };
const WITHOUT_A_WORD: Said = { end: EXIT(1), stderr: ' \n' };
const KEY = { kind: 'key', any: ['PreToolUse', 'preToolUse'], exact: true } as const;
const ANY_CASE = { kind: 'key', any: ['PreToolUse'], exact: false } as const;
const OUT = { kind: 'left-out', silently: false, orWarned: false } as const;
const POINT = { kind: 'point', name: 'Stop', orWarned: false } as const;
const MET = '+BC-NAM-001';
const BROKEN = '!BC-NAM-001';

test.each([
  [KEY, { stdout: { config: under('preToolUse') } }, MET],
  [KEY, { stdout: { config: JSON.stringify(under('PreToolUse')) } }, MET],
  [KEY, { stdout: { config: '{"hooks"' } }, BROKEN],
  [KEY, { stdout: { config: null, files: { 'a.json': under('PreToolUse') } } }, MET],
  [KEY, { stdout: { config: under('PreToolUse'), files: { 'a.json': under('PreToolUse') } } }, MET],
  [KEY, { stdout: { config: under('PreToolUse', 'Stop') } }, BROKEN],
  [KEY, { stdout: { config: under('PRETOOLUSE') } }, BROKEN],
  [ANY_CASE, { stdout: { config: under('PRETOOLUSE') } }, MET],
  [ANY_CASE, { stdout: { config: under('Stop') } }, BROKEN],
  [KEY, { stdout: { config: { hooks: { PreToolUse: [{ bash: 'other.sh' }] } } } }, BROKEN],
  [KEY, { stdout: { config: { hooks: null } } }, BROKEN],
  [KEY, { stdout: { config: [] } }, BROKEN],
  [KEY, { stdout: '[]' }, BROKEN],
  [KEY, { stdout: 'no JSON' }, BROKEN],
  [KEY, REFUSED, BROKEN],
  [OUT, REFUSED, MET],
  [OUT, WITHOUT_A_WORD, BROKEN],
  [OUT, { end: { kind: 'signal', signal: 'SIGSEGV' }, stderr: 'gone' }, BROKEN],
  [OUT, { stdout: { config: under() }, stderr: 'a remark' }, BROKEN],
  [OUT, { stdout: { config: under() } }, BROKEN],
  [OUT, { stdout: { config: under(), warnings: ['left out'] } }, MET],
  [OUT, { stdout: { config: under(), warnings: [{ what: 'left out' }] } }, MET],
  [OUT, { stdout: { config: under(), warnings: 'left out' } }, BROKEN],
  [OUT, { stdout: { config: under('Stop'), warnings: ['kept'] } }, BROKEN],
  [{ ...OUT, orWarned: true }, { stdout: { config: under('Stop'), warnings: ['kept'] } }, MET],
  [{ ...OUT, orWarned: true }, { stdout: { config: under('Stop') } }, BROKEN],
  [{ ...OUT, silently: true }, { stdout: { config: under() } }, MET],
  [{ ...OUT, silently: true }, { stdout: { config: under('Stop') } }, BROKEN],
  [{ ...OUT, silently: true }, { stdout: 'no JSON' }, BROKEN],
  [POINT, { stdout: { manifest: under('Stop') } }, MET],
  [POINT, { stdout: { manifest: under('Start') } }, BROKEN],
  [POINT, { stdout: { manifest: under('Stop', 'Start') } }, BROKEN],
  [POINT, { stdout: { manifest: under(), warnings: ['left out'] } }, BROKEN],
  [POINT, { stdout: 'no JSON' }, BROKEN],
  [{ ...POINT, orWarned: true }, { stdout: { manifest: under(), warnings: ['left out'] } }, MET],
  [{ ...POINT, orWarned: true }, { stdout: { manifest: under('Start'), warnings: ['other'] } }, MET],
  [{ ...POINT, orWarned: true }, { stdout: { manifest: under('Start') } }, BROKEN],
  [{ ...POINT, orWarned: true }, { stdout: { manifest: under() } }, BROKEN],
  [{ ...POINT, orWarned: true }, REFUSED, MET],
  [{ ...POINT, orWarned: true }, WITHOUT_A_WORD, BROKEN],
  [{ kind: 'objects', owed: false }, { stdout: { errors: [] } }, MET],
  [{ kind: 'objects', owed: false }, { stdout: { errors: ['x'] } }, BROKEN],
  [{ kind: 'objects', owed: false }, { stdout: {} }, MET],
  [{ kind: 'objects', owed: false }, REFUSED, MET],
  [{ kind: 'objects', owed: true }, { stdout: { errors: [] } }, BROKEN],
  [{ kind: 'objects', owed: true }, { stdout: { errors: ['x'] } }, MET],
  [{ kind: 'objects', owed: true }, { stdout: { warnings: ['x'] } }, MET],
  [{ kind: 'objects', owed: true }, REFUSED, MET],
  [{ kind: 'objects', owed: true }, WITHOUT_A_WORD, BROKEN],
  [KEY, { end: { kind: 'timeout', timeoutMs: 1, forced: false } }, '?BC-NAM-001'],
  [KEY, { end: { kind: 'not-started', code: 'ENOENT', message: 'none' } }, '?BC-NAM-001'],
] as readonly (readonly [ConverterContext['expect'], Said, string])[])('%j: %j is %s', (expectation, said, verdict) => {
  expect(judged(expectation, said)).toBe(verdict);
});

test('a converter that names the surface when it refuses does not know it, unless it said that it does', () => {
  expect(judged(KEY, REFUSED, false)).toBe('/BC-NAM-001');
  expect(judged(POINT, REFUSED, false)).toBe('/BC-NAM-001');
  expect(judged(OUT, REFUSED, false)).toBe(MET);
  expect(judged({ kind: 'objects', owed: true }, REFUSED, false)).toBe(MET);
  expect(judged(KEY, { end: EXIT(1), stderr: 'no' }, false)).toBe(BROKEN);
  expect(judged(KEY, { stdout: { config: under('Stop') }, stderr: 'vs-code' }, false)).toBe(BROKEN);
});
