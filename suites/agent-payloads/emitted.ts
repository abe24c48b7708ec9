import type { Fixture } from '../../harness/model/corpus.ts';
import { at, isObject } from '../../harness/model/json.ts';
import { emission, names, type Wanted } from './data.ts';

/** One emitted line (contract, section 2): members are looked for in `metadata` and at the top. */
export interface Line {
  readonly kind: string;
  /** The whole line as compact JSON. */
  readonly text: string;
  member(name: string): unknown;
}

export function lineOf(value: Readonly<Record<string, unknown>>): Line | undefined {
  const { kind, metadata } = value;
  if (typeof kind !== 'string') return undefined;
  const inner = isObject(metadata) ? metadata : {};
  return {
    kind,
    text: JSON.stringify(value),
    member: (name) => (Object.hasOwn(inner, name) ? inner[name] : value[name]),
  };
}

interface Told {
  readonly row: string;
  /** Null: as it should be. */
  readonly fault: string | null;
}

/** What is wrong with a member, or null. */
function wrong(name: string, wanted: Wanted, line: Line, payload: unknown): string | null {
  const value = line.member(name);
  if (value === undefined || value === null) return `${name} is missing`;
  if (wanted === 'present') return null;
  if (typeof wanted === 'string')
    return value === wanted ? null : `${name} is ${JSON.stringify(value)}, not "${wanted}"`;
  if ('count' in wanted) {
    const list = at(payload, wanted.count);
    return !Array.isArray(list) || value === list.length
      ? null
      : `${name} is ${JSON.stringify(value)}, not ${list.length}`;
  }
  // What a payload has as null it doesn't tell, and any value will do.
  const given = wanted.from.map((pointer) => at(payload, pointer)).find((one) => one !== undefined && one !== null);
  if (given === undefined) return null;
  const expected = wanted.prefix === undefined ? given : `${wanted.prefix}${String(given)}`;
  return JSON.stringify(value) === JSON.stringify(expected)
    ? null
    : `${name} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`;
}

function judgeLines(
  row: string,
  what: string,
  kinds: readonly string[],
  members: Readonly<Record<string, Wanted>>,
  lines: readonly Line[],
  payload: unknown,
): Told {
  const fitting = kinds.includes('*') ? lines : lines.filter(({ kind }) => kinds.includes(kind));
  if (fitting.length === 0)
    return { row, fault: `${what} gave no ${kinds.includes('*') ? 'event' : kinds.join(' or ')}` };
  const faults = fitting.map((line) =>
    Object.entries(members).flatMap(([name, wanted]) => wrong(name, wanted, line, payload) ?? []),
  );
  const best = faults.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return { row, fault: best.length === 0 ? null : `${what}: ${best.join(', ')}` };
}

/** Judges the lines that came of one payload. `whole`: the payload uses every member of the tool's input. */
export function judgeEmitted(fixture: Fixture, tool: string, lines: readonly Line[], whole: boolean): readonly Told[] {
  const { vendor, event, stdin } = fixture;
  const what = `${vendor} ${event}${tool === '' ? '' : ` of ${tool}`}`;
  const told: Told[] = emission.events
    .filter((rule) => rule.vendor === vendor && rule.event === event)
    .map((rule) => judgeLines(rule.row, what, rule.kinds, rule.members, lines, stdin));
  if (event !== 'PostToolUse') return told;
  if (vendor === 'codex') {
    const row = Object.entries(emission.codex.tools).find(([name]) => names([name], tool))?.[1];
    if (row !== undefined) told.push({ row, fault: lines.length > 0 ? null : `${what} gave no event` });
    if (tool === 'apply_patch' || tool.startsWith('mcp__')) told.push(...crossCheck(what, tool, lines, stdin));
    return told;
  }
  if (!whole) return told;
  for (const rule of emission.tools)
    if (names(rule.tools, tool)) told.push(judgeLines(rule.row, what, [rule.kind ?? '*'], rule.members, lines, stdin));
  // Members that are required stand in what is told of a call; where nothing is told of it, other rows report that.
  if (!emission.semantic.tools.includes(tool) || lines.length === 0) return told;
  told.push(...judgeSemantics(what, lines));
  return told;
}

/**
 * AP-SEM: a required member is there and an optional one may be left out. One that is null is neither left out nor a string:
 * where the document allows null it writes `| null` (StatusLine), and of these members it writes `?: string`.
 */
function judgeSemantics(what: string, lines: readonly Line[]): readonly Told[] {
  return emission.semantic.members.flatMap(({ row, member, required, words }): Told[] => {
    const values = lines.map((line) => line.member(member)).filter((one) => one !== undefined);
    if (values.length === 0) return required === true ? [{ row, fault: `${what}: ${member} is missing` }] : [];
    const wrong = values.find((value) => typeof value !== 'string' || (words !== undefined && !words.includes(value)));
    const hint = required === true ? '' : '; leave it out where it has no value';
    return [
      {
        row,
        fault:
          wrong === undefined ? null : `${what}: ${member} is ${JSON.stringify(wrong)}${wrong === null ? hint : ''}`,
      },
    ];
  });
}

/** AP-META-016, AP-XCK: how copies of one call are told from hook and rollout. */
function crossCheck(what: string, tool: string, lines: readonly Line[], payload: unknown): readonly Told[] {
  const check = lines.map((line) => line.member('crossCheck')).find(isObject);
  if (check === undefined) return [{ row: 'AP-META-016', fault: `${what}: crossCheck is missing` }];
  const { source, dedupeKey: key } = check;
  const id = at(payload, '/tool_use_id');
  const told: Told[] = [
    {
      row: 'AP-META-016',
      fault:
        typeof source === 'string' && typeof key === 'string' ? null : `${what}: crossCheck lacks source or dedupeKey`,
    },
    {
      row: 'AP-XCK-001',
      fault: source === 'hook' ? null : `${what}: crossCheck.source is ${JSON.stringify(source)}, not "hook"`,
    },
  ];
  const patch = tool === 'apply_patch';
  const { ok, wanted } =
    typeof id === 'string' ? exactly(id) : patch ? patchKey(payload) : exactly(`${tool}:${at(payload, '/turn_id')}`);
  told.push({
    row: patch ? 'AP-XCK-003' : 'AP-XCK-004',
    fault: ok(key) ? null : `${what}: crossCheck.dedupeKey is ${JSON.stringify(key)}, not ${wanted}`,
  });
  return told;
}

interface Key {
  readonly ok: (key: unknown) => boolean;
  readonly wanted: string;
}

const exactly = (wanted: string): Key => ({ ok: (key) => key === wanted, wanted: JSON.stringify(wanted) });

/** The first path as the header has it, or made absolute, and the length of the patch (E-AP-22 tests it in ASCII). */
function patchKey(payload: unknown): Key {
  const text = ['/tool_input/input', '/tool_input/command']
    .map((pointer) => at(payload, pointer))
    .find((one) => typeof one === 'string');
  const patch = text ?? '';
  const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1] ?? '';
  const [head, tail] = ['apply_patch:', `${path}:${patch.length}`];
  const ok = (key: unknown): boolean =>
    key === `${head}${tail}` || (typeof key === 'string' && key.startsWith(`${head}/`) && key.endsWith(`/${tail}`));
  return { ok, wanted: JSON.stringify(`${head}${tail}`) };
}
