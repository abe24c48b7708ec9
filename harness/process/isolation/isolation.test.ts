import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../../model/case.ts';
import type { Observation } from '../../model/observation.ts';
import { Engine } from '../engine.ts';
import { processesOf } from '../survivors.ts';
import { hook, launching, spawnPlan, testCase, text } from '../testing.ts';
import { attemptsOf, countersOf, destroyedOf } from './attempts.ts';
import { Names, nameserversOf, questionOf } from './names.ts';
import { missingFor, systemPath } from './namespace.ts';

const QUERY = Buffer.concat([
  Buffer.from('abcd01000001000000000000', 'hex'),
  Buffer.from('\x07collect\x07example\x03com\x00', 'latin1'),
  Buffer.from('00010001', 'hex'),
]);

describe('what is known of an attempt', () => {
  test('a query is read and answered with an address of its own, the same again', () => {
    expect(questionOf(QUERY)).toEqual({ name: 'collect.example.com', type: 1, end: QUERY.length });
    const names = new Names();
    const answer = names.answer(QUERY);
    expect(answer?.subarray(0, 2)).toEqual(QUERY.subarray(0, 2));
    expect([...(answer?.subarray(-4) ?? [])]).toEqual([198, 18, 0, 1]);
    expect(names.answer(QUERY)).toEqual(answer);
    expect(names.take()).toEqual(['collect.example.com']);
    expect(names.take()).toEqual([]);
    expect(names.given()).toEqual({ '198.18.0.1': 'collect.example.com' });
  });

  test('what is no query gets no answer', () => {
    for (const bytes of ['', 'ab', QUERY.toString('hex').slice(0, 40), 'ff'.repeat(40), '00'.repeat(13)])
      expect(new Names().answer(Buffer.from(bytes, 'hex'))).toBeUndefined();
  });

  test('servers of names, sockets and counts as the system tells of them', () => {
    expect(nameserversOf('# x\nnameserver 127.0.0.53\nsearch a\n nameserver fd00::1\n')).toEqual([
      '127.0.0.53',
      'fd00::1',
    ]);
    const line = (peer: string): string => `tcp   UNCONN 0      3            0.0.0.0:47772      ${peer}          `;
    expect(destroyedOf(line('1.2.3.4:*'))).toEqual({ protocol: 'tcp', peer: '1.2.3.4', port: null });
    expect(destroyedOf(line('[2001:db8::1]:443'))).toEqual({ protocol: 'tcp', peer: '2001:db8::1', port: 443 });
    expect(destroyedOf(line('[::ffff:10.0.0.1]:*'))?.peer).toBe('10.0.0.1');
    expect(destroyedOf(line('*:*'))?.peer).toBe('');
    expect(destroyedOf('')).toBeUndefined();
    const snmp = 'Tcp: A AttemptFails B\nTcp: 1 4 2\nUdp: InDatagrams NoPorts\nUdp: 0 7\n';
    expect(countersOf(snmp)).toEqual({ refused: 4, unheard: 7 });
  });

  test('a name for its address, this machine where no address is another one’s, a count where nothing is told', () => {
    const none = { names: [], destroyed: [], counters: { refused: 0, unheard: 0 }, nameOf: {} };
    expect(attemptsOf(none)).toEqual([]);
    const named = {
      names: ['a.example', 'b.example'],
      destroyed: [
        { protocol: 'tcp', peer: '198.18.0.1', port: null },
        { protocol: 'tcp', peer: '127.0.0.1', port: null },
        { protocol: 'udp', peer: '9.9.9.9', port: 53 },
      ],
      counters: { refused: 2, unheard: 0 },
      nameOf: { '198.18.0.1': 'a.example' },
    } as const;
    expect(attemptsOf(named)).toEqual([
      { how: 'connection', to: 'a.example' },
      { how: 'connection', to: 'another port of this machine' },
      { how: 'lookup', to: 'b.example' },
    ]);
    const blind = { ...none, destroyed: null, counters: { refused: 1, unheard: 1 } };
    expect(attemptsOf(blind)).toEqual([
      { how: 'connection', to: 'an address' },
      { how: 'datagram', to: 'an address' },
    ]);
  });

  test('where it can not be had, and why', () => {
    expect(missingFor('darwin', systemPath())).toContain('only Linux');
    expect(missingFor('linux', '/nowhere')).toBe('the program unshare (of util-linux) is not installed');
  });
});

