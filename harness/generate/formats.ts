import fc from 'fast-check';
import { isAnyRegex } from '../formats/any-regex.ts';

interface Format {
  test(text: string): boolean;
  readonly arbitrary: fc.Arbitrary<string>;
  /** Texts that look like it and are not. */
  readonly wrong: readonly string[];
}

const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
}

// Within the years that anything here is about; the edges of the calendar are not what hooks are tested for.
const day = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

const FORMATS: Readonly<Record<string, Format>> = {
  'date-time': {
    // A leap second exists only at the end of a day in UTC; none is generated, any other :60 is refused.
    test: (text) => DATE_TIME.test(text) && isCalendarDay(text) && !/:60/.test(text),
    arbitrary: fc
      .tuple(day, fc.constantFrom('Z', '+00:00', '-05:30'), fc.constantFrom('', '.5', '.123456789'))
      .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`),
    wrong: ['2026-01-01 00:00:00', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '1767225600', 'yesterday'],
  },
  date: {
    test: (text) => DATE.test(text) && isCalendarDay(text),
    arbitrary: day.map((date) => date.toISOString().slice(0, 10)),
    wrong: ['2026-1-1', '2026-02-30', '01/02/2026'],
  },
  uuid: {
    test: (text) => UUID.test(text),
    arbitrary: fc.uuid(),
    wrong: ['00000000-0000-0000-0000-00000000000', 'g0000000-0000-0000-0000-000000000000', '0'.repeat(32)],
  },
  'iso-8601-date-time': {
    test: (text) => DATE_TIME.test(text) && isCalendarDay(text),
    arbitrary: day.map((date) => date.toISOString()),
    wrong: ['yesterday', '1767225600'],
  },
  'any-regex': {
    test: isAnyRegex,
    arbitrary: fc.constantFrom('Bash', 'Edit|Write', '^mcp__.*', '[a-z]+', '(?=a)'),
    wrong: ['(', '[', 'a\\'],
  },
  re2: {
    test: (text) => {
      try {
        return !/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(text) && new RegExp(text, 'u') instanceof RegExp;
      } catch {
        return false;
      }
    },
    arbitrary: fc.constantFrom('Bash', 'Edit|Write', '^mcp__.*', '[a-z]+'),
    wrong: ['(', '(?=a)', '(a)\\1'],
  },
};

/** An unknown format binds nothing, as in JSON Schema itself. */
export function isFormat(name: string, text: string): boolean {
  return FORMATS[name]?.test(text) ?? true;
}

export function formatArbitrary(name: string): fc.Arbitrary<string> | undefined {
  return FORMATS[name]?.arbitrary;
}

export function wrongFormats(name: string): readonly string[] {
  return FORMATS[name]?.wrong ?? [];
}
