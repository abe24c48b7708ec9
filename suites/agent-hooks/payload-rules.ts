import type { Fixture } from '../../harness/model/corpus.ts';
import { at, isObject } from '../../harness/model/json.ts';
import type { Subject } from '../../harness/model/subject.ts';
import {
  canonicalEvent,
  canonicalToolsOf,
  mcpTool,
  nativeEventOf,
  nativeTool,
  partOf,
  subagentOf,
} from '../../vendors/vendor.ts';
import { type Emission, withEnd } from '../emissions.ts';
import type { Emitted } from '../stream/emitted.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import { absentSurface, beyondFor, type Cell, cellsFor, mapping } from './mapping.ts';

/** A cell that one style of an event met or broke; the run decides whether one style is enough (E-AH-41). */
export interface StyleFact {
  readonly row: string;
  readonly vendor: string;
  readonly style: string;
  readonly fault: { readonly message: string; readonly expected: string; readonly actual: string } | null;
}

export const typeOfEvent = (event: Pick<Emitted, 'value'>): string =>
  typeof event.value['event_type'] === 'string' ? event.value['event_type'] : '';

/** Judges what came of one native payload: section 8, action names, and what else depends on the payload. */
export function judgeEmission(emission: Emission, subject: Subject, verdicts: Verdicts): readonly StyleFact[] {
  const { fixture, events } = emission;
  const styles: StyleFact[] = [];
  for (const cell of cellsFor(fixture)) {
    if (absentSurface(subject, cell.emits) !== undefined) continue;
    judgeCell(emission, cell, verdicts, styles);
  }
  const beyond = beyondFor(fixture);
  if (beyond.length > 0 && !events.some((event) => beyond.includes(typeOfEvent(event))))
    verdicts.notice(
      'HC-AH-BEYOND-TABLE',
      `${fixture.vendor} ${fixture.event} has no cell in section 8 and gave ${listed(events)}; ${beyond.join(' or ')} would fit`,
    );
  // An id that is missing or no text is its own row's fault.
  const ids = events.flatMap(({ value }) => (typeof value['event_id'] === 'string' ? [value['event_id']] : []));
  if (ids.length > 1)
    verdicts.check('AH-MPX-002', new Set(ids).size === ids.length, () => ({
      message: `two events of one ${fixture.event} have the same event_id; give each its own`,
      expected: 'different ids',
      actual: shown(ids),
    }));
  for (const event of events) judgeAction(event, emission, verdicts);
  judgeSubagent(emission, verdicts);
  judgeCompaction(emission, verdicts);
  judgeSpelling(emission, verdicts);
  judgeInlineEdit(emission, verdicts);
  return styles;
}

const listed = (events: readonly Emitted[]): string =>
  events.length === 0 ? 'nothing' : events.map(typeOfEvent).join(', ');

function judgeCell(emission: Emission, cell: Cell, verdicts: Verdicts, styles: StyleFact[]): void {
  const { fixture, events, valid } = emission;
  const matching = events.flatMap((event, index) => (cell.emits.includes(typeOfEvent(event)) ? [index] : []));
  if (matching.length === 0 && emission.garbled) {
    verdicts.untested(cell.row, 'what came of the payload is no event (AH-ENV-001)');
    return;
  }
  if (matching.length > 0 && !matching.some((index) => valid[index])) {
    verdicts.untested(cell.row, 'the event that came of the payload has no valid envelope (AH-ENV-001)');
    return;
  }
  const expected = cell.emits.join(' or ');
  const fault =
    matching.length > 0
      ? null
      : {
          message: `${fixture.vendor} ${fixture.event} gave ${listed(events)}${withEnd(emission.end)}; it must give ${expected}`,
          expected,
          actual: listed(events),
        };
  if (cell.anyStyle === true) styles.push({ row: cell.row, vendor: fixture.vendor, style: fixture.event, fault });
  else if (fault === null) verdicts.met(cell.row);
  else verdicts.broken(cell.row, fault);
}

/** Judges names and arguments of actions (section 7.5) against the tool that the payload speaks of. */
function judgeAction(event: Emitted, emission: Emission, verdicts: Verdicts): void {
  const { fixture } = emission;
  const type = typeOfEvent(event);
  if (type !== 'Action.Before' && type !== 'Action.After') return;
  const name = at(event.value, '/data/action/name');
  if (typeof name === 'string' && name !== '') {
    const tools = canonicalToolsOf(fixture);
    const rules = tools.flatMap((tool) => mapping.actions[tool] ?? []);
    const rule = rules[0];
    if (rule !== undefined) {
      const allowed = rules.flatMap((one) => one.names);
      const ok =
        rules.some((one) => one.custom === true) ||
        (tools.includes('mcp') ? namesMcpTool(name, fixture) : allowed.includes(name));
      verdicts.check(rule.row, ok, () => ({
        message: `${type} of ${fixture.vendor} ${nativeTool(fixture) ?? fixture.event} is named "${name}"; its standard name is ${allowed.join(' or ')}`,
        expected: allowed.join(' or '),
        actual: name,
        input: event.text,
      }));
    }
  }
  const success = at(event.value, '/data/action/result/success');
  if (type === 'Action.After' && canonicalEvent(fixture.vendor, fixture.event) === 'tool_use_failure') {
    const result = at(event.value, '/data/action/result');
    if (isObject(result))
      verdicts.check('AH-MPX-004', success === false, () => ({
        message: `the Action.After of a failed ${nativeTool(fixture) ?? 'tool'} has result.success ${shown(success)}; it failed`,
        expected: 'false',
        actual: shown(success),
        input: event.text,
      }));
  }
  judgeArguments(event, emission, verdicts);
}

