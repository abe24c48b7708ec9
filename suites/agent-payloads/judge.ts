import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { at, isObject } from '../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { ended } from '../consumer.ts';
import { type GeneratedContext, generatedFindings } from '../generated.ts';
import { type EmitterContext, LOG_FILE } from '../native-case.ts';
import { registry } from '../registries.ts';
import { outputDocuments } from '../stream/collect.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { emission, names } from './data.ts';
import { judgeEmitted, type Line, lineOf } from './emitted.ts';
import { judgeStdout } from './hook-stdout.ts';
import type { CaseKind } from './make-case.ts';
import { toolOf } from './plan.ts';
import { judgeLeaks } from './privacy.ts';
import { refusalOf } from './refusal.ts';
import { judgeRollout } from './rollout.ts';
import { judgeRouting } from './routing.ts';

/** Whose words a payload has: the seed's tables, or what the vendor really sends (E-AP-13). */
export type Form = 'seed' | 'vendor';

/** What a case contributes to the rules about the whole run. */
export interface PayloadFacts {
  /** For each payload that a row is about: whether it was taken. */
  readonly taken: readonly {
    readonly row: string;
    readonly form: Form;
    readonly what: string;
    readonly ok: boolean;
    readonly how: string;
  }[];
  /** Rows that emitted lines met or broke, with the fault. */
  readonly lines: readonly { readonly row: string; readonly form: Form; readonly fault: string | null }[];
  readonly anyLine: boolean;
  /** Kinds of the lines that came of each payload. */
  readonly kinds: readonly (readonly string[])[];
}

const COMPLAINT =
  /\b(missing|invalid|malformed|unknown|unexpected|unsupported|error|exception|fail(ed|ure)?|refus|reject|cannot|can't|unable|traceback)\b/i;

function complaint(spawn: SpawnObservation | undefined): string | undefined {
  const text = spawn?.stderr.bytes.toString('utf8').slice(0, 10_000) ?? '';
  return COMPLAINT.test(text) ? text.split('\n').find((line) => COMPLAINT.test(line)) : undefined;
}

/** Taken: exit 0 and no complaint on stderr. */
function taken(spawn: SpawnObservation | undefined): { readonly ok: boolean; readonly how: string } {
  const words = complaint(spawn);
  const ok = spawn?.end.kind === 'exit' && spawn.end.code === 0 && words === undefined;
  return { ok, how: `${ended(spawn?.end)}${words === undefined ? '' : ' and a complaint on stderr'}` };
}

const DECISION = /"(decision|permissionDecision|behavior|updatedInput)"\s*:/;

/** A line of a collector that a vendor would take for an answer: members of one, and none of an event's own. */
function isDecision(line: string): boolean {
  if (!DECISION.test(line)) return false;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value['kind'] === undefined && ('hookSpecificOutput' in value || 'decision' in value);
  } catch {
    return false;
  }
}

/** Judges one case. Pure. */
export function judgePayloads(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const { kind, inputs } = testCase.context as EmitterContext & { readonly kind: CaseKind };
  const { role } = context.subject;
  const verdicts = new Verdicts();
  const leaks = judgeLeaks(testCase, observation, verdicts);
  // Which of several payloads a line of a log came of can't be told.
  const attributed = context.subject.output !== 'log' || inputs.length <= 1;
  const lines = linesOf(observation, context, inputs.length);
  const facts: { taken: PayloadFacts['taken'][number][]; lines: PayloadFacts['lines'][number][] } = {
    taken: [],
    lines: [],
  };
  for (const [index, fixture] of inputs.entries()) {
    const spawn = observation.spawns[index];
    const own = lines[index] ?? [];
    if (kind === 'broken' || kind === 'generated') judgeReader(testCase, fixture, spawn, verdicts);
    judgeEnd(fixture, spawn, role, verdicts);
    if (role === 'hook') judgeStdout(fixture, spawn, observation, verdicts);
    const tool = toolOf(fixture);
    if (kind === 'payload' || kind === 'seed' || kind === 'tool') {
      const form: Form = kind === 'payload' ? 'vendor' : 'seed';
      for (const row of readRows(fixture.vendor, fixture.event, tool))
        facts.taken.push({
          row,
          form,
          what: `${fixture.vendor} ${fixture.event}${tool === '' ? '' : ` of ${tool}`}`,
          ...taken(spawn),
        });
      if (role === 'emitter')
        facts.lines.push(...judgeEmitted(fixture, tool, own, kind === 'tool').map((told) => ({ ...told, form })));
    }
    if (kind === 'tolerated') judgeTolerated(testCase.id, spawn, verdicts);
    if (kind === 'missing') judgeMissing(testCase.title, spawn, own, role, verdicts);
  }
  if (kind === 'large') judgeByteCount(inputs, lines, verdicts);
  if (kind === 'lean' && attributed) judgeLean(testCase.title, observation, lines, verdicts);
  if (kind === 'routing' && attributed) judgeRouting(inputs, lines, observation, verdicts);
  if (kind === 'rollout' && role === 'emitter') judgeRollout(inputs, lines, attributed, verdicts);
  if (kind === 'same-task' && attributed) {
    const ids = lines.map((own) =>
      own.map((line) => line.member('todoId') ?? undefined).find((id) => id !== undefined),
    );
    if (ids[0] !== undefined && ids[1] !== undefined)
      verdicts.check('AP-EMI-020', ids[0] === ids[1], () => ({
        message:
          'TaskCreated and PostToolUse of TaskCreate give one task two values of todoId; derive it from the name',
        expected: String(ids[0]),
        actual: String(ids[1]),
      }));
  }
  if (kind === 'generated') {
    const outOf = lines.map((own) => own.map((line) => line.kind).join(', ') || 'nothing');
    return { findings: generatedFindings(testCase, verdicts.findings(), outOf) };
  }
  const findings: Finding[] = [...verdicts.findings(), ...leaks];
  const kinds = lines.map((own) => own.map((line) => line.kind));
  const anyLine = lines.some((own) => own.length > 0);
  return { findings, facts: { ...facts, anyLine, kinds } satisfies PayloadFacts };
}

