import { createHash } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CANARY_SHAPES, canaryValue, makeCanary } from './canary.ts';
import { plant } from './plant.ts';
import { LeakScanner } from './scanner.ts';
import { canaries, ENCODINGS, STDOUT, scanner } from './testing.ts';

const found = (content: Buffer | string, by = scanner): readonly (readonly unknown[])[] =>
  by
    .scan(STDOUT, Buffer.from(content))
    .map(({ canary, encoding, length, offset }) => [canary, encoding, length, offset]);
const [FIRST = makeCanary({ seed: 7, scope: 'test', spawn: 0 }, '/p', 'prompt')] = canaries;
const { id, value } = FIRST;

/** What a text comes out as, said of each encoding: its name and where it is seen behind `say ` and two more letters. */
const CALLED: Readonly<Record<string, readonly [string, number]>> = {
  plain: ['plain', 4],
  upper: ['case-changed', 4],
  lower: ['case-changed', 4],
  'JSON text': ['plain', 27],
  'JSON in JSON in JSON': ['plain', 30],
  'JSON \\u': ['JSON-escaped', 4],
  'JSON \\u in JSON': ['JSON-escaped', 5],
  'JSON \\x': ['JSON-escaped', 4],
  'URL component': ['plain', 8],
  'URL percent': ['URL-escaped', 4],
  'URL twice': ['URL-escaped', 4],
  'HTML hexadecimal': ['HTML-escaped', 4],
  'HTML decimal': ['HTML-escaped', 4],
  base64: ['base64', 7],
  base64url: ['base64', 7],
  'base64 in lines': ['base64', 7],
  'base64 of base64': ['base64 of base64', 4],
  base32: ['base32', 8],
  hex: ['hex', 4],
  HEX: ['hex', 4],
  reversed: ['reversed', 4],
  'reversed, upper': ['reversed, case-changed', 4],
  'utf-16le': ['utf-16', 4],
  'base64 of utf-16le': ['base64 of utf-16', 10],
  gzip: ['gzip', 4],
  deflate: ['deflate', 4],
  'gzip of JSON': ['gzip', 4],
  'base64 of gzip': ['base64 of gzip', 4],
  'base64 of deflate': ['base64 of deflate', 4],
  'base64 of raw deflate': ['base64 of deflate', 4],
  'hex of gzip': ['hex of gzip', 4],
  'one character a line': ['split', 3],
  'split over lines': ['split', 3],
  'split in a list': ['split', 3],
  'split over fields': ['split', 11],
  spaced: ['split', 3],
};

