import { data } from '../../harness/assets.ts';
import { isDateTime, isIso8601DateTime } from '../../harness/formats/date-time.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { indexed, judgeMember, type MemberRule, memberFault } from '../stream/member-rules.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';

interface Members {
  readonly types: readonly string[];
  readonly future: readonly string[];
  readonly members: readonly MemberRule[];
  readonly suggested: Readonly<Record<'number' | 'string', readonly string[]>>;
  readonly asks: Readonly<Record<string, { readonly type: string; readonly row: string }>>;
}

export const members: Members = data<Members>('suites/openhook/members');
const membersOf = indexed(members.members);

const REQUIRED: Readonly<Record<string, string>> = {
  openhook: 'OH-ENV-002',
  id: 'OH-ENV-003',
  source: 'OH-ENV-004',
  type: 'OH-ENV-005',
  time: 'OH-ENV-006',
  session_id: 'OH-ENV-007',
};
export const NINE: ReadonlySet<string> = new Set([...Object.keys(REQUIRED), 'data', 'context', 'extensions']);

export const UUID4: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Proper kebab case: letters first, one hyphen between words. */
export const SOURCE: RegExp = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;
/** What may stand in a URI unescaped (RFC 3986), a percent sign only before two hexadecimal digits. */
const ENCODED = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

export function nameOf(event: Emitted): string {
  const { type } = event.value;
  return typeof type === 'string' && type !== '' ? type : 'an event';
}

/** The fail-grade rows of the envelope: what an event must satisfy to be one. */
const ENVELOPE_ROWS = /^OH-(ENV-0(0[2-8]|1[0156789])|OPT-00[1258])$/;

/** Judges the envelope of one event; returns whether it is valid. */
export function judgeEnvelope(event: Emitted, verdicts: Verdicts, locate: Locate): boolean {
  const { value } = event;
  let valid = true;
  const rule = (id: string, ok: boolean, member: string, expected: string, hint: string): boolean => {
    if (!ok && ENVELOPE_ROWS.test(id)) valid = false;
    return verdicts.check(id, ok, () =>
      memberFault(nameOf(event), event, `/${member}`, expected, value[member], hint, locate),
    );
  };
  for (const [member, id] of Object.entries(REQUIRED))
    rule(
      id,
      value[member] !== undefined && value[member] !== null,
      member,
      'the member in every event',
      'every event must carry it',
    );
  const has = (member: string): boolean => value[member] !== undefined && value[member] !== null;
  const text = (member: string): string | undefined => (typeof value[member] === 'string' ? value[member] : undefined);

  if (has('openhook')) {
    const version = text('openhook');
    const form = version !== undefined && /^\d+\.\d+$/.test(version);
    if (rule('OH-ENV-008', form, 'openhook', 'MAJOR.MINOR', 'write two groups of digits, such as "0.1"'))
      rule('OH-ENV-009', version === '0.1', 'openhook', '"0.1"', 'this edition is 0.1');
  }
  if (has('id') && rule('OH-ENV-010', text('id') !== undefined, 'id', 'a string', 'it must be a string')) {
    const id = text('id') ?? '';
    rule('OH-ENV-011', id !== '', 'id', 'an id', 'an empty id identifies nothing');
    rule('OH-ENV-012', UUID4.test(id), 'id', 'a UUID of version 4', 'write a random UUID');
  }
  if (has('source')) {
    const source = text('source');
    const form = source !== undefined && /^[a-z0-9][a-z0-9-]*$/.test(source);
    if (rule('OH-ENV-015', form, 'source', 'lower-case letters, digits and hyphens', 'write it in kebab case'))
      rule(
        'OH-ENV-023',
        SOURCE.test(source ?? ''),
        'source',
        'proper kebab case',
        'begin with a letter, one hyphen between words',
      );
  }
  if (has('type')) {
    const type = text('type');
    if (
      rule(
        'OH-ENV-016',
        type !== undefined && /^[a-z]+(\.[a-z]+)+$/.test(type),
        'type',
        'dotted lower case',
        'write it as the tables do',
      )
    ) {
      const known = members.types.includes(type ?? '');
      rule('OH-ENV-017', known, 'type', members.types.join(', '), 'version 0.1 has six types');
      rule('OH-ENV-024', known, 'type', members.types.join(', '), 'version 0.1 has six types');
      rule(
        'OH-ART-004',
        !members.future.includes(type ?? ''),
        'type',
        'a type of version 0.1',
        'the name is kept for a later version',
      );
    }
  }
  if (has('time')) {
    const time = text('time');
    if (
      rule(
        'OH-ENV-018',
        time !== undefined && isIso8601DateTime(time),
        'time',
        'an ISO 8601 time with its zone',
        'add Z or an offset, and nothing after it',
      )
    )
      rule('OH-ENV-025', isDateTime(time ?? ''), 'time', 'the RFC 3339 form', 'write it like 2026-02-23T10:15:30.123Z');
  }
  if (
    has('session_id') &&
    rule('OH-ENV-019', text('session_id') !== undefined, 'session_id', 'a string', 'it must be a string')
  )
    rule('OH-ENV-021', text('session_id') !== '', 'session_id', 'an id', 'an empty id ties nothing together');

  const absentOr = (id: string, ok: boolean, member: string, kind: string): boolean =>
    rule(id, value[member] === undefined || ok, member, `absent or ${kind}`, `it must be ${kind}`);
  absentOr('OH-OPT-001', isObject(value['data']), 'data', 'an object');
  absentOr('OH-OPT-005', isObject(value['extensions']), 'extensions', 'an object');
  if (absentOr('OH-OPT-002', text('context') !== undefined, 'context', 'a string')) {
    const context = text('context');
    if (
      context !== undefined &&
      rule('OH-OPT-003', URI.test(context), 'context', 'an absolute URI', 'write file:// before a folder')
    )
      rule(
        'OH-OPT-004',
        !/^file:/i.test(context) || (/^file:\/\//i.test(context) && ENCODED.test(context)),
        'context',
        'a file URI, percent-encoded',
        'encode what a URI can not hold',
      );
  }
  const more = Object.keys(value).filter((member) => !NINE.has(member));
  for (const row of ['OH-OPT-008', 'OH-VER-007']) {
    const first = more[0];
    if (first === undefined) verdicts.met(row);
    else rule(row, false, first, 'the nine members of the envelope', `put ${shown(first)} into extensions`);
  }
  return valid;
}

/** Judges `data` of one event. */
export function judgeData(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const { type, data: payload } = event.value;
  if (typeof type !== 'string' || !members.types.includes(type)) return;
  if (payload !== undefined && !isObject(payload)) return;
  const given = payload ?? {};
  for (const rule of membersOf(type))
    judgeMember(event, rule, given, { rules: members.members, nameOf }, verdicts, locate);
  const { start_line: start, end_line: end } = given;
  if (typeof start === 'number' && typeof end === 'number')
    verdicts.check('OH-DAT-041', end >= start, () =>
      memberFault(
        type,
        event,
        '/data/end_line',
        `${start} or more`,
        end,
        'it is inclusive and not before start_line',
        locate,
      ),
    );
  for (const kind of ['number', 'string'] as const)
    for (const member of members.suggested[kind]) {
      const value = given[member];
      if (value === undefined) continue;
      verdicts.check('OH-DAT-047', typeof value === kind, () =>
        memberFault(type, event, `/data/${member}`, `a ${kind}`, value, `its name suggests a ${kind}`, locate),
      );
    }
}
