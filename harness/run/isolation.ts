import type { Subject } from '../model/subject.ts';
import type { Engine } from '../process/engine.ts';
import type { Isolation, RunNotice } from '../report/case-result.ts';
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

/** What workers tried to reach, of which no case can be told. */
export async function workerNotices(engine: Engine): Promise<readonly RunNotice[]> {
  const attempts = await engine.workerAttempts();
  return attempts.length === 0 ? [] : [{ id: 'HC-NETWORK', message: networkMessage('as a worker it', attempts) }];
}

/** One line for stderr: what was asked for and not done is said at once, not only in the report. */
export function notIsolated(subject: Subject, isolation: Isolation | undefined): string[] {
  if (isolation === undefined || isolation.on) return [];
  return [`${subject.name}: --isolate has no effect: ${isolation.reason ?? 'it can not be done here'}`];
}