/** The tool, with or without its server; a server alone names no tool (E-AH-34). */
function namesMcpTool(name: string, fixture: Fixture): boolean {
  if (!/^mcp:.+/.test(name)) return false;
  const native = nativeTool(fixture);
  const stands = nativeEventOf(fixture.vendor, fixture.event)?.tool === 'mcp';
  // A vendor whose tool is called "use an MCP tool" names the real one in its input.
  const tool =
    native === undefined ? undefined : (mcpTool(fixture.vendor, native)?.tool ?? (stands ? native : undefined));
  if (tool === undefined) return true;
  const rest = name.slice('mcp:'.length);
  return rest.endsWith(tool) || tool.endsWith(rest.split(/[/.:]/).at(-1) ?? rest);
}

/** A command or path that the payload's input holds: what must be found again in data.action.input. */
function telltale(fixture: Fixture): string | undefined {
  const input = partOf(fixture, 'toolInput');
  const tools = canonicalToolsOf(fixture);
  if (!tools.some((tool) => ['shell', 'file_read', 'file_write', 'file_edit'].includes(tool))) return undefined;
  const members = typeof input === 'string' ? (parsedObject(input) ?? [input]) : input;
  const texts = Array.isArray(members) ? (members as unknown[]) : isObject(members) ? Object.values(members) : [];
  const found = texts.find((text) => typeof text === 'string' && text.length >= 3 && text.length < 300);
  if (typeof found !== 'string') return undefined;
  // Paths are rewritten to the case's own: their last part stays.
  return tools.includes('shell') ? found.split(/\s/)[0] : found.split(/[/\\]/).at(-1);
}

/** A vendor that sends arguments as JSON within a string means the object. */
function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const REDACTED = /redact|\*{3}|sha256:|\[(removed|hidden|masked|filtered)/i;

function judgeArguments(event: Emitted, emission: Emission, verdicts: Verdicts): void {
  const { fixture } = emission;
  const mark = telltale(fixture);
  if (mark === undefined || mark === '') return;
  const input = JSON.stringify(at(event.value, '/data/action/input') ?? null);
  const kept = input.includes(JSON.stringify(mark).slice(1, -1)) || REDACTED.test(input);
  const named = typeof at(event.value, '/data/action/name') === 'string';
  verdicts.check('AH-MPX-005', kept && named, () => ({
    message: `${typeOfEvent(event)} of ${fixture.vendor} ${nativeTool(fixture) ?? fixture.event} does not keep what the tool was called with; put it in data.action.input`,
    expected: `data.action with a name and an input that holds ${shown(mark)}`,
    actual: shown(at(event.value, '/data/action')),
    input: event.text,
  }));
}

function judgeSubagent(emission: Emission, verdicts: Verdicts): void {
  const { fixture, events } = emission;
  if (canonicalEvent(fixture.vendor, fixture.event) !== 'subagent_start') return;
  const { type } = subagentOf(fixture);
  if (type === undefined || type.toLowerCase() === 'plan') return;
  const plan = events.find((event) => typeOfEvent(event) === 'Agent.Plan.Start');
  verdicts.check('AH-MPX-003', plan === undefined, () => ({
    message: `the start of a sub-agent of type ${shown(type)} gave Agent.Plan.Start; only a Plan sub-agent plans`,
    expected: 'no Agent.Plan.Start',
    actual: 'Agent.Plan.Start',
  }));
}

function judgeCompaction(emission: Emission, verdicts: Verdicts): void {
  const { fixture, events } = emission;
  if (canonicalEvent(fixture.vendor, fixture.event) !== 'before_compact') return;
  const auto = at(fixture.stdin, '/trigger') === 'auto';
  for (const event of events.filter((one) => typeOfEvent(one) === 'Context.Compaction')) {
    const after = at(event.value, '/data/tokens_after');
    verdicts.check('AH-DAT-051', after === undefined || Number.isInteger(after), () => ({
      message: `Context.Compaction comes before compaction, so that tokens_after ${shown(after)} can only be left out or an integer`,
      expected: 'absent or an integer',
      actual: shown(after),
      input: event.text,
    }));
    const acts = at(event.value, '/actor/type');
    if (auto && typeof acts === 'string')
      verdicts.check('AH-ACT-008', acts === 'system', () => ({
        message: `an automatic compaction is attributed to "${acts}"; the platform itself is "system"`,
        expected: 'system',
        actual: acts,
        input: event.text,
      }));
  }
}

function judgeSpelling(emission: Emission, verdicts: Verdicts): void {
  const { fixture, events } = emission;
  const wanted = mapping.spelling[fixture.vendor];
  if (wanted === undefined) return;
  for (const event of events) {
    const tool = at(event.value, '/source/tool');
    if (typeof tool !== 'string' || tool === '') continue;
    verdicts.check('AH-SRC-004', tool === wanted, () => ({
      message: `source.tool is "${tool}" for a payload of ${fixture.vendor}; section 6.1 spells it "${wanted}"`,
      expected: wanted,
      actual: tool,
      input: event.text,
    }));
  }
}

/** AH-DAT-036: what the editor itself changed, no tool of the agent, has a standard name of its own. */
function judgeInlineEdit({ fixture, events }: Emission, verdicts: Verdicts): void {
  if (!mapping.inline_edits.includes(canonicalEvent(fixture.vendor, fixture.event) ?? '')) return;
  for (const event of events) {
    const name = at(event.value, '/data/action/name');
    if (/^Action\.(Before|After)$/.test(typeOfEvent(event)) && typeof name === 'string' && name !== '')
      verdicts.check('AH-DAT-036', name === 'code_edit', () => ({
        message: `an edit that the editor itself made is named "${name}"; its standard name is code_edit`,
        expected: 'code_edit',
        actual: name,
        input: event.text,
      }));
  }
}
