import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAnyRegex } from './any-regex.ts';
import { isDateTime, isFullDate, isFullTime, isIso8601DateTime } from './date-time.ts';
import { re2Error } from './re2.ts';
import { isIpv6, isUri } from './uri.ts';
import { isUuid, isUuidV4 } from './uuid.ts';

interface Table {
  readonly format: string;
  readonly is: (text: string) => boolean;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const TABLES: readonly Table[] = [
  {
    format: 'date-time (RFC 3339, section 5)',
    is: isDateTime,
    valid: [
      // Section 5.8.
      '1985-04-12T23:20:50.52Z',
      '1996-12-19T16:39:57-08:00',
      '1990-12-31T23:59:60Z',
      '1990-12-31T15:59:60-08:00',
      '1937-01-01T12:00:27.87+00:20',
      // Lower case, unknown local offset, long fractions, leap days, leap seconds at other offsets, the ends of the scale.
      '1985-04-12t23:20:50z',
      '2026-02-08T19:22:11-00:00',
      '2026-02-08T19:22:11.123456789012Z',
      '2024-02-29T00:00:00Z',
      '2000-02-29T00:00:00Z',
      '1998-12-31T23:59:60.123Z',
      '1999-01-01T00:59:60+01:00',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2026-01-01T00:00:00+23:59',
      '2026-12-31T00:29:60-23:30',
      // The last minute of a month in UTC (section 5.7), in the local day before, the same and after.
      '2016-12-31T15:59:60-08:00',
      '2017-01-01T08:59:60+09:00',
      '2015-06-30T23:59:60Z',
      '2015-07-01T01:59:60.5+02:00',
      '2026-01-31T23:59:60Z',
      '2024-02-29T23:59:60Z',
      '2023-02-28T23:59:60Z',
      '0000-12-31T23:59:60Z',
    ],
    invalid: [
      '',
      '2026-02-08',
      '19:22:11Z',
      '2026-02-08T19:22:11',
      '2026-02-08 19:22:11Z',
      '2026-02-08T19:22Z',
      '2026-02-08T19Z',
      '2026-02-08T19:22:11.Z',
      '2026-02-08T19:22:11,5Z',
      '2026-02-08T24:00:00Z',
      '2026-02-08T19:60:00Z',
      '2026-02-08T19:22:60Z',
      '2026-02-08T22:59:60Z',
      '2026-02-08T23:58:60Z',
      '2026-12-31T23:59:60+01:00',
      '2026-01-15T23:59:60Z',
      '2024-02-28T23:59:60Z',
      '2016-12-30T15:59:60-08:00',
      '2017-01-01T15:59:60-08:00',
      '2016-12-31T08:59:60+09:00',
      '2016-12-31T23:59:60-00:01',
      '2016-12-31T23:59:61Z',
      '2026-02-08T19:22:61Z',
      '2026-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-2-8T19:22:11Z',
      '26-02-08T19:22:11Z',
      '+2026-02-08T19:22:11Z',
      '12026-02-08T19:22:11Z',
      '2026-02-08T19:22:11+24:00',
      '2026-02-08T19:22:11+01:60',
      '2026-02-08T19:22:11+01',
      '2026-02-08T19:22:11+0100',
      '2026-02-08T19:22:11Z ',
      ' 2026-02-08T19:22:11Z',
      '2026-02-08T19:22:11Z\n',
      '2026-02-08T19:22:11ZZ',
      '2026-02-08T19:22:11 Z',
      '20260208T192211Z',
      '2026-039T19:22:11Z',
      '2026-W06-7T19:22:11Z',
      '2026-02-08T19:22:11\u221201:00',
      '２026-02-08T19:22:11Z',
      '2026-02-08T१9:22:11Z',
      'Sun, 08 Feb 2026 19:22:11 GMT',
      '1770578531',
      '2026-02-08T19:22:11UTC',
    ],
  },
  {
    format: 'date (RFC 3339 full-date)',
    is: isFullDate,
    valid: ['1963-06-19', '2024-02-29', '0000-02-29', '9999-12-31'],
    invalid: ['2023-02-29', '1963-6-19', '19630619', '1963-06-19Z', '2020-11-31', '2020-W01-1', '1963-06-1৪', ''],
  },
  {
    format: 'time (RFC 3339 full-time)',
    is: isFullTime,
    valid: ['08:30:06Z', '08:30:06.283185Z', '23:59:60Z', '01:29:60+01:30', '08:30:06-08:00', '12:00:00z'],
    invalid: [
      '08:30:06',
      '24:00:00Z',
      '22:59:60Z',
      '8:30:06Z',
      '08:30Z',
      '08:30:06 PST',
      '08:30:06-08:00:00',
      '01:01:01,1111',
      '',
    ],
  },
  {
    format: 'iso-8601-date-time',
    is: isIso8601DateTime,
    valid: [
      '2026-02-23T10:15:30.123Z',
      '2026-02-23T10:15:30+01',
      '2026-02-23T10:15Z',
      '2026-02-23T10Z',
      '20260223T101530Z',
      '20260223T101530+0100',
      '2026-02-23T10:15:30,5Z',
      '2026-054T10:15:30Z',
      '2026-W09-1T10:15:30Z',
      '2026W091T101530Z',
      '2026-02-23T24:00:00Z',
      '2020-W53-7T00:00Z',
      '2024-366T00:00Z',
      '2016-12-31T23:59:60Z',
      '20161231T155960-0800',
      '2016-366T23:59:60Z',
      '2016-W52-6T23:59:60Z',
      '2017-W01-1T23:59:59Z',
    ],
    invalid: [
      '',
      '2026-02-23',
      '2026-02-23T10:15:30',
      '2026-02-23T10:15:30Zjunk',
      '2026-02-23T10:15:30 Z',
      '2026-02-23T',
      'T10:15:30Z',
      '2026-02-30T10:15:30Z',
      '2026-02-23T25:00Z',
      '2026-02-23T24:00:01Z',
      '2026-366T00:00Z',
      '2026-W54-1T00:00Z',
      '2021-W53-1T00:00Z',
      '2026-W09-8T00:00Z',
      '2026-02T10:15Z',
      '2026-02-23T10:61Z',
      '2026-0223T10:15Z',
      '2026-02-23T10:15:60Z',
      '2016-365T23:59:60Z',
      '2016-W52-5T23:59:60Z',
      '20160115T235960Z',
      '2016-12-31T23:59:60+01',
      'yesterday',
    ],
  },
  {
    format: 'uuid (RFC 9562, section 4, by shape)',
    is: isUuid,
    valid: [
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6',
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '919108f7-52d1-4320-9bac-f847db4148a8',
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      // Published ids whose version or variant no RFC has (erratum E-AH-23).
      'e5f6a7b8-c9d0-1234-efab-345678901234',
      'c3d4e5f6-a7b8-9012-cdef-123456789012',
      'd4e5f6a7-b8c9-0123-defa-234567890123',
    ],
    invalid: [
      '',
      'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}',
      'f81d4fae7dec11d0a76500a0c91e6bf6',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf67',
      'g81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      'f81d4fae-7dec-11d0a765-00a0c91e6bf6',
      'f81d4fa-e7dec-11d0-a765-00a0c91e6bf6',
      ' f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n',
      'sess_01HX',
    ],
  },
  {
    format: 'uuid-v4',
    is: isUuidV4,
    valid: ['919108f7-52d1-4320-9bac-f847db4148a8', '550E8400-E29B-41D4-A716-446655440000'],
    invalid: [
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      '919108f7-52d1-4320-cbac-f847db4148a8',
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    ],
  },
  {
    format: 'uri (RFC 3986, absolute)',
    is: isUri,
    valid: [
      // Section 1.1.2.
      'ftp://ftp.is.co.za/rfc/rfc1808.txt',
      'http://www.ietf.org/rfc/rfc2396.txt',
      'ldap://[2001:db8::7]/c=GB?objectClass?one',
      'mailto:John.Doe@example.com',
      'news:comp.infosystems.www.servers.unix',
      'tel:+1-816-555-1212',
      'telnet://192.0.2.16:80/',
      'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
      'file:///home/user/my-project',
      'file://localhost/c:/x',
      'https://app.notion.so/page-id',
      'mailto:inbox/folder-id',
      'a:',
      'a:b',
      'http://',
      'http://u:p@h:/',
      'http://h/%7Efoo?a=b&c#d?e/f',
      'http://[v1.fe:d]/',
      'http://[::ffff:192.0.2.1]/',
      'x:/a//b',
    ],
    invalid: [
      '',
      '/home/user',
      'home/user',
      '//host/path',
      '?q',
      '#f',
      ':a',
      '1a:b',
      'a b:c',
      'http://h/a b',
      'http://h/ü',
      'http://h/%zz',
      'http://h/%7',
      'http://h/<a>',
      'http://h/{a}',
      'http://h/a|b',
      'http://h\\a',
      'http://[::1',
      'http://::1/',
      'http://[::1]x/',
      'http://[1:2]/',
      'http://h:port/',
      'http://a@b@c/',
      'http://h/#a#b',
      'C:\\Users\\me',
      'http://h/"',
      'http://h/^',
      'http://h/`',
      'file:///home/me/a b',
      'http://h/\n',
    ],
  },
  {
    format: 'any-regex',
    is: isAnyRegex,
    valid: [
      '',
      'Bash',
      'file_(read|write|edit)',
      // RE2 has none of these, other dialects do.
      '(?=x)',
      '(?<!x)y',
      '(a)\\1',
      '(?>x)',
      'a++',
      '(?i)(?=x)y',
      '(?P<n>a)(?P=n)',
      '(?(1)a|b)',
      '(?|a|b)',
      '\\((?R)?\\)',
      // Brackets that open nothing.
      '\\(\\[\\\\',
      '[(]',
      '[[(]',
      '[](]',
      '[^](]',
      '[[:alpha:](]',
      '[a-z&&[^b]]',
      '[\\]',
      '[\\](]',
      'a)',
      ']',
      // Text, comments and the like, in which any sign may stand.
      '\\Q([\\E',
      '\\Qa\\',
      '(?#[)a',
      '(?x) a # (',
      '(?i-sx:a # [\n)',
      '(?{ "(" })',
      '\\c[',
      // An asterisk with nothing before it is a sign in some.
      '*',
    ],
    invalid: ['[', 'a[b', '[^', '[a][b', '(', '(read|write', '((a)', '(a|[b]', 'a)(', '\\', 'a\\\\\\', '[(](', '(?=x'],
  },
  {
    format: 'IPv6 address (RFC 4291, section 2.2)',
    is: isIpv6,
    valid: [
      '2001:DB8:0:0:8:800:200C:417A',
      'FF01::101',
      '::1',
      '::',
      '::13.1.68.3',
      '::FFFF:129.144.52.38',
      '1:2:3:4:5:6:7::',
    ],
    invalid: [
      '',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '12345::',
      ':1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8::',
      '::1.2.3',
      '1.2.3.4',
    ],
  },
];

describe.each(TABLES)('$format', ({ is, valid, invalid }) => {
  test.each(valid)('%j is valid', (text) => {
    expect(is(text)).toBe(true);
  });
  test.each(invalid)('%j is not', (text) => {
    expect(is(text)).toBe(false);
  });
});

describe('re2', () => {
  test.each([
    '^Bash$',
    'file_(read|write|edit)',
    '(?i)bash',
    '(?P<tool>x)',
    '[[:alpha:]]+',
    'mcp__.*',
    '\\bx\\b',
    '',
    'a{1,1000}',
  ])('%j is accepted', (pattern) => {
    expect(re2Error(pattern)).toBeUndefined();
  });
  test.each(['(?=x)', '(?!x)', '(?<=x)', '(?<!x)', '(a)\\1', '(?>a)', 'a++', '(', '[a', '*', 'a{1001}', '\\'])(
    '%j is refused',
    (pattern) => {
      expect(re2Error(pattern)).toBeDefined();
    },
  );
});

test('what any engine here compiles is no broken expression', () => {
  const compiles = (text: string): boolean =>
    ['', 'u', 'v'].some((flags) => {
      try {
        return new RegExp(text, flags) instanceof RegExp;
      } catch {
        return false;
      }
    }) || re2Error(text) === undefined;
  const signs = fc.constantFrom(...'[]()\\^-?:*+{}|<>=!#&.$aQEcxp1', '\n', '😀');
  const texts = fc.array(signs, { maxLength: 9 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => isAnyRegex(text) || !compiles(text)),
    { numRuns: 20_000, seed: 42 },
  );
});
