import type { Case } from '../model/case.ts';
import type { Requirement } from '../model/requirement.ts';
import { anyGlob } from '../text/glob.ts';

/** What --only, --skip and --shard leave of a plan. */
export interface Selection {
  readonly cases: readonly Case[];
  /** Requirements that are left out as such: what cases say of them is not reported. */
  readonly dropped: ReadonlySet<string>;
  /** Why a requirement can't be called decided: it, or some of its cases, were left out. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export interface SelectOptions {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** Asked for by an option of its own (--fail-on-leak) and named by no case: what is left of a plan is held to it too. */
const ASKED = 'DC-LEAK';

/** True when no option narrows the plan. */
export function selectsAll(options: SelectOptions): boolean {
  return options.only.length === 0 && options.skip.length === 0 && options.shard === null;
}

/**
 * Applies --only and --skip (globs over requirement and case ids) and --shard. Pure and stable: the same plan and options
 * give the same selection, and the shards of a plan are disjoint and together the whole.
 */
export function select(
  cases: readonly Case[],
  requirements: readonly Requirement[],
  options: SelectOptions,
): Selection {
  const dropped = new Set<string>();
  const leftOut = new Map<string, string>();
  let kept = cases;
  if (options.only.length > 0) {
    const wanted = anyGlob(options.only);
    const byCase = new Set(kept.filter((one) => wanted(one.id)).flatMap((one) => one.requirements));
    for (const { id } of requirements) {
      if (wanted(id) || byCase.has(id) || id === ASKED) continue;
      dropped.add(id);
      leftOut.set(id, 'left out by --only');
    }
    kept = kept.filter((one) => wanted(one.id) || one.requirements.some((id) => wanted(id)));
  }
  if (options.skip.length > 0) {
    const unwanted = anyGlob(options.skip);
    for (const { id } of requirements) {
      if (!unwanted(id)) continue;
      dropped.add(id);
      leftOut.set(id, 'left out by --skip');
    }
    kept = kept.filter(
      (one) => !unwanted(one.id) && (one.requirements.length === 0 || one.requirements.some((id) => !dropped.has(id))),
    );
  }
  if (options.shard !== null) {
    const { index, of } = options.shard;
    kept = kept.filter((_, position) => position % of === index - 1);
  }
  const here = new Set(kept.map((one) => one.id));
  const option = options.shard !== null ? '--shard' : options.only.length > 0 ? '--only' : '--skip';
  for (const one of cases) {
    if (here.has(one.id)) continue;
    for (const id of one.requirements)
      if (!leftOut.has(id)) leftOut.set(id, `some of its cases were left out by ${option}`);
  }
  if (kept.length < cases.length && !leftOut.has(ASKED)) leftOut.set(ASKED, `some cases were left out by ${option}`);
  return { cases: kept, dropped, leftOut };
}
