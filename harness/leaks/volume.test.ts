/** The scanner put to much: texts by chance around every canary, and megabytes. What each part says exactly is held by the tests beside this one. */
import { createHash } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CANARY_SHAPES, canaryValue } from './canary.ts';
import { LeakScanner } from './scanner.ts';
import { canaries, ENCODINGS, STDOUT, scan, scanner } from './testing.ts';

const long = canaries.filter(({ value }) => value.length >= 40);

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

describe('a text is told', () => {
  const { value } = canaries[0] ?? { value: '' };
  /** Nothing that compresses or repeats, in lines. */
  const noise = (length: number): Buffer => {
    const parts = Array.from({ length: length / 64 }, (_, n) => createHash('sha512').update(`${n}`).digest());
    return Buffer.concat(parts)
      .subarray(0, length)
      .map((byte) => (byte % 64) + 128) as Buffer;
  };
  const MIB = 1024 * 1024;

  test('over the end of a block, once and at its place', () => {
    const filler = Buffer.alloc(MIB + 64 * 1024, ' ');
    for (const at of [MIB - 20, MIB + 8 * 1024 - 20]) {
      const content = Buffer.concat([filler.subarray(0, at), Buffer.from(value), filler.subarray(at)]);
      const stream = scanner.open(STDOUT);
      stream.push(content.subarray(0, 5));
      stream.push(content.subarray(5, at + 7));
      stream.push(content.subarray(at + 7));
      expect(stream.finish(Buffer.alloc(0)).map(({ offset, length }) => [offset, length])).toEqual([[at, 40]]);
    }
  });

  test('in a compressed stream of several blocks, and behind it', () => {
    const packed = gzipSync(Buffer.concat([noise(MIB + 400_000), Buffer.from(value)]));
    expect(packed.length).toBeGreaterThan(MIB + 8 * 1024);
    const content = Buffer.concat([Buffer.from('begins: '), packed, Buffer.from(` ${value}`)]);
    expect(scanner.scan(STDOUT, content).map(({ encoding, length, offset }) => [encoding, length, offset])).toEqual([
      ['plain', 40, packed.length + 9],
      ['gzip', 40, 8],
    ]);
  });
});
