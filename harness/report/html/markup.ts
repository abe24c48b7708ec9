import { lines, oneLine } from '../text/safe.ts';

/** Text that is markup already. Only the tag below makes one, so nothing of others gets in unescaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Markup | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function entities(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return entities(lines(part));
  if (typeof part === 'number') return String(part);
  if (!Array.isArray(part)) return '';
  let out = '';
  for (const one of part) out += render(one);
  return out;
}

/** Markup with everything that is put in escaped; `false`, `null` and `undefined` leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let out = strings[0] ?? '';
  for (const [index, part] of parts.entries()) out += render(part) + (strings[index + 1] ?? '');
  return new Markup(out);
}

/** Our own style sheet and script, which are not text. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** An id that a link can name: letters, digits, dot and hyphen. */
export function anchor(...words: readonly string[]): string {
  return words.map((word) => oneLine(word).replace(/[^\w.-]+/g, '-')).join('--');
}
