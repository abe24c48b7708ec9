import { isDateTime } from '../../harness/formats/date-time.ts';
import { escapeToken, isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { shown, typeOf, type Verdicts } from '../stream/verdicts.ts';

const REQUIRED: Readonly<Record<string, string>> = {
  spec_version: 'AH-ENV-002',
  event_id: 'AH-ENV-003',
  event_type: 'AH-ENV-004',
  timestamp: 'AH-ENV-005',
  source: 'AH-ENV-006',
  session_id: 'AH-ENV-007',
};

/** Optional members of the envelope with their JSON type (section 6.1). */
const OPTIONAL: Readonly<Record<string, { readonly type: 'string' | 'object'; readonly id: string }>> = {
  parent_session_id: { type: 'string', id: 'AH-ENV-018' },
  user: { type: 'object', id: 'AH-ENV-019' },
  actor: { type: 'object', id: 'AH-ENV-020' },
  agent_mode: { type: 'string', id: 'AH-ENV-021' },
  data: { type: 'object', id: 'AH-ENV-022' },
  risk: { type: 'object', id: 'AH-ENV-023' },
  metadata: { type: 'object', id: 'AH-ENV-024' },
};

export const VERSION: RegExp = /^[0-9]+\.[0-9]+\.[0-9]+$/;
/** Shape alone: version and variant digits aren't judged, a `urn:uuid:` prefix is refused (E-AH-23). */
export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
export const ACTORS: readonly string[] = ['user', 'ai_agent', 'system'];
export const MODES: readonly string[] = ['agent', 'plan', 'execute', 'chat', 'edit'];
export const RISKS: readonly string[] = ['low', 'medium', 'high', 'critical'];
export const METADATA_KEY: RegExp = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/;

/** The name by which messages speak of an event. */
export function nameOf(event: Emitted): string {
  const type = event.value['event_type'];
  return typeof type === 'string' && type !== '' ? type : 'an event';
}

/**
 * Judges the envelope of one event (section 6.1). Returns whether it satisfies the envelope schema: a rule that looks at what
 * an event means must not be charged with what its envelope lacks.
 */
export function judgeEnvelope(event: Emitted, verdicts: Verdicts, locate: Locate): boolean {
  const { value } = event;
  const name = nameOf(event);
  let schemaFault: { message: string; expected: string; actual: string; pointer: string } | undefined;
  const rule = (
    id: string,
    ok: boolean,
    pointer: string,
    expected: string,
    hint: string,
    actual: unknown,
    inSchema: boolean,
  ): boolean => {
    if (ok) {
      verdicts.met(id);
      return true;
    }
    const seen = shown(actual);
    const message = `${name}: ${pointer.slice(1).replaceAll('/', '.')} is ${seen}${hint === '' ? '' : `; ${hint}`}`;
    const where = locate(event, pointer);
    verdicts.broken(id, {
      message,
      expected,
      actual: seen,
      input: event.text,
      ...(where === undefined ? {} : { where }),
    });
    if (inSchema) schemaFault ??= { message, expected, actual: seen, pointer };
    return false;
  };

  for (const [member, id] of Object.entries(REQUIRED)) {
    const present = Object.hasOwn(value, member) && value[member] !== null;
    rule(id, present, `/${member}`, 'the member in every event', 'every event must carry it', value[member], true);
  }
  const has = (member: string): boolean => value[member] !== undefined && value[member] !== null;
  const text = (member: string, id: string): boolean =>
    rule(id, typeof value[member] === 'string', `/${member}`, 'a string', 'it must be a string', value[member], true);

  if (has('spec_version')) {
    const version = value['spec_version'];
    const ok = typeof version === 'string' && VERSION.test(version);
    const hint = 'write three groups of digits, such as "0.1.0"';
    rule('AH-ENV-008', ok, '/spec_version', 'MAJOR.MINOR.PATCH', hint, version, true);
    rule('AH-VER-001', ok, '/spec_version', 'MAJOR.MINOR.PATCH', hint, version, true);
  }
  if (has('event_id')) {
    const id = value['event_id'];
    const ok = typeof id === 'string' && UUID.test(id);
    rule('AH-ENV-009', ok, '/event_id', 'a UUID (8-4-4-4-12 hexadecimal digits)', 'write a UUID', id, true);
    if (id === NIL_UUID)
      verdicts.notice(
        'HC-NIL-UUID',
        `${name}: event_id is the nil UUID, which identifies nothing`,
        locate(event, '/event_id'),
      );
  }
  if (has('event_type') && text('event_type', 'AH-ENV-011'))
    rule('AH-SRC-005', value['event_type'] !== '', '/event_type', 'a name', 'name the event', '', false);
  if (has('timestamp')) {
    const time = value['timestamp'];
    const ok = typeof time === 'string' && isDateTime(time);
    const hint = 'write RFC 3339 with Z or an offset, such as 2026-02-08T19:22:11.123Z';
    rule('AH-ENV-012', ok, '/timestamp', 'an RFC 3339 date-time with an offset', hint, time, true);
  }
  if (has('session_id') && text('session_id', 'AH-ENV-015'))
    rule(
      'AH-ENV-017',
      value['session_id'] !== '',
      '/session_id',
      'an id',
      'an empty id ties nothing together',
      '',
      false,
    );

  let nulls = 0;
  for (const [member, { type, id }] of Object.entries(OPTIONAL)) {
    const seen = value[member];
    if (seen === null) {
      nulls++;
      rule(
        'AH-ENV-026',
        false,
        `/${member}`,
        'the member left out',
        'leave out a member that has no value',
        null,
        true,
      );
      continue;
    }
    const ok = seen === undefined || (type === 'object' ? isObject(seen) : typeof seen === 'string');
    rule(id, ok, `/${member}`, `absent or of type ${type}`, `it must be of type ${type}`, seen, true);
  }
  if (nulls === 0) verdicts.met('AH-ENV-026');

  if (has('source')) judgeSource(value['source'], rule);
  judgeParties(value, rule, (id) => verdicts.met(id));
  judgeRisk(value, rule);
  const { metadata } = value;
  if (isObject(metadata)) {
    for (const key of Object.keys(metadata)) {
      const hint = `use reverse-domain notation for ${shown(key)}, such as "com.example"`;
      const pointer = `/metadata/${escapeToken(key)}`;
      rule(
        'AH-MET-002',
        METADATA_KEY.test(key),
        pointer,
        'a key in reverse-domain notation',
        hint,
        metadata[key],
        false,
      );
    }
  }
  if (schemaFault === undefined) {
    verdicts.met('AH-ENV-001');
    return true;
  }
  const where = locate(event, schemaFault.pointer);
  verdicts.broken('AH-ENV-001', {
    message: `the envelope schema is not satisfied by ${schemaFault.message}`,
    expected: 'an event that satisfies the envelope schema',
    actual: schemaFault.actual,
    input: event.text,
    ...(where === undefined ? {} : { where }),
  });
  return false;
}

type Rule = (
  id: string,
  ok: boolean,
  pointer: string,
  expected: string,
  hint: string,
  actual: unknown,
  inSchema: boolean,
) => boolean;

function judgeSource(source: unknown, rule: Rule): void {
  if (!rule('AH-ENV-014', isObject(source), '/source', 'an object', 'it must be an object', source, true)) return;
  if (!isObject(source)) return;
  const { tool, version } = source;
  const given = tool !== undefined && tool !== null;
  if (rule('AH-SRC-001', given, '/source/tool', 'the name of the tool', 'name the tool', tool, true))
    if (rule('AH-SRC-002', typeof tool === 'string', '/source/tool', 'a string', 'it must be a string', tool, true))
      rule('AH-SRC-005', tool !== '', '/source/tool', 'a name', 'name the tool', tool, false);
  const ok = version === undefined || typeof version === 'string';
  rule('AH-SRC-003', ok, '/source/version', 'absent or a string', 'write the version as a string', version, true);
}

const ABSENT_IS_FINE: Readonly<Record<string, readonly string[]>> = {
  user: ['AH-USR-001', 'AH-USR-002'],
  actor: ['AH-ACT-001', 'AH-ACT-006', 'AH-ACT-007'],
  agent_mode: ['AH-MOD-006'],
  risk: ['AH-RSK-001', 'AH-RSK-003', 'AH-RSK-004'],
};

function judgeParties(value: Readonly<Record<string, unknown>>, rule: Rule, absent: (id: string) => void): void {
  const { user, actor, agent_mode: mode } = value;
  const optionalText = (id: string, of: Record<string, unknown>, pointer: string, member: string): void => {
    const seen = of[member];
    const ok = seen === undefined || typeof seen === 'string';
    rule(id, ok, `${pointer}/${member}`, 'absent or a string', 'it must be a string', seen, true);
  };
  // What is absent is as it should be: these rows ask for nothing.
  for (const [member, ids] of Object.entries(ABSENT_IS_FINE)) if (value[member] === undefined) ids.forEach(absent);
  if (isObject(user)) {
    optionalText('AH-USR-001', user, '/user', 'id');
    optionalText('AH-USR-002', user, '/user', 'name');
  }
  if (isObject(actor)) {
    const { type } = actor;
    if (rule('AH-ACT-001', type !== undefined && type !== null, '/actor/type', 'a type', 'say who acts', type, true)) {
      const hint = type === 'agent' ? 'use "ai_agent"' : `use one of ${ACTORS.join(', ')}`;
      const ok = typeof type === 'string' && ACTORS.includes(type);
      rule('AH-ACT-005', ok, '/actor/type', ACTORS.join(', '), hint, type, true);
    }
    optionalText('AH-ACT-006', actor, '/actor', 'id');
    optionalText('AH-ACT-007', actor, '/actor', 'name');
  }
  if (typeof mode === 'string')
    rule(
      'AH-MOD-006',
      MODES.includes(mode),
      '/agent_mode',
      MODES.join(', '),
      `use one of ${MODES.join(', ')}`,
      mode,
      true,
    );
}

function judgeRisk(value: Readonly<Record<string, unknown>>, rule: Rule): void {
  const { risk, data } = value;
  if (isObject(risk)) {
    const { score, level, factors } = risk;
    const whole = score === undefined || Number.isInteger(score);
    rule('AH-RSK-001', whole, '/risk/score', 'absent or an integer', 'write a whole number', score, true);
    if (typeof score === 'number') {
      const inside = score >= 0 && score <= 100;
      rule('AH-RSK-002', inside, '/risk/score', '0 to 100', 'keep it between 0 and 100', score, true);
    }
    const known = level === undefined || (typeof level === 'string' && RISKS.includes(level));
    rule('AH-RSK-003', known, '/risk/level', RISKS.join(', '), `use one of ${RISKS.join(', ')}`, level, true);
    const list = factors === undefined || (Array.isArray(factors) && factors.every((one) => typeof one === 'string'));
    rule('AH-RSK-004', list, '/risk/factors', 'absent or a list of strings', 'write a list of strings', factors, true);
  }
  if (isObject(data)) {
    const inside = Object.hasOwn(data, 'risk') ? typeOf(data['risk']) : undefined;
    const hint = 'move it beside data';
    rule('AH-RSK-006', inside === undefined, '/data/risk', 'risk beside data', hint, data['risk'], false);
  }
}