describe('everything planted is found', () => {
  test('in every encoding that there is', () => {
    expect(Object.keys(CALLED)).toEqual(Object.keys(ENCODINGS));
  });

  test.each(Object.keys(CALLED))('%s', (name) => {
    const encode = ENCODINGS[name] ?? String;
    const within = (before: string, planted: string, around: string): Buffer =>
      Buffer.concat([Buffer.from(before), Buffer.from(encode(planted, around)), Buffer.from(' so')]);
    expect(found(within('say ', value, 'ab'))).toEqual([[id, CALLED[name]?.[0], 40, CALLED[name]?.[1]]]);
    for (const [index, other] of [3, 5, 9, 12, 14, 18].entries()) {
      const canary = canaries[other];
      // A quote that nobody closes hides the fields that follow it in its line.
      const before = `${'"\\n'.slice(0, index % 4)}é ${index}${name === 'split over fields' ? '\n' : ' '}`;
      const content = within(before, canary?.value ?? '', 'x\\ "'.slice(0, index % 5));
      expect(found(content).map(([one]) => one)).toEqual([canary?.id]);
    }
  });

  test('in raw deflate, where it is the whole content', () => {
    expect(found(deflateRawSync(`some text before ${value}`))).toEqual([[id, 'deflate', 40, 0]]);
  });

  test('in part, from 24 characters on, or from as many as are asked for', () => {
    const part = (from: number, to: number): string => `x ${value.slice(from, to)} y`;
    expect(found(part(5, 29))).toEqual([[id, 'plain', 24, 2]]);
    expect(found(part(5, 28))).toEqual([]);
    const shorter = new LeakScanner(canaries, { fragment: 12 });
    expect(found(part(5, 17), shorter)).toEqual([[id, 'plain', 12, 2]]);
    expect(found(part(5, 16), shorter)).toEqual([]);
    // Never fewer than eight, and never more than the whole.
    const least = new LeakScanner(canaries, { fragment: 1 });
    expect(found(part(5, 12), least)).toEqual([]);
    expect(found(part(5, 13), least)).toEqual([[id, 'plain', 8, 2]]);
    const [password] = canaries.filter(({ value: own }) => own.length === 16);
    expect(found(`x ${password?.value} y`)).toEqual([[password?.id, 'plain', 16, 2]]);
    expect(found(`x ${password?.value.slice(1)} y`)).toEqual([]);
    for (const from of [0, 3, 16]) {
      expect(found(`x ${Buffer.from(value.slice(from, from + 24)).toString('hex')} y`)).toEqual([[id, 'hex', 24, 2]]);
      expect(found(`x ${Buffer.from(value.slice(from, from + 23)).toString('hex')} y`)).toEqual([]);
    }
    expect(found(`x ${[...value.slice(9, 35)].reverse().join('')} y`)).toEqual([[id, 'reversed', 26, 2]]);
  });

  test('in pieces that are too short by themselves', () => {
    const pieces = (...cuts: readonly (readonly [number, number])[]): string =>
      cuts.map(([from, to]) => `<${value.slice(from, to)}>`).join(' and then, after quite some more text, ');
    expect(found(pieces([0, 12], [12, 24]))).toEqual([[id, 'split', 24, 1]]);
    expect(found(pieces([0, 12], [16, 28]))).toEqual([[id, 'split', 24, 1]]);
    expect(found(pieces([0, 12], [0, 12], [12, 23]))).toEqual([]);
    expect(found(pieces([0, 12]))).toEqual([]);
    const hex = (from: number, to: number): string => Buffer.from(value.slice(from, to)).toString('hex');
    expect(found(`${hex(0, 12)} and then ${hex(12, 30)}`)).toEqual([[id, 'split of hex', 30, 0]]);
    // What was seen whole needs no pieces.
    expect(found(`${value} ${pieces([0, 12], [12, 24])}`)).toEqual([[id, 'plain', 40, 0]]);
  });

  test('only as it stands, where no more is asked for', () => {
    const shallow = new LeakScanner(canaries, { deep: false });
    expect(found(`x ${value}`, shallow)).toEqual([[id, 'plain', 40, 2]]);
    expect(found(`x ${Buffer.from(value).toString('base64')}`, shallow)).toHaveLength(1);
    for (const name of ['URL percent', 'gzip', 'spaced', 'base64 of base64'])
      expect(found(ENCODINGS[name]?.(value, '') ?? '', shallow)).toEqual([]);
  });

  test('under three layers, and no deeper', () => {
    const gzip = (content: string | Buffer, times: number): Buffer =>
      times === 0 ? Buffer.from(content) : gzip(gzipSync(content), times - 1);
    expect(found(gzip(`it is ${value}`, 3))).toEqual([[id, 'gzip of gzip of gzip', 40, 0]]);
    expect(found(gzip(`it is ${value}`, 4))).toEqual([]);
    const url = (text: string, times: number): string =>
      times === 0 ? text : url(text.replaceAll('%', '%25'), times - 1);
    const escaped = ENCODINGS['URL percent']?.(value, '').toString() ?? '';
    expect(found(url(escaped, 2))).toEqual([[id, 'URL-escaped', 40, 0]]);
    expect(found(url(escaped, 3))).toEqual([]);
  });

  test('told once a place and with its longest run', () => {
    expect(found(`${value} ${value}`)).toEqual([
      [id, 'plain', 40, 0],
      [id, 'plain', 40, 41],
    ]);
    expect(found(`${value}\n`.repeat(120))).toHaveLength(100);
    expect(new LeakScanner([]).scan(STDOUT, Buffer.from(value))).toEqual([]);
    expect(() => new LeakScanner([{ ...FIRST, value: '1234567' }])).toThrow('too short');
    expect(() => new LeakScanner([{ ...FIRST, value: '12345678' }])).not.toThrow();
  });
});

