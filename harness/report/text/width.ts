/** Code points that take no column of their own: combining marks, joiners, variation selectors. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Code points that take two columns: East Asian wide and fullwidth blocks, and what terminals draw as emoji. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/** Texts repeat their characters, and telling a wide one takes a search. */
const KNOWN = new Map<string, number>();

/** Columns that one character takes on a terminal. */
function columns(character: string): number {
  const known = KNOWN.get(character);
  if (known !== undefined) return known;
  const found = columnsOf(character);
  if (KNOWN.size < 10_000) KNOWN.set(character, found);
  return found;
}

function columnsOf(character: string): number {
  if (ZERO.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** What takes one column a character: nearly everything that is printed. */
const NARROW = /^[\u0020-\u007e]*$/;

/** Columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columns(character);
  return width;
}

/** The text, cut to a number of columns with `mark` at its end when it does not fit. */
export function cut(text: string, width: number, mark = '…'): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(mark);
  let out = '';
  let used = 0;
  for (const character of text) {
    const next = columns(character);
    if (used + next > room) break;
    out += character;
    used += next;
  }
  return out + mark;
}

/** A word in pieces of at most `width` columns, at least one character each. */
function pieces(word: string, width: number): string[] {
  const all: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const next = columns(character);
    if (piece !== '' && used + next > width) {
      all.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += next;
  }
  return [...all, piece];
}

/** Lines of at most `width` columns, broken at spaces, or inside a word that is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(' ')) {
      const wide = displayWidth(word);
      if (line !== '' && used + 1 + wide <= width) {
        line += ` ${word}`;
        used += 1 + wide;
        continue;
      }
      if (line !== '') lines.push(line);
      if (wide <= width) {
        line = word;
        used = wide;
        continue;
      }
      const parts = pieces(word, width);
      line = parts.pop() ?? '';
      used = displayWidth(line);
      for (const part of parts) lines.push(part);
    }
    lines.push(line);
  }
  return lines;
}
