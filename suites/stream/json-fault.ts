/** Where and why a text is not JSON (RFC 8259). Node's own message often names no position. */

export interface JsonFault {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly reason: string;
}

const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** What may come next: a value, a member's name, or what follows a value. */
type Expecting = 'value' | 'value-or-close' | 'name' | 'name-or-close' | 'colon' | 'after';

/** The first fault of a text, or undefined when it is one JSON value. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  let here = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = here;
    if (!pattern.test(text)) return false;
    here = pattern.lastIndex;
    return true;
  };
  const fault = (reason: string): JsonFault => ({ offset: here, reason });
  for (;;) {
    match(SPACE);
    if (here >= text.length)
      return expecting === 'after' && open.length === 0 ? undefined : fault('the document ends too early');
    const code = text.charAt(here);
    if (expecting === 'value' || expecting === 'value-or-close') {
      if (code === ']' && expecting === 'value-or-close') {
        open.pop();
        here++;
        expecting = 'after';
      } else if (code === '{' || code === '[') {
        open.push(code);
        here++;
        expecting = code === '{' ? 'name-or-close' : 'value-or-close';
      } else if (match(STRING) || match(NUMBER) || match(WORD)) expecting = 'after';
      else return fault(code === '"' ? 'a string is not closed or holds a control character' : 'a value is expected');
    } else if (expecting === 'name' || expecting === 'name-or-close') {
      if (code === '}' && expecting === 'name-or-close') {
        open.pop();
        here++;
        expecting = 'after';
      } else if (match(STRING)) expecting = 'colon';
      else return fault('a member name in double quotes is expected');
    } else if (expecting === 'colon') {
      if (code !== ':') return fault('a colon is expected');
      here++;
      expecting = 'value';
    } else {
      const inside = open.at(-1);
      if (inside === undefined) return fault('something follows the document');
      if (code === ',') {
        here++;
        expecting = inside === '{' ? 'name' : 'value';
      } else if (code === (inside === '{' ? '}' : ']')) {
        open.pop();
        here++;
      } else return fault(`a comma or ${inside === '{' ? '}' : ']'} is expected`);
    }
  }
}