/** 2 KB counted in characters, the most lenient unit, and three dots. */
const LONGEST_SNIPPET = 2051;

/** AP-PRIV-024, AP-PRIV-025: how much of an expanded prompt is kept; the length of an expanded prompt in bytes of UTF-8. */
function judgeByteCount(
  inputs: EmitterContext['inputs'],
  lines: readonly (readonly Line[])[],
  verdicts: Verdicts,
): void {
  const prompt = isObject(inputs[0]?.stdin) ? inputs[0].stdin['prompt'] : undefined;
  if (inputs[0]?.event !== 'UserPromptExpansion' || typeof prompt !== 'string') return;
  const bytes = Buffer.byteLength(prompt);
  for (const given of (lines[0] ?? []).map((line) => line.member('expandedPromptSnippet')))
    if (typeof given === 'string')
      verdicts.check('AP-PRIV-024', [...given].length <= LONGEST_SNIPPET, () => ({
        message: `expandedPromptSnippet has ${[...given].length} characters; keep the first 2 KB, and an ellipsis`,
        expected: 'at most 2048 characters and an ellipsis',
        actual: `${[...given].length} characters`,
      }));
  for (const given of (lines[0] ?? [])
    .map((line) => line.member('expandedPromptBytes'))
    .filter((one) => one !== undefined && one !== null))
    verdicts.check('AP-PRIV-025', given === bytes, () => ({
      message: `expandedPromptBytes is ${String(given)} for a prompt of ${bytes} bytes; count the bytes of the whole prompt`,
      expected: String(bytes),
      actual: String(given),
    }));
}

function linesOf(observation: Observation, context: PlanContext, count: number): readonly (readonly Line[])[] {
  const lines: Line[][] = Array.from({ length: count }, () => []);
  for (const { line, spawn } of outputDocuments(observation, context.subject, LOG_FILE)) {
    const one = isObject(line.value) ? lineOf(line.value) : undefined;
    if (one !== undefined) lines[Math.max(spawn, 0)]?.push(one);
  }
  return lines;
}

/** The rows that say a payload is read and handled. */
function readRows(vendor: string, event: string, tool: string): readonly string[] {
  if (vendor === 'codex') {
    const row = emission.codex.events[event];
    return row === undefined ? [] : [row];
  }
  if (emission.unhandled.events.includes(event)) return [emission.unhandled.row];
  const { events, tools } = registry('claude-code-payloads');
  const read = events.find((one) => one.event === event)?.requirements.read;
  const handled =
    event === 'PostToolUse'
      ? tools.filter((one) => names([one.tool], tool)).map((one) => one.requirements.handled)
      : [];
  return [...(read === undefined ? [] : [read]), ...handled];
}

/** AP-RDR-001: whatever it is given, a reader takes it or says why not. */
function judgeReader(
  testCase: Case,
  { vendor, event }: EmitterContext['inputs'][number],
  spawn: SpawnObservation | undefined,
  verdicts: Verdicts,
): void {
  const { kind, made } = testCase.context as { readonly kind: CaseKind } & Partial<GeneratedContext>;
  const end = spawn?.end;
  const refused = refusalOf(spawn) !== undefined;
  const breach = made?.breach;
  const input =
    kind === 'broken'
      ? "input that it can't take"
      : breach === undefined
        ? `a payload of ${vendor} ${event} that fits its schema`
        : `a payload of ${vendor} ${event} that breaks ${breach.keyword} at ${breach.pointer || 'its root'}`;
  verdicts.check('AP-RDR-001', end?.kind === 'exit' && (end.code === 0 || refused), () => ({
    message: `a reader ended with ${ended(end)} on ${input}; readers never throw`,
    expected: 'exit code 0, or {"ok": false, "reason": …}',
    actual: ended(end),
  }));
}

