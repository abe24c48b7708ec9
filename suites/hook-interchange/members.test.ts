/** Members that are probably meant otherwise: where each stands, what is said of it, and what an author may write. */
import { describe, expect, test } from 'vitest';
import type { HifEdition } from './documents.ts';
import { misspeltMembers } from './members.ts';

type Document = Readonly<Record<string, unknown>>;

const HOOK = { event: 'agent_stop', handler: { type: 'command', command: 'x' } };
const of = (document: unknown, edition: HifEdition = '1.0'): readonly string[] =>
  misspeltMembers(document, edition).map(({ pointer, message }) => {
    expect(message).not.toContain('undefined');
    return `${pointer} ${message.split(', ').slice(1).join(', ')}`;
  });
const hook = (more: Document): Document => ({ spec: 'hooks/1.0', hooks: [{ ...HOOK, ...more }] });
const handler = (own: Document): Document => hook({ handler: own });
const meant = (name: string): string => `which readers ignore; did you mean "${name}"?`;

describe('a member that is near another one', () => {
  test('is told at its place, wherever that is', () => {
    expect(of({ spce: 'x', hooks: [] })).toEqual([`/spce ${meant('spec')}`]);
    const { event: _, ...rest } = HOOK;
    expect(of({ spec: 'x', hooks: [HOOK, { ...rest, evnt: 'x' }] })).toEqual([`/hooks/1/evnt ${meant('event')}`]);
    expect(of(handler({ type: 'command', comand: 'x' }))).toEqual([`/hooks/0/handler/comand ${meant('command')}`]);
    expect(of(hook({ matcher: { patern: 'x' } }))).toEqual([`/hooks/0/matcher/patern ${meant('pattern')}`]);
    expect(of(hook({ matcher: ['shell', { mpc: {} }] }))).toEqual([`/hooks/0/matcher/1/mpc ${meant('mcp')}`]);
    expect(of(hook({ matcher: { mcp: { servr: 's' } } }))).toEqual([`/hooks/0/matcher/mcp/servr ${meant('server')}`]);
    expect(of(hook({ 'block/ing': true }))).toEqual([`/hooks/0/block~1ing ${meant('blocking')}`]);
    const [found] = misspeltMembers({ spce: 'x' }, '1.0');
    expect(found).toEqual({
      requirement: 'HC-MEMBER',
      pointer: '/spce',
      message: expect.stringContaining('has a member "spce", which readers ignore'),
      atName: true,
    });
  });

  test('is nothing where that one is there, too, or none is near', () => {
    expect(of(hook({ evnt: 'x' }))).toEqual([]);
    expect(of(hook({ colour: 'x' }))).toEqual([]);
    expect(of(hook({}))).toEqual([]);
  });

  test('is nothing where a document holds something else than objects', () => {
    for (const document of [null, [], 'x', { hooks: 'x' }, { hooks: ['evnt', 7, null, ['evnt']] }])
      expect(of(document)).toEqual([]);
    expect(of(hook({ handler: 'comand', matcher: 7 }))).toEqual([]);
    expect(of(hook({ matcher: ['a', null, { mcp: ['servr'] }] }))).toEqual([]);
    expect(of({ hooks: [['x'], { ...HOOK, blockin: true }] })).toEqual([`/hooks/1/blockin ${meant('blocking')}`]);
  });
});

describe('a member that is read somewhere else', () => {
  test.each([
    [hook({ timeout: 5 }), '/hooks/0/timeout', 'in its handler'],
    [hook({ hooks: [] }), '/hooks/0/hooks', 'at the top of the manifest'],
    [{ spec: 'x', hooks: [], event: 'x' }, '/event', 'in a hook'],
    [hook({ pattern: 'x' }), '/hooks/0/pattern', 'in a matcher'],
    [hook({ server: 'x' }), '/hooks/0/server', 'in mcp'],
    [handler({ type: 'command', command: 'x', blocking: true }), '/hooks/0/handler/blocking', 'in a hook'],
  ])('%j', (document, pointer, where) => {
    expect(of(document)).toEqual([`${pointer} which is read ${where} and ignored here`]);
  });

  test('is told so, even where it is near one that is read here', () => {
    expect(of(hook({ tool: 'x' }))).toEqual(['/hooks/0/tool which is read in mcp and ignored here']);
  });
});

test('a member of the other edition only is told as such', () => {
  const named = hook({ name: 'x' });
  expect(of(named)).toEqual(['/hooks/0/name which is a member of edition 0.1 only and is ignored here']);
  expect(of(named, '0.1')).toEqual([]);
  const later = handler({ type: 'command', command: 'x', timeout_action: 'x', status_message: 'x' });
  expect(of(later)).toEqual(
    ['timeout_action', 'status_message'].map(
      (name) => `/hooks/0/handler/${name} which is a member of edition 0.1 only and is ignored here`,
    ),
  );
  expect(of(later, '0.1')).toEqual([]);
});

describe('an author may write', () => {
  test('words of people', () => {
    const { event: _, ...rest } = HOOK;
    for (const name of ['_event', '$event', '#event', '/event', 'x-event', 'x_event', 'X-Event'])
      expect(of({ spec: 'x', hooks: [{ ...rest, [name]: 'x' }] }), name).toEqual([]);
    for (const name of ['xevent', 'ev_ent', 'e$vent', 'eventx-'])
      expect(of({ spec: 'x', hooks: [{ ...rest, [name]: 'x' }] }), name).toEqual([
        `/hooks/0/${name} ${meant('event')}`,
      ]);
    for (const name of ['comment', 'Comment', 'comments'])
      expect(of(handler({ type: 'command', [name]: 'x' }))).toEqual([]);
    for (const name of ['commentd', 'commants']) {
      const [found] = of(handler({ type: 'command', [name]: 'x' }));
      expect(found, name).toBe(`/hooks/0/handler/${name} ${meant('command')}`);
    }
  });

  test('what handlers of other types hold (E-HIF-13), which is near no member', () => {
    const own = { url: 'x', headers: {}, method: 'x', prompt: 'x', model: 'x', tools: [], agent: 'x' };
    for (const type of ['http', 'prompt', undefined]) expect(of(handler({ type, ...own }))).toEqual([]);
    const { tools: _, ...others } = own;
    expect(of(handler({ type: 'http', ...others, comand: 'x' }))).toEqual([
      `/hooks/0/handler/comand ${meant('command')}`,
    ]);
    const near = { type: 'http', asyncs: true, tool: 'x' };
    expect(of(handler(near))).toEqual([
      `/hooks/0/handler/asyncs ${meant('async')}`,
      '/hooks/0/handler/tool which is read in mcp and ignored here',
    ]);
    // In any other place they are as near to a member as any other word.
    expect(of(hook({ matcher: { mcp: { server: 's', tools: 'x' } } }))).toEqual([
      `/hooks/0/matcher/mcp/tools ${meant('tool')}`,
    ]);
  });
});
