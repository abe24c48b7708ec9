/** Quoted text, comments, code and control characters, in which the dialects that have them allow any sign. */
const ANYTHING_INSIDE = /\\[Qc]|\(\?#|\(\?C|\(\*|\(\?\??\{|\(\?[A-Za-z^-]*x/;

/**
 * True unless a text is a regular expression in no dialect in which parentheses group: a class or a group that nothing closes,
 * or a backslash at the end. Never compiled, because every engine refuses what only another one has; what is in doubt is true.
 */
export function isAnyRegex(text: string): boolean {
  if (ANYTHING_INSIDE.test(text)) return true;
  // As long as before, so that places stay what they were.
  const bare = text.replaceAll(/\\[\s\S]/g, 'ee');
  if (bare.endsWith('\\')) return false;
  const open = bare.lastIndexOf('[');
  if (open >= 0 && !text.includes(']', open)) return false;
  const outside = bare.replaceAll(/\[(?!\^?\])[^[\]]+\]/g, 'e');
  // Where a class in a class ends, or one that begins with "]", the dialects do not agree.
  if (outside.includes('[')) return true;
  let depth = 0;
  for (const sign of outside) {
    if (sign === '(') depth++;
    // One too many is a sign like any other in some dialects.
    else if (sign === ')' && depth > 0) depth--;
  }
  return depth === 0;
}
