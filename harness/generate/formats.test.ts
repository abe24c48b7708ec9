/** The formats that schemas name: what is one, what only looks like it, and what is made of them. */
import { describe, expect, test } from 'vitest';
import { formatArbitrary, isFormat, wrongFormats } from './formats.ts';
import { samples } from './samples.ts';

describe('a format', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'date-time',
      [
        '2026-01-31T23:59:59Z',
        '2024-02-29t00:00:00.5z',
        '2000-02-29T00:00:00+23:59',
        '2026-12-31T10:00:00-05:30',
        '2026-04-30T00:00:00Z',
      ],
      [
        '2026-02-29T00:00:00Z',
        '1900-02-29T00:00:00Z',
        '2026-04-31T00:00:00Z',
        '2026-13-01T00:00:00Z',
        '2026-00-10T00:00:00Z',
        '2026-01-00T00:00:00Z',
        '2026-01-32T00:00:00Z',
        '2026-01-01T24:00:00Z',
        '2026-01-01T00:60:00Z',
        '2016-12-31T23:59:60Z',
        '2026-01-01T00:00:00',
        '2026-01-01 00:00:00Z',
        '2026-01-01T00:00:00.Z',
        '2026-01-01T00:00:00+24:00',
        'x2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00Zx',
      ],
    ],
    [
      'date',
      ['2026-01-31', '2024-02-29', '2000-02-29', '2026-06-30', '2026-09-30', '2026-11-30'],
      [
        '2026-02-29',
        '1900-02-29',
        '2100-02-29',
        '2026-06-31',
        '2026-09-31',
        '2026-11-31',
        '2026-1-1',
        'x2026-01-01',
        '2026-01-01x',
        '2026-13-01',
      ],
    ],
    [
      'uuid',
      ['01234567-89ab-CDEF-0123-456789abcdef'],
      [
        '0123456789abcdef0123456789abcdef',
        'x01234567-89ab-cdef-0123-456789abcdef',
        '01234567-89ab-cdef-0123-456789abcdefx',
        'g1234567-89ab-cdef-0123-456789abcdef',
      ],
    ],
    ['iso-8601-date-time', ['2026-01-31T23:59:59.123Z'], ['2026-02-30T00:00:00Z', 'yesterday']],
    ['any-regex', ['a+', '(?=a)'], ['(', '[']],
    ['re2', ['a+', '^mcp__.*', '(?:a)', '(?<n>a)'], ['(', '(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(a)\\1', '(a)\\9']],
    ['unheard-of', ['', 'anything'], []],
  ])('%s', (name, good, bad) => {
    for (const text of good) expect(isFormat(name, text), text).toBe(true);
    for (const text of bad) expect(isFormat(name, text), text).toBe(false);
    for (const text of wrongFormats(name)) expect(isFormat(name, text), text).toBe(false);
    const arbitrary = formatArbitrary(name);
    expect(arbitrary === undefined).toBe(name === 'unheard-of');
    expect(wrongFormats(name).length > 1).toBe(name !== 'unheard-of');
    if (arbitrary === undefined) return;
    const made = samples(arbitrary, 1, 40);
    for (const text of made) expect(isFormat(name, text), text).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(3);
    for (const text of [...made, ...wrongFormats(name)]) expect(text).not.toBe('');
  });

  test('of times is written in several ways, within the years that matter', () => {
    const [times, days] = [
      samples(formatArbitrary('date-time') ?? fail(), 1, 60),
      samples(formatArbitrary('date') ?? fail(), 1, 60),
    ];
    for (const end of [/\dZ$/, /\+00:00$/, /-05:30$/, /:\d\d(Z|[+-])/, /\.5(Z|[+-])/, /\.123456789(Z|[+-])/])
      expect(
        times.some((text) => end.test(text)),
        String(end),
      ).toBe(true);
    for (const text of [...times, ...days]) expect(text).toMatch(/^20\d\d-|^2100-01-01/);
    for (const text of samples(formatArbitrary('iso-8601-date-time') ?? fail(), 1, 9))
      expect(text).toMatch(/T.*\.\d{3}Z$/);
  });

  const fail = (): never => {
    throw new Error('there is no such format');
  };
});
