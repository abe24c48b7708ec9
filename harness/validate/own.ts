import { type Breach, OwnFault } from '../errors.ts';
import { compiledValidator } from './compiled.ts';

/** Set by the test runs: hookconf then holds what it feeds and writes to its own schemas. */
export const HOLD_VARIABLE = 'HOOKCONF_HOLD_OWN';

/** Whether this process holds its own documents to their schemas. Nobody else pays for it. */
export function holdsOwn(): boolean {
  return process.env[HOLD_VARIABLE] === '1';
}

/**
 * Where a document of ours breaks a schema first.
 * @param what completes "hookconf's own …"
 * @param schema a name below schemas/, e.g. `hookconf/report`
 * @throws Error for a name that has no schema.
 */
export async function breachOf(what: string, schema: string, document: unknown): Promise<Breach | undefined> {
  const validate = await compiledValidator(schema);
  const [first] = validate(document);
  return first === undefined ? undefined : { what, schema, pointer: first.pointer, message: first.message };
}

/**
 * Holds one document of ours to its schema in test runs, and costs nothing elsewhere.
 * @throws OwnFault with the first place that breaks it.
 */
export async function holdOwn(what: string, schema: string, document: unknown): Promise<void> {
  if (!holdsOwn()) return;
  const breach = await breachOf(what, schema, document);
  if (breach !== undefined) throw new OwnFault(breach);
}

/**
 * Holds a finished report to its schema: in test runs each, elsewhere only one that a program will read (`forPrograms`),
 * because loading the validator takes some 30 ms of processor time and a report of an ordinary run 1 ms more.
 * @throws OwnFault with the first place that breaks it.
 */
export async function holdReport(report: unknown, forPrograms: boolean): Promise<void> {
  if (!forPrograms && !holdsOwn()) return;
  const breach = await breachOf('report', 'hookconf/report', report);
  if (breach !== undefined) throw new OwnFault(breach);
}
