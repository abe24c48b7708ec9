import type { Subject } from '../model/subject.ts';
import type { Engine } from '../process/engine.ts';
import type { Isolation } from '../report/case-result.ts';
import { networkMessage } from './notices.ts';

/** Takes a subject's network away where that was asked for and can be done; undefined where nobody asked. */
export async function isolated(engine: Engine, subject: Subject, wanted: boolean): Promise<Isolation | undefined> {
  if (!wanted) return undefined;
  if (subject.url !== undefined) {
    return { on: false, reason: 'an HTTP hook is a server of its own, and is not started for a case' };
  }
  const reason = await engine.isolate(subject.worker);
  return { on: reason === null, reason };
}

/** The same with what is only known when all cases are over. */
export async function concluded(engine: Engine, isolation: Isolation): Promise<Isolation> {
  const attempts = isolation.on ? await engine.workerAttempts() : [];
  return attempts.length === 0 ? isolation : { ...isolation, notice: networkMessage('as a worker it', attempts) };
}

/** One line for stderr: what was asked for and not done is said at once, not only in the report. */
export function notIsolated(subject: Subject, isolation: Isolation | undefined): string[] {
  if (isolation === undefined || isolation.on) return [];
  return [`${subject.name}: --isolate has no effect: ${isolation.reason ?? 'it can not be done here'}`];
}
