/** Lines of a comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly text: string;
}

const MOST = 400;

function pretty(text: string): string[] | undefined {
  // Most expectations are words: a parser that fails on each would be the dearest part of a page.
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2).split('\n') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What differs between two JSON texts, line by line of their pretty form; undefined where one of them is not JSON, or
 * both are too long to compare: an expectation in words has no meaningful difference to an answer.
 */
export function jsonDiff(expected: string, actual: string): readonly DiffLine[] | undefined {
  const a = pretty(expected);
  const b = pretty(actual);
  if (a === undefined || b === undefined || a.length > MOST || b.length > MOST) return undefined;
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const cell = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const out: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || cell(i + 1, j) >= cell(i, j + 1))) {
      out.push({ kind: 'expected', text: a[i++] ?? '' });
    } else {
      out.push({ kind: 'actual', text: b[j++] ?? '' });
    }
  }
  return out;
}

/** JSON in its pretty form, anything else as it is. */
export function prettyText(text: string): string {
  return pretty(text)?.join('\n') ?? text;
}
