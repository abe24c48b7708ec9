/** What the cases of a runner lay out and feed: an event that breaks no rule, and discovery files that are sound or broken as planned. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import { breachOf } from '../../harness/validate/own.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { contextOf, subjectOf, summed } from '../testing.ts';
import type { Discovery } from './discoveries.ts';
import { judgeEvent } from './event-rules.ts';
import { openHookSuite } from './index.ts';
import { planRunner } from './runner.ts';

const SUBJECT = subjectOf({ role: 'runner', spec: 'openhook', vendors: [] });
const CONTEXT = contextOf(openHookSuite, SUBJECT, { fixtures: () => [] });
const PLANNED = CONTEXT.then(planRunner);

async function cases(): Promise<readonly Case[]> {
  const { cases: planned } = await PLANNED;
  expect(planned.length).toBeGreaterThan(30);
  return planned;
}

async function named(name: string): Promise<Case> {
  const found = (await cases()).find(({ id }) => id === `openhook/discover/${name}`);
  if (found === undefined) throw new Error(`no case is named ${name}`);
  return found;
}

const experimentOf = ({ context }: Case): Discovery => context as Discovery;

function eventOf({ id, spawns }: Case): Record<string, unknown> {
  const stdin = spawns[0]?.stdin;
  if (stdin?.kind !== 'payload') throw new Error(`${id} feeds no event`);
  return stdin.payload as Record<string, unknown>;
}

test('all that could be asked is asked, each by a name of its own', async () => {
  expect((await PLANNED).notFed).toEqual([]);
  const ids = (await cases()).map(({ id }) => id);
  expect(ids).toEqual((await cases()).map((one) => `openhook/discover/${experimentOf(one).name}`));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(openHookSuite.editions)(
  'edition %s: a case decides what it looks for as far as the edition has it',
  async (edition) => {
    const catalogue = openHookSuite.requirements('runner', edition, SUBJECT);
    const has = new Set(catalogue.map(({ id }) => id));
    const planned = planRunner({ ...(await CONTEXT), edition, catalogue }).cases;
    for (const one of planned) {
      expect(one.requirements, one.id).toEqual(experimentOf(one).rows.filter((row) => has.has(row)));
      expect(one.spawns[0]?.placeholders, one.id).toEqual({ vendor: '', event: eventOf(one)['type'], edition });
    }
    const only = catalogue.filter(({ id }) => id === 'OH-DISC-001');
    expect(planRunner({ ...(await CONTEXT), catalogue: only }).cases[0]?.requirements).toEqual(['OH-DISC-001']);
  },
);

describe('the event', () => {
  test('breaks no rule, keeps its schema as the case says, and ends its line', async () => {
    for (const one of await cases()) {
      const event = eventOf(one);
      const verdicts = new Verdicts();
      expect(
        judgeEvent({ value: event, text: '', spawn: 0, line: 1 }, verdicts, () => undefined),
        one.id,
      ).toBe(true);
      expect(summed(verdicts.findings()).broken, one.id).toEqual({});
      const schema = 'openhook/0.1/event';
      expect(await breachOf(one.id, schema, event)).toBeUndefined();
      expect(one.spawns[0]?.stdin, one.id).toMatchObject({ newline: true, keeps: [{ schema }] });
    }
  });

  test('has data only where its type can do without none, and says there what was done to which file', async () => {
    for (const one of await cases()) {
      const event = eventOf(one);
      const isWritten = event['type'] === 'file.write';
      expect('data' in event, one.id).toBe(isWritten);
      if (isWritten)
        expect(event['data']).toEqual({ path: expect.stringMatching(/./), operation: expect.stringMatching(/./) });
    }
  });

  test('is of each type that a hook may want', async () => {
    const types = new Set((await cases()).map((one) => eventOf(one)['type']));
    expect([...types].sort()).toEqual([
      'file.write',
      'prompt.submit',
      'session.end',
      'session.start',
      'tool.end',
      'tool.start',
    ]);
  });
});

describe('the project', () => {
  const probe = { area: 'project', path: 'probe.sh', mode: 0o755 };
  test.each([
    ['found', ['.openhook.json', 'probe.sh']],
    ['not-below', ['.openhook.json', 'packages/one/.openhook.json', 'probe.sh']],
    ['broken-file-empty', ['.openhook.json', 'probe.sh']],
    ['broken-file-not-there', ['probe.sh']],
  ])('of "%s" holds %j', async (name, paths) => {
    const { files } = await named(name);
    expect(files.map(({ path }) => path)).toEqual(paths);
  });

  test('holds a probe and a discovery file in its root, and another only to see whether it is found', async () => {
    for (const one of await cases()) {
      expect(
        one.files.every(({ area }) => area === 'project'),
        one.id,
      ).toBe(true);
      expect(one.files.at(-1), one.id).toMatchObject(probe);
      const paths = one.files.slice(0, -1).map(({ path }) => path);
      const { file, below } = experimentOf(one);
      expect(paths.includes('.openhook.json'), one.id).toBe(file !== null);
      expect(paths.length, one.id).toBe((file === null ? 0 : 1) + (below === undefined ? 0 : 1));
    }
  });

  test('names the version of the protocol and the hooks in a file that is made of hooks', async () => {
    for (const one of await cases()) {
      const { file, hooks } = experimentOf(one);
      const content = one.files.find(({ path }) => path === '.openhook.json')?.content;
      if (file === undefined) expect(JSON.parse(String(content)), one.id).toEqual({ openhook: '0.1', hooks });
      else expect(content, one.id).toBe(file ?? undefined);
    }
  });

  test('says of a discovery file that it keeps its schema, where it does and nowhere else', async () => {
    const schema = 'openhook/0.1/discovery';
    const documents = (await cases()).flatMap(({ id, files }) =>
      files.filter(({ path }) => path.endsWith('.openhook.json')).map((file) => ({ id, ...file })),
    );
    for (const { id, path, content, keeps } of documents) {
      let sound = true;
      try {
        sound = (await breachOf(id, schema, JSON.parse(String(content)) as unknown)) === undefined;
      } catch {
        sound = false;
      }
      expect(keeps, `${id} ${path}`).toEqual(sound ? [{ schema }] : undefined);
    }
    expect(documents.filter(({ keeps }) => keeps === undefined).length).toBeGreaterThan(10);
  });
});

describe('the runner', () => {
  test('is started as it is configured, with nothing planted, and what it leaves is looked at', async () => {
    for (const one of await cases()) {
      expect(one, one.id).toMatchObject({ observeFiles: true, canaries: [], substitutions: [] });
      expect(one.spawns, one.id).toMatchObject([{ appendArgs: [], env: {} }]);
    }
  });

  test.each([
    [null, 30_000],
    [8500, 8500],
    [60_000, 60_000],
  ])('that declares a limit of %s ms has %i ms', async (declaredTimeoutMs, timeoutMs) => {
    const context = { ...(await CONTEXT), subject: { ...SUBJECT, declaredTimeoutMs } };
    expect(planRunner(context).cases[0]?.spawns[0]?.timeoutMs).toBe(timeoutMs);
  });

  test('is outlived only by a hook that is async, and the file that this one makes is waited for', async () => {
    for (const one of await cases()) {
      const { hooks, marks } = experimentOf(one);
      const isAsync = hooks.some(
        (hook) => typeof hook === 'object' && hook !== null && 'async' in hook && hook['async'],
      );
      const awaits = Object.keys(marks).map((path) => ({ area: 'project', path }));
      expect(one.lingerMs > 0, one.id).toBe(isAsync);
      expect(one.awaits, one.id).toEqual(isAsync ? awaits : undefined);
    }
  });
});
