/** What a Base Coat hook may store and send (sections 6 and 7), and that one event gives one response (section 5). */
import { plant } from '../../harness/leaks/plant.ts';
import type { Canary, Stdin } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { LeakHit, Observation } from '../../harness/model/observation.ts';
import { broken, met, shown } from '../answer-checks.ts';
import { EVENT_SCHEMA, envelope, type HookInput, soundEvents } from './hook-events.ts';

/** An event with planted texts, and the rows that they decide. */
export interface PlantedInput extends HookInput {
  readonly canaries: readonly Canary[];
  /** Row, the kinds of text that it is about, and where they must not be found. */
  readonly rows: readonly Rule[];
}

interface Rule {
  readonly id: string;
  readonly kinds: readonly Canary['kind'][];
  readonly where: 'telemetry' | 'telemetry and context' | 'files' | 'stdout';
  readonly says: string;
}

const TELEMETRY = 'telemetry' as const;
const PROMPT: Rule = { id: 'BC-PRV-001', kinds: ['prompt'], where: TELEMETRY, says: 'of the prompt' };
const CONTENT: Rule = {
  id: 'BC-PRV-002',
  kinds: ['file-content', 'tool-result'],
  where: TELEMETRY,
  says: 'of a file',
};
const PERSON: Rule = { id: 'BC-PRV-003', kinds: ['identity'], where: TELEMETRY, says: 'that names a person' };
const STRUCTURAL: Rule = {
  id: 'BC-PRV-004',
  kinds: ['prompt', 'file-content', 'tool-result', 'identity', 'secret'],
  where: TELEMETRY,
  says: 'that is no structural metadata',
};
const SECRET: Rule = {
  id: 'BC-PRV-005',
  kinds: ['secret'],
  where: 'telemetry and context',
  says: 'that looks like a key',
};
const RAW: Rule = { id: 'BC-PRV-006', kinds: ['tool-result'], where: 'files', says: 'of the raw output' };
const WARNING: Rule = {
  id: 'BC-PRV-009',
  kinds: ['prompt', 'tool-result'],
  where: 'stdout',
  says: 'of a payload that can not be read',
};

const FILLED_TO = 20_000;

/** Events with planted texts, of the points that the hook is registered for. */
export function plantedEvents(context: Parameters<typeof soundEvents>[0], seed: number): readonly PlantedInput[] {
  const registered = new Set(soundEvents(context).map(({ point }) => point));
  const make = (
    id: string,
    point: string,
    event: JsonValue,
    targets: Parameters<typeof plant>[1],
    rows: readonly Rule[],
  ): PlantedInput => {
    const { payload, canaries } = plant(event, targets, { seed, scope: `base-coat/hook/${id}`, spawn: 0 });
    const stdin: Stdin = { kind: 'payload', payload, newline: true, keeps: [{ schema: EVENT_SCHEMA }] };
    return { id, says: `planted texts on ${point}`, point, stdin, broken: false, readable: true, canaries, rows };
  };
  const event = (point: string, changes: Parameters<typeof envelope>[1]): JsonValue =>
    envelope(point, changes) as unknown as JsonValue;
  const result = (output: string): Parameters<typeof envelope>[1] => ({
    user: { name: 'dev', email: 'dev@acme.test' },
    tool: { name: 'read_file', input: { path: 'notes.md', content: 'notes' }, output, success: true, durationMs: 12 },
  });
  const prompt = event('UserPromptSubmitted', { prompt: 'Rename the helper' });
  const person = { pointer: '/user/email', kind: 'identity', shape: 'email' } as const;
  const inputs = [
    make(
      'planted-prompt',
      'UserPromptSubmitted',
      prompt,
      [{ pointer: '/prompt', kind: 'prompt' }],
      [PROMPT, STRUCTURAL],
    ),
    make(
      'planted-result',
      'PostToolUse',
      event('PostToolUse', result('a line')),
      [
        { pointer: '/tool/output', kind: 'tool-result', padTo: FILLED_TO },
        { pointer: '/tool/input/content', kind: 'file-content' },
        person,
      ],
      [CONTENT, PERSON, STRUCTURAL, RAW],
    ),
    make(
      'planted-secret',
      'PostToolUse',
      event('PostToolUse', result('token: ')),
      [{ pointer: '/tool/output', kind: 'secret', how: 'append', shape: 'github-token' }],
      [SECRET],
    ),
    cutOff(
      make(
        'planted-cut-off',
        'PostToolUse',
        event('PostToolUse', result('a line')),
        [{ pointer: '/tool/output', kind: 'tool-result' }],
        [WARNING],
      ),
    ),
  ];
  return inputs.filter(({ point, canaries }) => registered.has(point) && canaries.length > 0);
}

function cutOff(input: PlantedInput): PlantedInput {
  if (input.stdin.kind !== 'payload') return input;
  const text = JSON.stringify(input.stdin.payload);
  return {
    ...input,
    says: 'planted texts in an event that is cut off',
    stdin: { kind: 'bytes', bytes: Buffer.from(text.slice(0, -2)) },
  };
}

function touches(rule: Rule, { channel, pointer }: LeakHit): boolean {
  switch (rule.where) {
    case 'telemetry':
      return channel === 'request' || channel === 'file';
    case 'files':
      return channel === 'file';
    case 'telemetry and context':
      return channel === 'request' || channel === 'file' || pointer?.startsWith('/additionalContext') === true;
    case 'stdout':
      return channel === 'stdout';
  }
}

/** What was found of the planted texts where it must not be. */
export function judgePlanted({ canaries, rows }: PlantedInput, observation: Observation): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rows) {
    // A line of the beginning is a summary; what stands in the middle is the output itself.
    const own = canaries.filter(
      ({ kind, id }) => rule.kinds.includes(kind) && (rule.where !== 'files' || id.includes('middle')),
    );
    const hit = observation.leaks.find((leak) => touches(rule, leak) && own.some(({ id }) => id === leak.canary));
    const canary = own.find(({ id }) => id === hit?.canary);
    if (hit === undefined || canary === undefined) {
      findings.push(met(rule.id));
      continue;
    }
    findings.push({ kind: 'leak', canary: canary.id, requirements: [rule.id] });
    const message = `text ${rule.says} (${canary.field}) comes out through ${hit.channel}; redact it, or keep a summary`;
    findings.push(broken(rule.id, message, `nothing of ${canary.field}`, `found in ${hit.place}`));
  }
  return findings;
}

/** BC-REG-029: what the same event was answered each time; times of day may differ. */
export function judgeRepeated(answers: readonly string[]): readonly Finding[] {
  const timeless = answers.map((text) =>
    text.replaceAll(/\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?|\b\d{10,13}\b/g, 'T'),
  );
  const other = timeless.findIndex((text) => text !== timeless[0]);
  if (other < 0) return [met('BC-REG-029')];
  const message = `the same event is answered otherwise the ${other === 1 ? 'second' : 'third'} time`;
  return [broken('BC-REG-029', message, shown(answers[0]), shown(answers[other]))];
}
