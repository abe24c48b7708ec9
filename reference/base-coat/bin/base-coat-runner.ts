/** Reference runner of Base Coat: reads a job, runs the hooks that are registered for its event, and answers for all of them. */
import { readFileSync } from 'node:fs';
import { type Answer, runChain } from '../chain.ts';
import { type Registration, registered, type Surface } from '../config.ts';

interface Job {
  readonly config: string | readonly string[];
  readonly surface: Surface;
  readonly agent?: string;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
}

/** Shares of the effective limit at which a session is warned and rotated (section 7). */
const WARN_AT = 0.7;
const ROTATE_AT = 0.8;

function usedShare(event: Readonly<Record<string, unknown>>): number {
  const budget = event['budget'] as Readonly<Record<string, unknown>> | undefined;
  const used = Number(budget?.['usedTokens']);
  const limit = Number(budget?.['effectiveLimit']);
  return limit > 0 && used >= 0 ? used / limit : 0;
}

/** One event of a session: its own hooks, and those of the budget the first time that it is exceeded. */
async function inSession(
  event: Readonly<Record<string, unknown>>,
  { hooks, warnings }: Registration,
  state: { rotated: boolean },
): Promise<Answer> {
  const answer = await runChain(hooks, event, warnings);
  const share = usedShare(event);
  if (share >= WARN_AT) answer.warnings.push(`${Math.round(share * 100)} % of the token budget are used`);
  if (share >= ROTATE_AT && !state.rotated && event['hook'] !== 'OnBudgetExceeded') {
    state.rotated = true;
    const raised = await runChain(hooks, { ...event, hook: 'OnBudgetExceeded' }, []);
    answer.warnings.push(...raised.warnings);
    answer.additionalContext.push(...raised.additionalContext);
  }
  return answer;
}

const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
const config = typeof job.config === 'string' ? [job.config] : job.config;
const registration = registered(job.surface, config, job.agent);
if (job.events === undefined) {
  const answer = await runChain(registration.hooks, job.event ?? {}, registration.warnings);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
} else {
  const state = { rotated: false };
  for (const event of job.events) {
    const answer = await inSession(event, registration, state);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
