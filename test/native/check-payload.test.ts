import { describe, expect, test } from 'vitest';
import type { Fixture } from '../../harness/model/corpus.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { checkPayload, unwrapFixture } from '../../vendors/check-payload.ts';
import { readPayloadSchema } from '../../vendors/payload-schema.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { canonicalEvent, eventNames, nativeEventOf, vendor } from '../../vendors/vendor.ts';
import { walk } from '../../vendors/walk-schema.ts';
import { payloadSchemaOf } from './ajv.ts';
import { brokenByRule } from './broken-payloads.ts';

const corpus = await loadCorpus(VENDORS);

function schemaFor(slug: string, event: string): NonNullable<ReturnType<typeof readPayloadSchema>> {
  const schema = readPayloadSchema(slug, event, nativeEventOf(slug, event));
  if (!schema) throw new Error(`no schema for ${slug} ${event}`);
  return schema;
}

/** One fixture of each event of a vendor. */
function oneOfEach(slug: string): readonly Fixture[] {
  const first = new Map<string, Fixture>();
  for (const fixture of corpus.fixtures(slug)) if (!first.has(fixture.event)) first.set(fixture.event, fixture);
  return [...first.values()];
}

describe.each(VENDORS)('%s', (slug) => {
  test('recorded payloads are what the schema says, and nothing in them is new', () => {
    for (const fixture of corpus.fixtures(slug).filter((one) => one.how === 'recorded')) {
      const { errors, drift } = checkPayload(fixture.stdin, { vendor: slug, event: fixture.event });
      expect([fixture.name, errors, drift]).toEqual([fixture.name, [], []]);
    }
  });

  test('what is missing or of the wrong type is refused, by the walk and by a full validator alike', () => {
    for (const event of eventNames(slug)) {
      const fixture = corpus.fixtures(slug).find((one) => one.event === event);
      if (!fixture) continue;
      const schema = schemaFor(slug, event);
      const required = schema.required ?? [];
      const broken = brokenByRule(fixture, required, (member) => {
        const part = schema.properties?.[member];
        return part !== undefined && Object.keys(part).length > 0;
      });
      for (const { says, payload } of broken) {
        expect([says, walk(payload, schema).errors.length > 0]).toEqual([says, true]);
        expect([says, payloadSchemaOf(slug, event)(payload)]).toEqual([says, false]);
      }
    }
  });

  test('another vendor’s payload is refused or reported', () => {
    const passed: string[] = [];
    const disagreed: string[] = [];
    for (const event of eventNames(slug)) {
      for (const other of VENDORS.filter((one) => one !== slug)) {
        for (const fixture of oneOfEach(other)) {
          if (sharesForm(slug, event, fixture)) continue;
          const { errors, drift } = checkPayload(fixture.stdin, { vendor: slug, event });
          const said = `${fixture.name} as ${slug} ${event}`;
          if (errors.length + drift.length === 0) passed.push(said);
          const alike = canonicalEvent(slug, event) === canonicalEvent(other, fixture.event);
          if (alike && payloadSchemaOf(slug, event)(fixture.stdin) !== (errors.length === 0)) disagreed.push(said);
        }
      }
    }
    expect(passed).toEqual([]);
    // The walk and a full validator say the same.
    expect(disagreed).toEqual([]);
  });

  test('vendor and event are guessed, or said to be one of several', () => {
    for (const fixture of corpus.fixtures(slug)) {
      if (!GUESSABLE(fixture)) continue;
      const { vendor, event, alternatives } = checkPayload(fixture.stdin);
      const said = [{ vendor, event }, ...alternatives].map((one) => `${one.vendor} ${one.event}`);
      expect([fixture.name, said.includes(`${slug} ${fixture.event}`), said]).toEqual([fixture.name, true, said]);
    }
  });
});

/** The two Copilot programs send the same payloads, and a call without arguments has nothing to tell it by. */
function sharesForm(slug: string, event: string, fixture: Fixture): boolean {
  const copilot = ['copilot-cli', 'copilot-cloud-agent'];
  if (copilot.includes(slug) && copilot.includes(fixture.vendor))
    return canonicalEvent(slug, event) === canonicalEvent(fixture.vendor, fixture.event);
  return JSON.stringify(fixture.stdin) === '{}';
}

