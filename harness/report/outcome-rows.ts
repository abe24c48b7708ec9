import type { Outcome, SubjectReport } from '../../types/generated/report.ts';
import { list } from './view.ts';

/** One line of the outcome table: inputs that got one answer, and what each vendor makes of it. */
export interface OutcomeRow {
  /** What was fed, in a few words. */
  readonly label: string;
  /** Every scenario of the row, in plan order. */
  readonly scenarios: readonly string[];
  readonly answer: string;
  /** In some cell the hook was of no use: it broke, or what it holds up elsewhere goes on. Such rows stand first. */
  readonly danger: boolean;
  /**
   * Distinct outcomes per vendor; more than one where inputs of one kind, or two of its events, come out differently, or where
   * the same is known in two ways.
   */
  readonly cells: ReadonlyMap<string, readonly Outcome[]>;
}

interface Group {
  readonly kinds: string[];
  readonly scenarios: string[];
  readonly answer: string;
  readonly answers: Set<string>;
  /** What is dangerous in it, cell by cell; groups that differ in it are never joined. Empty: nothing. */
  readonly danger: string;
  readonly cells: Map<string, Outcome[]>;
}

/** More rows than this are not read; then rows that say the same are joined whatever was fed. */
const MOST_ROWS = 12;

/** Vendors of a subject's outcomes, in the order of the plan. */
export function outcomeVendors(outcomes: readonly Outcome[]): readonly string[] {
  return [...new Set(outcomes.map((outcome) => outcome.vendor))];
}

/** First words of a description in prose, which name no kind of input. */
const PROSE = new Set(['a', 'an', 'the', 'no', 'many']);

/**
 * What kind of input a scenario is: its first word (`shell`, `file_edit`, `prompt`; the rest is the example) where several
 * scenarios begin with it, else the scenario itself (`empty stdin`).
 */
function kinds(outcomes: readonly Outcome[]): (scenario: string) => string {
  const first = (scenario: string): string => scenario.split(' ', 1)[0] ?? scenario;
  const times = new Map<string, number>();
  for (const scenario of new Set(outcomes.map((outcome) => outcome.scenario))) {
    times.set(first(scenario), (times.get(first(scenario)) ?? 0) + 1);
  }
  return (scenario) => {
    const word = first(scenario);
    return (times.get(word) ?? 0) > 1 && !PROSE.has(word.toLowerCase()) ? word : scenario;
  };
}

function signature(outcome: Outcome): string {
  return `${outcome.effect}\n${outcome.adds.join()}\n${outcome.why}`;
}

/** What a cell tells once: the same outcome, known in the same way of the same event. */
function known(outcome: Outcome): string {
  return `${signature(outcome)}\n${outcome.provenance}\n${outcome.event}`;
}

/** Effects that hold an action up because the hook said so. */
const HELD: ReadonlySet<string> = new Set(['deny', 'ask', 'continue', 'stop']);

/** True where the action goes on and nothing of what the hook said reaches the model either. */
function passes({ effect, adds }: Outcome): boolean {
  return !HELD.has(effect) && !adds.includes('context') && !adds.includes('result');
}

/**
 * By scenario, the cells in which the hook was of no use: it broke, it is not what its author declared (`cases`), or what it
 * holds up with one vendor goes on with another. Empty where there are none.
 */
function dangersOf(outcomes: readonly Outcome[], cases: ReadonlySet<string>): (scenario: string) => string {
  const held = new Set(outcomes.filter(({ effect }) => HELD.has(effect)).map(({ scenario }) => scenario));
  const cells = new Map<string, Set<string>>();
  for (const outcome of outcomes) {
    const { scenario, vendor, effect } = outcome;
    const broke = effect === 'error-open' || effect === 'error-closed';
    const declared = outcome.case !== undefined && cases.has(outcome.case);
    if (!broke && !declared && !(held.has(scenario) && passes(outcome))) continue;
    cells.set(scenario, (cells.get(scenario) ?? new Set()).add(`${vendor} ${effect}`));
  }
  return (scenario) => [...(cells.get(scenario) ?? [])].sort().join();
}

function addTo(group: Group, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const cell = group.cells.get(outcome.vendor) ?? [];
    if (!cell.some((other) => known(other) === known(outcome))) cell.push(outcome);
    group.cells.set(outcome.vendor, cell);
  }
}

function grouped(
  outcomes: readonly Outcome[],
  kindOf: (scenario: string) => string,
  keyOf: (outcome: Outcome) => string,
  dangerOf: (scenario: string) => string,
): Group[] {
  const groups = new Map<string, Group>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    let group = groups.get(key);
    if (group === undefined) {
      group = {
        kinds: [],
        scenarios: [],
        answer: outcome.answer,
        answers: new Set([outcome.answer]),
        danger: dangerOf(outcome.scenario),
        cells: new Map(),
      };
      groups.set(key, group);
    }
    const kind = kindOf(outcome.scenario);
    if (!group.kinds.includes(kind)) group.kinds.push(kind);
    if (!group.scenarios.includes(outcome.scenario)) group.scenarios.push(outcome.scenario);
    addTo(group, [outcome]);
  }
  return [...groups.values()];
}

