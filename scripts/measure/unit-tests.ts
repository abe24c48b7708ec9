/**
 * Stands in for vitest in tests that Stryker runs thousands of times: it collects what a file declares, and each is a function
 * that throws where the test fails. Only what tests of judges use is there; anything else fails in the dry run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

/** A test that was declared: it throws, or gives a promise that is rejected, where it fails. */
export interface Declared {
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...args: unknown[]) => unknown;

/** Text files that a test holds a text to stand beside it; a test that was just collected knows where. */
let folder = '';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.use((_, { addMethod, flag }) => {
  addMethod(chai.Assertion.prototype, 'toMatchFileSnapshot', function (this: object, file: string) {
    const approved = readFileSync(join(folder, file), 'utf8');
    chai.expect(flag(this, 'object') === approved, `${file} is another one`).true;
  });
  // Holds texts for people, which decide no verdict.
  addMethod(chai.Assertion.prototype, 'toMatchInlineSnapshot', () => undefined);
});

/** Rows of a table, each the arguments of a body. */
function each(declare: (name: string, body: Body) => void): (rows: readonly unknown[]) => (...args: unknown[]) => void {
  return (rows) =>
    (name, ...rest) => {
      const body = rest.at(-1) as Body;
      for (const [index, row] of rows.entries())
        declare(`${String(name)} ${index}`, () => body(...(Array.isArray(row) ? row : [row])));
    };
}

/** A module like vitest, and what a file that imports it has declared. */
export function unitTests(): { readonly module: object; readonly take: (from: string) => Declared[] } {
  let declared: Declared[] = [];
  const within: string[] = [];
  const describe = (name: string, ...rest: unknown[]): void => {
    within.push(name);
    (rest.at(-1) as Body)();
    within.pop();
  };
  const test = (name: string, ...rest: unknown[]): void => {
    declared.push({ name: [...within, name].join(' › '), run: rest.at(-1) as Body });
  };
  const module = {
    describe: Object.assign(describe, { each: each(describe) }),
    test: Object.assign(test, { each: each(test) }),
    it: Object.assign(test, { each: each(test) }),
    expect: chai.expect,
  };
  const take = (from: string): Declared[] => {
    const own = declared.map(({ name, run }) => ({
      name,
      run: () => {
        folder = from;
        return run();
      },
    }));
    declared = [];
    return own;
  };
  return { module, take };
}