/** The payload under another name of its event, or null where it names none. */
function withName(fixture: Fixture, name: string): unknown {
  const payload = fixture.stdin as Record<string, unknown> | null;
  const member = vendor(fixture.vendor)
    .namedBy.map((pointer) => pointer.slice(1))
    .find((one) => typeof payload?.[one] === 'string');
  return member === undefined ? null : { ...payload, [member]: name };
}

/**
 * Kiro sends a folder beside the name and, in 2.x, a session now and then; no more than most vendors do. VS Code documents a
 * second form of names.
 */
function tellsTooLittle(fixture: Fixture): boolean {
  const payload = fixture.stdin as Record<string, unknown>;
  return (
    (fixture.vendor === 'kiro' && !String(payload['session_id']).startsWith('sess_')) ||
    (fixture.vendor === 'vs-code-copilot' && 'hookEventName' in payload)
  );
}

/** Payloads without an envelope say nothing about where they come from; synthetic ones are nobody's. */
function GUESSABLE(fixture: Fixture): boolean {
  return (
    !['delegate', 'dispose', 'config', 'plugin.init', 'session.start'].includes(fixture.event) &&
    fixture.how !== 'synthetic'
  );
}

describe('what is said', () => {
  const real = corpus.fixtures('claude-code').find((fixture) => fixture.event === 'PreToolUse');
  const payload = real?.stdin as Record<string, unknown>;

  test('a member that nobody has seen is drift, with its place', () => {
    expect(checkPayload({ ...payload, mood: 'good' }, { vendor: 'claude-code' })).toMatchObject({
      event: 'PreToolUse',
      guessed: ['event'],
      errors: [],
      drift: [{ kind: 'unknown-member', pointer: '/mood' }],
    });
  });

  test('a value that nobody has seen is drift', () => {
    const { drift } = checkPayload({ ...payload, permission_mode: 'dreaming' }, { vendor: 'claude-code' });
    expect(drift).toEqual([
      {
        kind: 'unknown-value',
        pointer: '/permission_mode',
        message:
          '/permission_mode has a value that is not known; known are default, acceptEdits, bypassPermissions, plan, dontAsk, auto',
      },
    ]);
  });

  test('arguments that the tool is not known to take are drift, never an error: nobody has checked them yet', () => {
    const call = (tool_name: string, tool_input: object): unknown =>
      checkPayload({ ...payload, tool_name, tool_input }, { vendor: 'claude-code' });
    const drift = (kind: string, pointer: string): object => ({ errors: [], drift: [{ kind, pointer }] });
    expect(call('Bash', { command: 'ls' })).toMatchObject({ errors: [], drift: [] });
    expect(call('Bash', { command: 7 })).toMatchObject(drift('tool', '/tool_input/command'));
    expect(call('Bash', {})).toMatchObject(drift('tool', '/tool_input'));
    expect(call('Bash', { command: 'ls', mood: 1 })).toMatchObject(drift('unknown-member', '/tool_input/mood'));
    // Not every parameter of this one is known, and nothing of these.
    expect(call('Task', { description: 'd', prompt: 'p', mood: 1 })).toMatchObject({ errors: [], drift: [] });
    for (const tool of ['mcp__a__b', 'Tomorrow', 'toString']) {
      expect(call(tool, { anything: 1 })).toMatchObject({ errors: [], drift: [] });
    }
  });

  test('arguments that are handed over as text are read', () => {
    const text = { sessionId: 's', timestamp: 1, cwd: '/', toolName: 'bash', toolArgs: '{"command":7}' };
    expect(checkPayload(text, { vendor: 'copilot-cli', event: 'preToolUse' }).drift).toMatchObject([
      { kind: 'tool', pointer: '/toolArgs/command' },
    ]);
  });

  test('an event that nobody has seen is drift too, never somebody’s error', () => {
    const check = checkPayload({ ...payload, hook_event_name: 'PreDream' }, { vendor: 'claude-code' });
    expect(check).toMatchObject({ event: 'PreDream', errors: [], drift: [{ kind: 'unknown-event' }] });
  });

  test('a new event tells its vendor by everything but its name', () => {
    const missed: string[] = [];
    for (const slug of VENDORS) {
      for (const fixture of corpus.fixtures(slug)) {
        const renamed = withName(fixture, 'BrandNew');
        if (renamed === null || tellsTooLittle(fixture)) continue;
        const found = checkPayload(renamed);
        const could = [found, ...found.alternatives].map((one) => `${one.vendor} ${one.event}`);
        const drifted = found.errors.length === 0 && found.drift[0]?.kind === 'unknown-event';
        if (!drifted || !could.includes(`${slug} BrandNew`)) missed.push(`${fixture.name}: ${could.join(', ')}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test('what a bus sends that nobody has listed is drift, told by what else it sends or by the vendor that is named', () => {
    const event = { id: 'evt_1', type: 'message.removed', properties: { sessionID: 'ses_1' } };
    const older = { type: 'lsp.updated', properties: { sessionID: 'ses_1' } };
    for (const hint of [{}, { vendor: 'opencode' }])
      for (const sent of [{ event }, { event: older }])
        expect(checkPayload(sent, hint)).toMatchObject({
          vendor: 'opencode',
          event: `event.${sent.event.type}`,
          errors: [],
          drift: [{ kind: 'unknown-event', pointer: '/event/type' }],
        });
    expect(checkPayload({ event: { ...event, type: 'session.idle' } }).drift).toEqual([]);
    expect(checkPayload({ event: { type: 'click', properties: {} } })).toMatchObject({ vendor: null });
  });

  test('a name that no vendor has is nobody’s without the members of a vendor', () => {
    for (const document of [
      { hook_event_name: 'BrandNew' },
      { hook_event_name: 'BrandNew', session_id: 's' },
      { hook_event_name: 'BrandNew', session_id: 's', cwd: '/w' },
      { hook_event_name: 'BrandNew', session_id: 's', cwd: '/w', tool_name: 'x' },
      { hook_event_name: '', session_id: 's', transcript_path: '/home/dev/.claude/projects/x.jsonl', cwd: '/w' },
      { hook_event_name: 'BrandNew', session_id: 1, transcript_path: '/home/dev/.claude/projects/x.jsonl', cwd: '/w' },
      { type: 'BrandNew', id: 'x', session_id: 's', cwd: '/w', model: 'm' },
    ])
      expect(checkPayload(document)).toMatchObject({ vendor: null, event: null });
  });

  test('another vendor’s name of an event is that vendor’s only where the rest is, too', () => {
    const gemini = corpus.fixtures('gemini-cli').find((fixture) => fixture.event === 'BeforeTool')?.stdin as object;
    for (const [sent, slug] of [
      [{ ...gemini, hook_event_name: 'PreToolUse' }, 'gemini-cli'],
      [{ ...payload, hook_event_name: 'preToolUse' }, 'claude-code'],
    ] as const)
      expect(checkPayload(sent)).toMatchObject({ vendor: slug, errors: [], drift: [{ kind: 'unknown-event' }] });
  });

  test('a payload given to the wrong vendor is said to be whose it is', () => {
    const { drift } = checkPayload(payload, { vendor: 'gemini-cli' });
    expect(drift.map(({ message }) => message)).toEqual([
      'Gemini CLI has no event PreToolUse that is known; the payload is one of Claude Code, so name that with --vendor',
    ]);
  });

  test('a payload that names no event is the one of the named vendor that explains most of it, broken or not', () => {
    const call = { thread: { id: 'T-1' }, toolUseID: 't', tool: 'Bash', input: { cmd: 'ls' } };
    const before = { tool: 'bash', sessionID: 's', callID: 'c' };
    const post = corpus.fixtures('copilot-cli').find(({ event }) => event === 'postToolUse')?.stdin as object;
    for (const [slug, sent, event, pointer] of [
      ['amp', { ...call, status: 5, output: 'x' }, 'tool.result', '/status'],
      ['amp', { ...call, output: 'x' }, 'tool.result', ''],
      ['amp', { ...call, input: 'ls' }, 'tool.call', '/input'],
      ['amp', { thread: 'T-1', message: 'm', id: 1 }, 'agent.start', '/thread'],
      ['opencode', { input: before, output: { args: 5 } }, 'tool.execute.before', '/output/args'],
      ['opencode', { input: 'x' }, 'config', '/input'],
      ['copilot-cli', { ...post, toolResult: 'done' }, 'postToolUse', '/toolResult'],
      ['claude-code', { ...payload, hook_event_name: undefined }, 'PreToolUse', ''],
    ] as const) {
      const found = checkPayload(JSON.parse(JSON.stringify(sent)), { vendor: slug });
      expect([event, found.event, found.errors.map((error) => error.pointer)]).toEqual([event, event, [pointer]]);
    }
  });

  test('a member that is new does not make it another event', () => {
    const call = { thread: { id: 'T-1' }, toolUseID: 't', tool: 'Bash', input: { cmd: 'ls' }, mood: 'good' };
    const drift = [{ kind: 'unknown-member', pointer: '/mood' }];
    expect(checkPayload(call, { vendor: 'amp' })).toMatchObject({ event: 'tool.call', errors: [], drift });
  });

  test('what has hardly anything of any event of the named vendor is not its payload, and whose it is is said', () => {
    for (const slug of ['opencode', 'amp', 'copilot-cli', 'cursor', 'windsurf'])
      for (const sent of [{ hello: 'world', mood: 1, time: 2 }, ['x'], 'text', null]) {
        if (slug === 'amp' && !Array.isArray(sent) && sent !== null && typeof sent === 'object') continue;
        const found = checkPayload(sent, { vendor: slug });
        expect([slug, sent, found.event, found.errors.length]).toEqual([slug, sent, null, 1]);
      }
    const ampCall = { thread: { id: 'T-1' }, toolUseID: 't', tool: 'Bash', input: {}, status: 'done', output: 'x' };
    const whose = (sent: unknown, slug: string): string | undefined =>
      checkPayload(sent, { vendor: slug }).errors[0]?.message;
    expect(whose(ampCall, 'opencode')).toBe(
      'the payload is none that OpenCode is known to send; the payload is one of Amp, so name that with --vendor',
    );
    for (const slug of ['opencode', 'amp', 'windsurf'])
      expect(whose(payload, slug)).toContain('one of Claude Code, so name that');
  });

  test('the payloads of a vendor that is named are never called foreign', () => {
    for (const slug of VENDORS)
      for (const fixture of corpus.fixtures(slug)) {
        const found = checkPayload(fixture.stdin, { vendor: slug });
        const could = [found, ...found.alternatives].map(({ event }) => event);
        expect([fixture.name, could.includes(fixture.event), could]).toEqual([fixture.name, true, could]);
        expect([fixture.name, found.errors]).toEqual([fixture.name, []]);
      }
  });

  test('a session or a tool without a name is drift', () => {
    for (const pointer of ['/session_id', '/tool_name']) {
      const sent = { ...payload, [pointer.slice(1)]: '' };
      expect(checkPayload(sent)).toMatchObject({ errors: [], drift: [{ kind: 'missing-member', pointer }] });
    }
  });

  test('nobody’s payload is said to be nobody’s', () => {
    expect(checkPayload({ hello: 'world' })).toMatchObject({ vendor: null, event: null, guessed: ['vendor', 'event'] });
    expect(checkPayload('text').errors).toHaveLength(1);
    expect(checkPayload(null).errors).toHaveLength(1);
  });

  test('a fixture brings its own hint, anything else none', () => {
    expect(unwrapFixture(real)).toEqual({ payload, hint: { vendor: 'claude-code', event: 'PreToolUse' } });
    expect(unwrapFixture(payload)).toEqual({ payload, hint: {} });
    expect(canonicalEvent('claude-code', 'PreToolUse')).toBe('before_tool_execute');
  });
});
