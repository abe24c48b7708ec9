/** What stands for the folder in which the subject's command was resolved. */
const MASK = '.';
/** Shorter beginnings of a path say nothing about a machine. */
const SHORTEST = 4;

/**
 * The value with every path of this machine's folder replaced, so that two checkouts give one report: what a subject
 * prints often names its own file (a traceback does). Also where a text was cut in the middle of the path.
 */
export function withoutFolder<T>(value: T, folder: string): T {
  if (folder.length < SHORTEST) return value;
  const text = (whole: string): string => {
    const out = whole.includes(folder) ? whole.replaceAll(folder, MASK) : whole;
    const at = out.lastIndexOf('…');
    if (at < 0) return out;
    for (let length = Math.min(folder.length - 1, at); length >= SHORTEST; length--) {
      if (out.slice(at - length, at) === folder.slice(0, length)) {
        return out.slice(0, at - length) + MASK + out.slice(at);
      }
    }
    return out;
  };
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, visit(member)]));
  };
  return visit(value) as T;
}
