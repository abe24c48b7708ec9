/**
 * What a subject printed goes to terminals, logs and web pages. A control character in it could move the cursor, hide a
 * failure or forge one, so none is ever passed on: each is shown by its escape. Bidirectional overrides are treated alike.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Nothing but line feeds that could be unsafe. */
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u00ff\u2010-\u2015\u2018-\u201d\u2026]*$/;

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  if (character === '\u001b') return '\\e';
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text on one line, control characters as escapes. */
export function oneLine(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The text with its line feeds kept; tabs become two spaces; other control characters are shown as escapes. */
export function lines(text: string): string {
  // Nearly all texts are plain, and a page holds a hundred thousand of them.
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => oneLine(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** The text with nothing but its line feeds kept as they are: carriage returns and tabs are seen, too, as escapes. */
export function exactLines(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/**
 * The value with every text in it made safe for a terminal, whoever wrote it and wherever it stands, and cut to `most`
 * characters.
 */
export function safely<T>(value: T, most: number, ascii = false): T {
  if (typeof value === 'string') {
    const shown = value.length > most ? `${value.slice(0, most)}… (${value.length} characters)` : value;
    return (ascii ? plainAscii(lines(shown)) : lines(shown)) as T;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => safely(one, most, ascii)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, safely(member, most, ascii)])) as T;
}

const ASCII: Readonly<Record<string, string>> = {
  '…': '...',
  '·': '-',
  '–': '-',
  '—': '-',
  '×': 'x',
  '→': '->',
  '⊂': '<',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
};

/** The text in plain ASCII: typographic signs by their plain form, anything else by its escape. */
export function plainAscii(text: string): string {
  return text.replace(/[^\u0000-\u007f]/gu, (character) => {
    const plain = ASCII[character];
    if (plain !== undefined) return plain;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
