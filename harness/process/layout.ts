import type { JsonLayout } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import { assertNever } from '../model/words.ts';

/** Every character of a JSON text's strings that is neither letter, digit nor space, written as an escape. */
function escaped(text: string): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/gs, (_, inner: string) => {
    const signs = inner.replaceAll(/\\.|[^\w ]/gsu, (sign) => (sign.startsWith('\\') ? sign : unicode(sign)));
    return `"${signs}"`;
  });
}

function unicode(sign: string): string {
  return [...Array(sign.length).keys()]
    .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A JSON document in one of its spellings; `undefined` is the compact one. */
export function laidOut(value: JsonValue, layout: JsonLayout | undefined): string {
  switch (layout) {
    case undefined:
      return JSON.stringify(value);
    case 'indented':
      return JSON.stringify(value, null, 2).replaceAll('\n', '\r\n');
    case 'escaped':
      return escaped(JSON.stringify(value));
    case 'marked':
      return `\uFEFF${JSON.stringify(value)}`;
    default:
      return assertNever(layout);
  }
}
