/** Addresses without https, and variables in headers, of HTTP handlers. */
import { expect, test } from 'vitest';
import { addressNotices } from './addresses.ts';
import type { HifEdition } from './documents.ts';

const told = (handler: unknown, edition: HifEdition = '0.1'): readonly string[] =>
  addressNotices({ handler }, '/hooks/3', edition).map(
    ({ requirement, pointer, severity }) => `${requirement} ${pointer} ${severity}`,
  );
const plain = (url: unknown, type = 'http'): boolean => told({ type, url }).length > 0;
const secret = (value: unknown): boolean =>
  told({ type: 'http', url: 'https://x.example', headers: { A: value } }).length > 0;

test('what is told of is at its member, in the words of its edition', () => {
  const handler = { type: 'http', url: 'http://x.example', headers: { 'a/b': '$X', c: 'x', d: '$Y' } };
  expect(told(handler)).toEqual([
    'HIF-SEC-009 /hooks/3/handler/url warn',
    'HIF-SEC-011 /hooks/3/handler/headers/a~1b undefined',
    'HIF-SEC-011 /hooks/3/handler/headers/d undefined',
  ]);
  expect(told(handler, '1.0')).toEqual([
    'HC-HTTPS /hooks/3/handler/url undefined',
    'HC-HTTPS /hooks/3/handler/headers/a~1b undefined',
    'HC-HTTPS /hooks/3/handler/headers/d undefined',
  ]);
  const messages = addressNotices({ handler }, '', '1.0').map(({ message }) => message);
  expect(messages[0]).toContain('use https');
  expect(messages[1]).toContain('the header a/b takes');
});

test('an address is plain that goes over http to another machine', () => {
  for (const url of [
    'http://x.example/',
    'HTTP://x.example',
    ' http://x.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://127.0.0',
    'http://1270.0.0.1',
    'http://127.0.0.1000',
    'http://[::1]x',
    'http://[::2]',
    'http://x.example/@localhost',
    'http://localhost@x.example',
    'http://x.example/?http://localhost',
    'http://user@x.example/',
    'http:x',
  ])
    expect(plain(url), url).toBe(true);
  for (const url of [
    'https://x.example',
    'https://x.example/http://y',
    'xhttp://x.example',
    '/x?http:',
    'http://localhost',
    'HTTP://LOCALHOST:80',
    ' http://localhost ',
    'http://localhost/x',
    'http://localhost?x',
    'http://localhost#x',
    'http://user:word@localhost/',
    'http://127.0.0.1:8080/x',
    'http://127.100.200.255',
    'http://[::1]:80',
    '',
    7,
    ['http://x.example'],
    undefined,
  ])
    expect(plain(url), String(url)).toBe(false);
  for (const type of ['command', 'prompt']) expect(plain('http://x.example', type), type).toBe(false);
});

test('a header takes a variable along in any way of writing one', () => {
  for (const value of [
    '$TOKEN',
    '${TOKEN}',
    'Bearer $x',
    '$_A1',
    '%TOKEN%',
    '%a%',
    '%_A1%',
    '$env:TOKEN',
    '$T',
    '${T}',
  ])
    expect(secret(value), value).toBe(true);
  for (const value of [
    '',
    'plain',
    '$',
    '$1',
    '$ x',
    '5 $',
    '{X}',
    '%',
    '100%',
    '%1%',
    '%%',
    '%a b%',
    '50% of 100%',
    7,
    null,
    ['$X'],
  ])
    expect(secret(value), String(value)).toBe(false);
});

test('nothing is told where there is no handler, or no headers', () => {
  for (const handler of [
    undefined,
    'x',
    [],
    { type: 'http' },
    { type: 'http', headers: ['$X'] },
    { type: 'http', headers: '$X' },
  ])
    expect(told(handler)).toEqual([]);
  expect(told({ type: 'command', url: 'http://x.example', headers: { A: '$X' } })).toEqual([]);
});