/** Members of a status line's payload that may be null (StatusLine). */
const NULLABLE = [
  '/context_window/used_percentage',
  '/context_window/remaining_percentage',
  '/context_window/current_usage',
] as const;

/** How it ended, and what it answered. */
function judgeEnd(
  { event, vendor, stdin }: EmitterContext['inputs'][number],
  spawn: SpawnObservation | undefined,
  role: string,
  verdicts: Verdicts,
): void {
  const end = spawn?.end;
  const own = end?.kind === 'exit';
  const answer = spawn?.stdout.bytes.toString('utf8') ?? '';
  const decides = role === 'hook' ? DECISION.test(answer) : answer.split('\n').some(isDecision);
  const rule = (row: string, what: string): void => {
    verdicts.check(row, own && end.code === 0 && !decides, () => ({
      message: `${what} ended with ${decides ? 'a decision' : ended(end)}; it is observed and nothing else`,
      expected: 'exit code 0 and no decision',
      actual: decides ? 'a decision on stdout' : ended(end),
    }));
  };
  if (event === 'PermissionRequest' && vendor === 'claude-code') rule('AP-EMI-017', 'PermissionRequest');
  if (event === 'PermissionRequest' && vendor === 'codex')
    verdicts.check('AP-CDX-030', !decides, () => ({
      message: 'a decision was written for a Codex PermissionRequest',
      expected: 'none',
      actual: answer.slice(0, 100),
    }));
  if (event === 'ConfigChange') rule('AP-EMI-018', 'ConfigChange');
  if (event === 'StatusLine' && NULLABLE.some((pointer) => at(stdin, pointer) === null))
    verdicts.check('AP-STL-022', own && end.code === 0, () => ({
      message: `the status line ended with ${ended(end)} on a payload whose percentages are null; take null for no value`,
      expected: 'exit code 0',
      actual: ended(end),
    }));
}

function judgeTolerated(id: string, spawn: SpawnObservation | undefined, verdicts: Verdicts): void {
  const found = /(rdf-00[24]|evt-054|cdx-028)/.exec(id)?.[1];
  if (found === undefined) return;
  const { ok, how } =
    found === 'rdf-004' || found === 'cdx-028'
      ? taken(spawn)
      : { ok: spawn?.end.kind === 'exit' && spawn.end.code === 0, how: ended(spawn?.end) };
  verdicts.check(`AP-${found.toUpperCase()}`, ok, () => ({
    message: `${id.split('/').at(-1)} ended with ${how}; take it or pass it over`,
    expected: 'exit code 0',
    actual: how,
  }));
}

/** A member is missing: the payload is taken, or refused with a reason and without events; never a throw. */
function judgeMissing(
  title: string,
  spawn: SpawnObservation | undefined,
  lines: readonly Line[],
  role: string,
  verdicts: Verdicts,
): void {
  const end = spawn?.end;
  const refusal = refusalOf(spawn);
  const reasoned = (spawn?.stderr.total ?? 0) > 0 || refusal?.reason === true;
  const told = lines.length > 0;
  const code = end?.kind === 'exit' ? end.code : undefined;
  const taken = refusal === undefined && code === 0;
  const fine = taken || (reasoned && !told && (code === 0 || role === 'emitter'));
  const how = `${ended(end)}${refusal === undefined ? '' : `, a refusal${reasoned ? '' : ' without a reason'}`}${told ? ' and an event' : ''}`;
  verdicts.check('AP-RDR-002', code !== undefined && fine, () => ({
    message: `${title}: ${how}; a reader takes the payload, or refuses it with a reason and emits no event`,
    expected: 'exit code 0, or a reason and no event',
    actual: how,
  }));
  if (complaint(spawn) === undefined && refusal === undefined && told) return;
  verdicts.check('AP-RDR-007', code === 0 && (refusal === undefined || !told), () => ({
    message: `${title}: ${how}; where reading fails the tool is not blocked and nothing is emitted`,
    expected: 'exit code 0 and no event',
    actual: how,
  }));
}

function judgeLean(
  title: string,
  observation: Observation,
  lines: readonly (readonly Line[])[],
  verdicts: Verdicts,
): void {
  const [full, lean] = [taken(observation.spawns[0]), taken(observation.spawns[1])];
  if (!full.ok) {
    verdicts.untested(
      'AP-COM-018',
      `${title}: the payload with both members ended with ${full.how}, so that it can't be told`,
    );
    return;
  }
  const kinds = lines.map((own) => own.map((line) => line.kind).join(', '));
  verdicts.check('AP-COM-018', lean.ok && kinds[0] === kinds[1], () => ({
    message: `${title}: ${lean.ok ? `${kinds[1] || 'nothing'} came of it` : lean.how}; neither member may be needed`,
    expected: kinds[0] || 'exit code 0',
    actual: lean.ok ? (kinds[1] ?? '') : lean.how,
  }));
}
