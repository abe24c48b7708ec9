import { lines, oneLine } from '../text/safe.ts';

/** Characters that XML 1.0 cannot hold at all, not even escaped, beyond those that `safe.ts` already shows as escapes. */
const NOT_XML = /[\ufffe\uffff]/g;

function entities(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** For an attribute: on one line. */
export function attribute(text: string): string {
  return entities(oneLine(text));
}

/** For an element's text: lines are kept. */
export function content(text: string): string {
  return entities(lines(text));
}

/** An element with attributes in the order given; without children it closes itself. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  if (children.length === 0) return `<${name}${written.join('')}/>`;
  return `<${name}${written.join('')}>${children.join('')}</${name}>`;
}