describe('nobody is accused without a reason', () => {
  test('hashes of a canary', () => {
    const lines = canaries.slice(0, 3).flatMap(({ value: own }) =>
      ['sha256', 'sha512', 'md5'].flatMap((name) => {
        const digest = createHash(name).update(own).digest();
        return [`${name}:${digest.toString('hex')}`, digest.toString('base64'), digest.toString('latin1')];
      }),
    );
    expect(found(lines.join('\n'))).toEqual([]);
  });

  test('what well-known shapes have in common, lengths, short beginnings', () => {
    const others = CANARY_SHAPES.map((shape) => canaryValue('another seed', shape));
    const heads = canaries.map(({ value: own }) => `${own.slice(0, 10)}… (${own.length} characters)`);
    expect(found([...others, ...heads].join('\n'))).toEqual([]);
  });

  test('random text of every kind', () => {
    const random = Buffer.concat(Array.from({ length: 60 }, (_, n) => createHash('sha512').update(`${n}`).digest()));
    for (const form of ['hex', 'base64', 'latin1'] as const) expect(found(random.toString(form))).toEqual([]);
    expect(found('')).toEqual([]);
  });
});

describe('what a finding says', () => {
  const [first, second] = canaries;
  test('pointer, line, offset, encoding, length', () => {
    const content = Buffer.from(
      `${JSON.stringify({ a: { 'b/c': [`x ${first?.value}`] } })}\nplain ${second?.value}\n${JSON.stringify({ k: Buffer.from(first?.value ?? '').toString('hex') })}\n`,
    );
    const hits = scanner.scan(STDOUT, content);
    expect(
      hits.map(({ canary, place, pointer, line, encoding, length }) => [
        canary,
        place,
        pointer,
        line,
        encoding,
        length,
      ]),
    ).toEqual([
      [first?.id, 'stdout line 1 /a/b~1c/0', '/a/b~1c/0', 1, 'plain', 40],
      [first?.id, 'stdout line 3 /k', '/k', 3, 'hex', 40],
      [second?.id, `stdout byte ${content.indexOf(second?.value ?? '')}`, undefined, undefined, 'plain', 40],
    ]);
  });

  test('every place of a document is told, so that an allowed echo hides nothing', () => {
    const content = Buffer.from(
      JSON.stringify({ updatedInput: { command: first?.value }, log: `ran ${first?.value}` }),
    );
    expect(scanner.scan(STDOUT, content).map(({ pointer }) => pointer)).toEqual(['/updatedInput/command', '/log']);
  });
});

describe('planting', () => {
  const payload = {
    prompt: 'say hello',
    tool_response: { stdout: 'one\ntwo', interrupted: false, parts: ['a', 'b'] },
    toolArgs: '{"command":"ls -l","n":1}',
    user_email: 'dev@example.com',
  };
  const targets = [
    { pointer: '/prompt', kind: 'prompt' },
    { pointer: '/tool_response', kind: 'tool-result', padTo: 400 },
    { pointer: '/toolArgs/command', kind: 'tool-input' },
    { pointer: '/user_email', kind: 'identity' },
    { pointer: '/missing', kind: 'secret' },
  ] as const;
  const planted = plant(payload, targets, { seed: 1, scope: 'case', spawn: 0 });

  test('keeps the form of the payload and says what it missed', () => {
    const { prompt, tool_response, toolArgs, user_email } = planted.payload as typeof payload;
    expect(prompt).toMatch(/^say hello \w{40}$/);
    expect(tool_response.interrupted).toBe(false);
    expect(tool_response.stdout).toHaveLength(400 + 3 * 40 + 4);
    expect((JSON.parse(toolArgs) as { command: string }).command).toMatch(/^ls -l \w{40}$/);
    expect(user_email).toMatch(/^\w{14}@\w{14}\.test$/);
    expect(planted.missed).toEqual(['/missing']);
    expect(planted.canaries).toHaveLength(1 + 9 + 1 + 1);
    for (const { value } of planted.canaries) expect(JSON.stringify(planted.payload)).toContain(value);
  });

  test('depends on seed, case and spawn alone', () => {
    expect(plant(payload, targets, { seed: 1, scope: 'case', spawn: 0 })).toEqual(planted);
    const values = [planted, plant(payload, targets, { seed: 1, scope: 'case', spawn: 1 })]
      .concat(
        plant(payload, targets, { seed: 2, scope: 'case', spawn: 0 }),
        plant(payload, targets, { seed: 1, scope: 'other', spawn: 0 }),
      )
      .flatMap(({ canaries: made }) => made.map(({ value }) => value));
    expect(new Set(values).size).toBe(values.length);
  });
});