const probing = new Engine();
const refused = await probing.isolate();
await probing.close();

describe.skipIf(refused !== null)(`an isolated case${refused === null ? '' : ` (${refused})`}`, () => {
  let engine: Engine;
  const folder = mkdtempSync(join(tmpdir(), 'isolated-'));
  beforeAll(async () => {
    engine = new Engine({ graceMs: 200 });
    expect(await engine.isolate(true)).toBeNull();
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
    expect(processesOf(engine.folder)).toEqual([]);
  });
  const run = (program: string, changes: Partial<Case> = {}): Promise<Observation> => {
    const file = join(folder, 'subject.mjs');
    writeFileSync(file, program);
    return engine.runCase(testCase(changes), launching(process.execPath, file));
  };
  const CONNECT = (host: string, port: number): string =>
    `import { connect } from 'node:net';
     connect({ host: '${host}', port: ${port} }).on('error', (e) => console.log(e.code)).on('connect', () => console.log('connected'));`;

  test.each([
    ['1.2.3.4', 443, '1.2.3.4'],
    ['collect.example.com', 443, 'collect.example.com'],
    ['127.0.0.1', 9, 'another port of this machine'],
  ])('is refused by %s, and that it tried is seen', async (host, port, to) => {
    const { spawns, attempts } = await run(CONNECT(host, port));
    expect(text(spawns[0]?.stdout)).toBe('ECONNREFUSED\n');
    expect(attempts).toEqual([{ how: 'connection', to }]);
  });

  test('reaches its sink, and nothing that it did stays for the next one', async () => {
    const sink = { variable: 'MY_ENDPOINT' };
    const { requests, spawns, attempts } = await run(
      `const r = await fetch(process.env.MY_ENDPOINT + '/v1', { method: 'POST', body: '{"a":1}' }); console.log(r.status);`,
      { sink },
    );
    expect(text(spawns[0]?.stdout)).toBe('200\n');
    expect(requests.map(({ method, url, content }) => [method, url, content.documents])).toEqual([
      ['POST', '/v1', [{ a: 1 }]],
    ]);
    expect(attempts).toEqual([]);
    expect((await run('')).attempts).toEqual([]);
  });

  test('is the same user, and is refused a program that is not there as it would be without', async () => {
    const { spawns } = await run('console.log(process.getuid(), process.getgid());');
    expect(text(spawns[0]?.stdout)).toBe(`${process.getuid?.()} ${process.getgid?.()}\n`);
    const missing = await engine.runCase(testCase(), launching('/nowhere/at-all'));
    expect(missing.spawns[0]?.end).toMatchObject({ kind: 'not-started', code: 'ENOENT' });
  });

  test('leaves nobody, also not who hides from every other look', async () => {
    const { survivors } = await engine.runCase(
      testCase(),
      launching(
        '/bin/sh',
        '-c',
        `setsid env -i /bin/sh -c "cd /; exec sleep 300" >/dev/null 2>&1 </dev/null &
         until grep -qx sleep /proc/$!/comm; do sleep 0.05; done`,
      ),
    );
    expect(survivors.map(({ command }) => command)).toEqual(['sleep 300']);
  });

  test('is ended in time', async () => {
    const spawns = [spawnPlan({ timeoutMs: 5000 })];
    const seen = await engine.runCase(testCase({ spawns }), launching(hook('ignores-sigterm.sh')));
    expect(seen.spawns[0]?.end).toEqual({ kind: 'timeout', timeoutMs: 5000, forced: true });
  });

  test('a worker has no network either', async () => {
    const file = join(folder, 'worker.mjs');
    writeFileSync(
      file,
      `import { connect } from 'node:net'; import { createInterface } from 'node:readline';
       for await (const line of createInterface({ input: process.stdin }))
         connect({ host: '5.6.7.8', port: 1 }).on('error', (e) => console.log(JSON.stringify(e.code) + '\\n'));`,
    );
    const worker = engine.openWorker(launching(process.execPath, file)());
    expect(text((await worker.ask('{}', 50_000)).stdout)).toBe('"ECONNREFUSED"\n');
    worker.close();
    await expect
      .poll(() => engine.workerAttempts(), { timeout: 50_000 })
      .toEqual([{ how: 'connection', to: '5.6.7.8' }]);
  });
});
