import { createHash } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Canary } from '../model/case.ts';
import { CANARY_SHAPES, canaryValue, makeCanary } from './canary.ts';
import { base32 } from './encodings.ts';
import { plant } from './plant.ts';
import { LeakScanner } from './scanner.ts';

const canaries: readonly Canary[] = CANARY_SHAPES.flatMap((shape) =>
  [0, 1, 2, 3, 4].map((spawn) => makeCanary({ seed: 7, scope: 'test', spawn }, `/${shape}`, 'prompt', { shape })),
);
const long = canaries.filter(({ value }) => value.length >= 40);
const scanner = new LeakScanner(canaries);
const STDOUT = { channel: 'stdout', name: 'stdout', spawn: 0 } as const;

function scan(content: Buffer | string): readonly { canary: string; encoding: string }[] {
  return scanner.scan(STDOUT, Buffer.from(content));
}

const each = (text: string, form: (code: string) => string): string =>
  [...text].map((letter) => form(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
const reverse = (text: string): string => [...text].reverse().join('');

/** Everything that a program may do to a text on its way out; `around` is what stands before it. */
const ENCODINGS: Readonly<Record<string, (value: string, around: string) => string | Buffer>> = {
  plain: (value) => value,
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  'JSON text': (value) => JSON.stringify({ deep: [{ text: `a\n"${value}"` }] }),
  'JSON in JSON in JSON': (value) => JSON.stringify(JSON.stringify(JSON.stringify({ text: `\t${value}` }))),
  'JSON \\u': (value) => each(value, (code) => `\\u00${code}`),
  'JSON \\u in JSON': (value) => JSON.stringify(each(value, (code) => `\\u00${code}`)),
  'JSON \\x': (value) => each(value, (code) => `\\x${code}`),
  'URL component': (value) => encodeURIComponent(`x=${value}`),
  'URL percent': (value) => each(value, (code) => `%${code}`),
  'URL twice': (value) => each(value, (code) => `%25${code.toUpperCase()}`),
  'HTML hexadecimal': (value) => each(value, (code) => `&#x${code};`),
  'HTML decimal': (value) => each(value, (code) => `&#${Number.parseInt(code, 16)};`),
  base64: (value, around) => Buffer.from(around + value).toString('base64'),
  base64url: (value, around) => Buffer.from(around + value).toString('base64url'),
  'base64 in lines': (value, around) =>
    Buffer.from(around + value)
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n'),
  'base64 of base64': (value, around) => Buffer.from(Buffer.from(around + value).toString('base64')).toString('base64'),
  base32: (value, around) => base32(Buffer.from(around + value)),
  hex: (value) => Buffer.from(value).toString('hex'),
  HEX: (value) => Buffer.from(value).toString('hex').toUpperCase(),
  reversed: reverse,
  'reversed, upper': (value) => reverse(value).toUpperCase(),
  'utf-16le': (value) => Buffer.from(value, 'utf16le'),
  'base64 of utf-16le': (value, around) => Buffer.from(around + value, 'utf16le').toString('base64'),
  gzip: (value, around) => gzipSync(around + value),
  deflate: (value, around) => deflateSync(around + value),
  'gzip of JSON': (value, around) => gzipSync(JSON.stringify([{ around, value }])),
  'base64 of gzip': (value, around) => gzipSync(around + value).toString('base64'),
  'base64 of deflate': (value, around) => deflateSync(around + value).toString('base64'),
  'base64 of raw deflate': (value, around) => deflateRawSync(around + value).toString('base64'),
  'hex of gzip': (value, around) => gzipSync(around + value).toString('hex'),
  'one character a line': (value) => [...value].join('\n'),
  'split over lines': (value) => value.replaceAll(/.{9}/g, '$&\n'),
  'split in a list': (value) => JSON.stringify(value.match(/.{1,5}/g)),
  'split over fields': (value) =>
    JSON.stringify(Object.fromEntries((value.match(/.{1,3}/g) ?? []).map((part, index) => [`f${index}`, part]))),
  spaced: (value) => [...value].join(' '),
};

/** Text around a canary that can't be mistaken for a part of it. */
const around = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.lorem({ maxCount: 40 }),
  fc.json(),
);

describe('everything planted is found', () => {
  test.each(Object.keys(ENCODINGS))('%s', (name) => {
    const encode = ENCODINGS[name] ?? String;
    const wholeDocument = name.startsWith('split over fields');
    fc.assert(
      fc.property(fc.constantFrom(...canaries), around, around, ({ id, value }, before, after) => {
        const coded = Buffer.from(encode(value, before));
        const content = wholeDocument
          ? Buffer.concat([Buffer.from('text\n'), coded, Buffer.from('\nmore')])
          : Buffer.concat([Buffer.from(`${before} `), coded, Buffer.from(` ${after}`)]);
        expect(scan(content).map(({ canary }) => canary)).toContain(id);
      }),
      { numRuns: 60 },
    );
  });

  test('raw deflate, where it is the whole content', () => {
    fc.assert(
      fc.property(fc.constantFrom(...canaries), around, ({ id, value }, before) => {
        expect(scan(deflateRawSync(before + value)).map(({ canary }) => canary)).toEqual([id]);
      }),
      { numRuns: 60 },
    );
  });

  test('a fragment of 24 characters, plain, hex and base64', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.nat(),
        fc.constantFrom('utf8', 'hex', 'base64') as fc.Arbitrary<BufferEncoding>,
        fc.string(),
        ({ id, value }, at, encoding, before) => {
          const from = at % (value.length - 24);
          // The outermost base64 digits of a fragment belong to its neighbours.
          const piece = value.slice(from, from + (encoding === 'base64' ? 26 : 24));
          expect(scan(`${before}|${Buffer.from(piece).toString(encoding)}|`)).toEqual([
            expect.objectContaining({ canary: id }),
          ]);
        },
      ),
    );
    const shorter = new LeakScanner(canaries, { fragment: 12 });
    const value = canaries[0]?.value ?? '';
    expect(scan(`x ${value.slice(5, 17)} y`)).toEqual([]);
    expect(shorter.scan(STDOUT, Buffer.from(`x ${value.slice(5, 17)} y`))).toHaveLength(1);
  });

  test('in a stream, wherever it is cut and however much of it there is', () => {
    const value = canaries[3]?.value ?? '';
    const filler = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(70_000));
    fc.assert(
      fc.property(
        fc.nat(filler.length),
        fc.integer({ min: 1, max: 300_000 }),
        fc.constantFrom('plain', 'base64', 'URL percent', 'one character a line'),
        (at, step, name) => {
          const coded = Buffer.from(ENCODINGS[name]?.(value, 'ab') ?? '');
          const content = Buffer.concat([filler.subarray(0, at), Buffer.from(' '), coded, Buffer.from(' '), filler]);
          const stream = scanner.open(STDOUT);
          for (let from = 0; from < content.length; from += step) stream.push(content.subarray(from, from + step));
          const hits = stream.finish(Buffer.alloc(0));
          expect(hits.map(({ canary }) => canary)).toEqual([canaries[3]?.id]);
          if (name === 'plain') expect(hits[0]?.offset).toBe(at + 1);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('in a compressed stream over several blocks', () => {
    const noise = Array.from({ length: 40_000 }, (_, n) => createHash('sha512').update(`${n}`).digest('base64')).join(
      '\n',
    );
    const content = gzipSync(`${noise} ${canaries[0]?.value}`);
    expect(content.length).toBeGreaterThan(2 << 20);
    expect(scan(content).map(({ canary }) => canary)).toEqual([canaries[0]?.id]);
  });
});

describe('nobody is accused without a reason', () => {
  const random = (length: number, form: 'hex' | 'base64' | 'latin1'): string => {
    let text = '';
    for (let n = 0; text.length < length; n++)
      text += createHash('sha512').update(`${form} ${n}`).digest().toString(form);
    return text;
  };
  test.each(['hex', 'base64', 'latin1'] as const)('4 MB of random %s', (form) => {
    expect(scan(Buffer.from(random(4_000_000, form), 'latin1'))).toEqual([]);
  });

  test('hashes of a canary', () => {
    const lines = canaries.flatMap(({ value }) =>
      ['sha256', 'sha512', 'blake2b512', 'blake2s256', 'sha1', 'md5'].flatMap((name) => {
        const digest = createHash(name).update(value).digest();
        return [`${name}:${digest.toString('hex')}`, digest.toString('base64'), digest.toString('latin1')];
      }),
    );
    expect(scan(lines.join('\n'))).toEqual([]);
  });

  test('what well-known shapes have in common, lengths, short beginnings', () => {
    const others = CANARY_SHAPES.map((shape) => canaryValue('another seed', shape));
    const heads = canaries.map(({ value }) => `${value.slice(0, 10)}… (${value.length} characters)`);
    expect(scan([...others, ...heads].join('\n'))).toEqual([]);
  });

  test('any other text', () => {
    fc.assert(
      fc.property(around, fc.uint8Array({ maxLength: 2000 }), (text, bytes) => {
        expect(scan(text)).toEqual([]);
        expect(scan(Buffer.from(bytes))).toEqual([]);
      }),
    );
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

  test.each([
    ['upper', 'case-changed'],
    ['JSON \\u', 'JSON-escaped'],
    ['URL percent', 'URL-escaped'],
    ['HTML decimal', 'HTML-escaped'],
    ['base64 of gzip', 'base64 of gzip'],
    ['gzip', 'gzip'],
    ['one character a line', 'split'],
    ['reversed', 'reversed'],
    ['utf-16le', 'utf-16'],
  ])('%s is called %s', (name, called) => {
    const hits = scan(Buffer.from(ENCODINGS[name]?.(first?.value ?? '', '') ?? ''));
    expect(hits.map(({ encoding }) => encoding)).toEqual([called]);
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
