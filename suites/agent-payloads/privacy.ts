import type { Canary, Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { LeakHit, Observation } from '../../harness/model/observation.ts';
import { leakedCanaries, leakFindings, placeOf } from '../canaries.ts';
import type { EmitterContext } from '../native-case.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import { emission, names } from './data.ts';
import type { CaseKind } from './make-case.ts';
import { isResult, toolOf } from './plan.ts';

/** Judges what came out of results, patch bodies and long texts (Privacy contract). */
export function judgeLeaks(testCase: Case, observation: Observation, verdicts: Verdicts): readonly Finding[] {
  const { kind, inputs } = testCase.context as EmitterContext & { readonly kind: CaseKind };
  const touched = new Map<string, Set<string>>();
  const leaked = new Map(leakedCanaries(testCase.canaries, observation).map(({ canary, hit }) => [canary.id, hit]));
  for (const canary of testCase.canaries) {
    const fixture = inputs[canary.spawn];
    if (fixture === undefined) continue;
    const hit = leaked.get(canary.id);
    for (const row of rowsOf(canary, kind, fixture.vendor, fixture.event, toolOf(fixture))) {
      if (hit !== undefined) touched.set(canary.id, (touched.get(canary.id) ?? new Set()).add(row));
      verdicts.check(row, hit === undefined, () =>
        faultOf(canary, hit, `${fixture.vendor} ${fixture.event} ${toolOf(fixture)}`.trim()),
      );
    }
  }
  if (kind === 'patch') judgePatchPaths(observation, verdicts);
  return leakFindings(touched);
}

function faultOf(
  canary: Canary,
  hit: LeakHit | undefined,
  what: string,
): { message: string; expected: string; actual: string } {
  const place = hit === undefined ? '' : placeOf(hit);
  return {
    message: `${canary.field} of ${what} came out on ${place}; keep the action, never the result`,
    expected: 'nothing of it outside of the hook',
    actual: `${canary.field} on ${place}`,
  };
}

/** The rows that a canary touches, by where it was planted. */
function rowsOf(canary: Canary, kind: CaseKind, vendor: string, event: string, tool: string): readonly string[] {
  if (kind === 'patch') return ['AP-PRIV-013'];
  if (kind === 'rollout') return [canary.kind === 'file-content' ? 'AP-PRIV-013' : 'AP-PRIV-012'];
  if (kind === 'verbose') return ['AP-PRIV-020'];
  if (kind === 'large') {
    if (event === 'PostCompact') return ['AP-PRIV-026'];
    return event === 'UserPromptExpansion' ? ['AP-PRIV-024'] : ['AP-PRIV-023'];
  }
  // What a collector may keep, and what lies around a payload, breaks no row of this contract; the report lists it.
  if (!isResult(canary.field)) return [];
  if (event === 'PostToolBatch') return ['AP-PRIV-027'];
  const rows = ['AP-PRIV-001', 'AP-PRIV-009'];
  if (vendor === 'codex') return [...rows, 'AP-PRIV-012'];
  const member = canary.field.split('/').at(-1) ?? '';
  const own = emission.results.filter(
    (rule) =>
      names(rule.tools, tool) &&
      (rule.member === undefined || rule.member === member) &&
      rule.not?.includes(member) !== true,
  );
  return [...rows, ...own.map(({ row }) => row)];
}

/** AP-PRIV-014 to -017: the paths of a patch are what may be told of it. */
function judgePatchPaths(observation: Observation, verdicts: Verdicts): void {
  const out =
    observation.spawns.map(({ stdout }) => stdout.bytes.toString('utf8')).join('') +
    observation.requests.map(({ body }) => body.bytes.toString('utf8')).join('');
  // Only a subject that emits something can be asked for paths.
  if (!out.includes('"kind"')) return;
  const rows = { 'AP-PRIV-014': 'added', 'AP-PRIV-015': 'updated', 'AP-PRIV-016': 'deleted', 'AP-PRIV-017': 'moved' };
  for (const [row, name] of Object.entries(rows))
    verdicts.check(row, out.includes(`src/${name}.ts`), () => ({
      message: `src/${name}.ts, which a patch touches, is not among the paths that were told`,
      expected: `src/${name}.ts`,
      actual: 'not told',
    }));
}