/** How a hook ended and where it spoke, without what it said: `exit 0, stdout`. */
function endOf(answer: string): string {
  return /^.*?(?:, (?:stdout|stderr)(?= )|$)/.exec(answer)?.[0] ?? answer;
}

/** True where no vendor would be said to do two things: what one row leaves empty the other may fill. */
function agree(a: Group, b: Group, keyOf: (answer: string) => string): boolean {
  if (a.danger !== b.danger || keyOf(a.answer) !== keyOf(b.answer)) return false;
  return [...b.cells].every(([vendor, outcomes]) => {
    const mine = a.cells.get(vendor);
    if (mine === undefined) return true;
    const signatures = new Set(mine.map(signature));
    const others = new Set(outcomes.map(signature));
    return signatures.size === others.size && [...others].every((one) => signatures.has(one));
  });
}

function joined(groups: readonly Group[], keyOf: (answer: string) => string): Group[] {
  const out: Group[] = [];
  for (const group of groups) {
    const into = out.find((other) => agree(other, group, keyOf));
    if (into === undefined) {
      out.push({
        ...group,
        cells: new Map(group.cells),
        kinds: [...group.kinds],
        scenarios: [...group.scenarios],
        answers: new Set(group.answers),
      });
      continue;
    }
    for (const kind of group.kinds) if (!into.kinds.includes(kind)) into.kinds.push(kind);
    for (const scenario of group.scenarios) if (!into.scenarios.includes(scenario)) into.scenarios.push(scenario);
    for (const answer of group.answers) into.answers.add(answer);
    addTo(into, [...group.cells.values()].flat());
  }
  return out;
}

function labelOf({ scenarios, kinds: all, danger }: Group): string {
  const [first] = scenarios;
  const more = scenarios.length - 1;
  if (first !== undefined && more === 0) return first;
  // Where something is wrong a person wants to know with what, and not only with what kind of thing.
  if (danger !== '') return `${first} and ${more} more`;
  return `${list(all, 4)} (${scenarios.length} inputs)`;
}

function answerOf(group: Group): string {
  const others = group.answers.size - 1;
  return others === 0 ? group.answer : `${group.answer} and ${others} other ${others === 1 ? 'answer' : 'answers'}`;
}

/** What stands above what: dangers, then what is held up, then the rest. */
function rank({ danger, cells }: Group): number {
  if (danger !== '') return 0;
  const quiet = [...cells.values()].flat().every(({ effect }) => effect === 'none' || effect === 'allow');
  return quiet ? 2 : 1;
}

/**
 * Rows of the outcome table. With `every`, one for each scenario and answer; otherwise inputs of one kind that got one
 * answer share a row, and where that is still too much to read, so do kinds on which no vendor differs, and at last
 * answers that differ in words alone. What is dangerous in one way never shares a row with anything else.
 * @param cases ids of cases in which the hook isn't what its author declared
 */
export function outcomeRows(
  outcomes: readonly Outcome[],
  every: boolean,
  cases: ReadonlySet<string> = new Set(),
): readonly OutcomeRow[] {
  const kindOf = kinds(outcomes);
  const dangerOf = dangersOf(outcomes, cases);
  let groups = grouped(outcomes, kindOf, (outcome) => `${outcome.scenario}\n${outcome.answer}`, dangerOf);
  if (!every && groups.length > MOST_ROWS) {
    const keyOf = ({ scenario, answer }: Outcome): string => `${kindOf(scenario)}\n${answer}\n${dangerOf(scenario)}`;
    groups = grouped(outcomes, kindOf, keyOf, dangerOf);
    if (groups.length > MOST_ROWS) groups = joined(groups, (answer) => answer);
    // A hook that names its input in each answer says the same thing in many words.
    if (groups.length > MOST_ROWS) groups = joined(groups, endOf);
  }
  // A scenario that vendors got different answers to stays together; what a hook stopped or broke stands before the rest.
  const keyOf = (group: Group): string => (group.kinds.length === 1 ? (group.scenarios[0] ?? '') : group.kinds.join());
  const together = [...new Set(groups.map(keyOf))].flatMap((key) => groups.filter((group) => keyOf(group) === key));
  const rows = every ? together : together.toSorted((a, b) => rank(a) - rank(b));
  return rows.map((group) => ({
    label: labelOf(group),
    scenarios: group.scenarios,
    answer: answerOf(group),
    danger: group.danger !== '',
    cells: group.cells,
  }));
}

/** Cases in which a subject isn't the guard, or hasn't the posture, that its author declared. */
export function undeclaredCases({ requirements }: Pick<SubjectReport, 'requirements'>): ReadonlySet<string> {
  const rows = requirements.filter(({ id }) => id === 'DC-GUARD' || id === 'DC-POSTURE');
  return new Set(rows.flatMap(({ failures }) => failures.map((failure) => failure.case)));
}
