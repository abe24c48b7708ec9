const SIMPLE: ReadonlySet<string> = new Set(['specs', 'vendors', 'requirements']);

/** A list that is printed from tables alone: no plan is made for it, and no fixture read. */
export function isSimpleList([command, what]: readonly string[]): boolean {
  return command === 'list' && (what === undefined || SIMPLE.has(what));
}
