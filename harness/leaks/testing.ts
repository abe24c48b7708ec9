/** What tests of the scanner share: canaries of every shape, and all that a program may do to a text. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Canary } from '../model/case.ts';
import { CANARY_SHAPES, makeCanary } from './canary.ts';
import { base32 } from './encodings.ts';
import { LeakScanner } from './scanner.ts';

export const canaries: readonly Canary[] = CANARY_SHAPES.flatMap((shape) =>
  [0, 1].map((spawn) => makeCanary({ seed: 7, scope: 'test', spawn }, `/${shape}`, 'prompt', { shape })),
);
export const scanner: LeakScanner = new LeakScanner(canaries);
export const STDOUT = { channel: 'stdout', name: 'stdout', spawn: 0 } as const;

export function scan(content: Buffer | string): readonly { canary: string; encoding: string }[] {
  return scanner.scan(STDOUT, Buffer.from(content));
}

const each = (text: string, form: (code: string) => string): string =>
  [...text].map((letter) => form(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
const reverse = (text: string): string => [...text].reverse().join('');

/** Everything that a program may do to a text on its way out; `around` is what stands before it. */
export const ENCODINGS: Readonly<Record<string, (value: string, around: string) => string | Buffer>> = {
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
