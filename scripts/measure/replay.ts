import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext, Suite } from '../../harness/model/suite.ts';
import type { SuiteEntry } from '../../harness/run/subject.ts';
import type { RecordedField, Seen } from './recorded.ts';

/** Recorded runs that are judged together: one program with a fault, or a few cases of one without. */
export interface Replay {
  readonly name: string;
  readonly spec: string;
  readonly role: RecordedField['role'];
  readonly contexts: Readonly<Record<string, PlanContext>>;
  readonly seen: readonly Seen[];
}

/** Cases of the unchanged program that are judged together. */
const TOGETHER = 6;

/** Puts the runs of one field into portions; `contexts` has its corpus, too. */
export function replaysOf(
  subject: string,
  { spec, role, runs }: RecordedField,
  contexts: Readonly<Record<string, PlanContext>>,
): Replay[] {
  const alike = { spec, role, contexts };
  const faulty = runs.flatMap(({ fault, seen }): Replay[] => (fault === null ? [] : [{ ...alike, name: fault, seen }]));
  const sound = runs.flatMap(({ fault, seen }) => (fault === null ? seen : []));
  const portions = Array.from({ length: Math.ceil(sound.length / TOGETHER) }, (_, at): Replay => {
    const seen = sound.slice(at * TOGETHER, (at + 1) * TOGETHER);
    return { ...alike, name: `${subject}: ${seen[0]?.testCase.id ?? ''} …`, seen };
  });
  // Rules about a whole run need all of it.
  const whole = sound.length > TOGETHER ? [{ ...alike, name: `${subject}: all`, seen: sound }] : [];
  return [...faulty, ...portions, ...whole];
}

const MARK = { met: '+', broken: '!', untested: '?', 'not-applicable': '/' } as const;

/** A message that a slip has left without its subject. */
function makesSense(...texts: readonly (string | undefined)[]): string {
  return texts.every((text) => text !== '' && text?.includes('undefined') !== true) ? '' : '~';
}

/** A finding without its words: what of it a report counts, and whether there are words at all. */
function inShort(finding: Finding): string {
  switch (finding.kind) {
    case 'met':
      return `+${finding.requirement}`;
    case 'broken':
      return `!${finding.requirement}${makesSense(finding.message)}`;
    case 'untested':
    case 'not-applicable':
      return `${MARK[finding.kind]}${finding.requirement}${makesSense(finding.reason)}`;
    case 'notice':
      return `${finding.id}${makesSense(finding.message)}`;
    case 'outcome':
      return [finding.vendor, finding.event, finding.scenario, finding.effect, ...finding.adds].join(' ');
    case 'leak':
      return `leak ${finding.requirements.join(' ')}`;
  }
}

function listed(findings: readonly Finding[]): string {
  return [...new Set(findings.map(inShort))].sort().join(' ');
}

/** What a judge says of each case, and last of the run as a whole, by edition; a judge that throws says so. */
export function* verdicts(suite: Suite, replay: Replay): Generator<string> {
  const facts = new Map<string, CaseFacts[]>();
  for (const { edition, testCase, observation } of replay.seen) {
    const context = replay.contexts[edition];
    if (context === undefined) throw new Error(`${replay.name} has no edition ${edition}`);
    const judgement = suite.judge(testCase, observation, context);
    const own = facts.get(edition) ?? [];
    facts.set(edition, [...own, { case: testCase, facts: judgement.facts }]);
    yield listed(judgement.findings);
  }
  for (const [edition, own] of facts)
    yield listed(suite.judgeRun?.(own, replay.contexts[edition] as PlanContext) ?? []);
}

/** The suite that judged a recorded run. */
export async function suiteOf(suites: readonly SuiteEntry[], { spec, role }: Replay): Promise<Suite> {
  const entry = suites.find((one) => one.spec === spec && one.roles.includes(role));
  if (entry === undefined) throw new Error(`no suite judges the role ${role} by ${spec}`);
  return await entry.load();
}

/** All that a judge says of a recorded run. */
export async function toldOf(suites: readonly SuiteEntry[], replay: Replay): Promise<readonly string[]> {
  return [...verdicts(await suiteOf(suites, replay), replay)];
}

/** What a judge says otherwise than before, or undefined; it looks no further than the first difference. */
export async function differenceOf(
  suites: readonly SuiteEntry[],
  replay: Replay,
  before: readonly string[],
): Promise<string | undefined> {
  let index = 0;
  try {
    for (const told of verdicts(await suiteOf(suites, replay), replay)) {
      if (told !== before[index]) return `says "${told}" instead of "${before[index] ?? 'nothing'}"`;
      index++;
    }
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  }
  return index === before.length ? undefined : 'says less';
}
