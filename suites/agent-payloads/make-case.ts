import type { Canary, Case, Kept } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { keptBy } from '../../vendors/payload-case.ts';
import { type MakeGenerated, simplerCases } from '../generated.ts';
import { madeCase } from '../made-native.ts';
import { nativeCase } from '../native-case.ts';

/** What a case of this suite is. */
export type CaseKind =
  | 'generated'
  | 'payload'
  | 'seed'
  | 'tool'
  | 'broken'
  | 'missing'
  | 'lean'
  | 'tolerated'
  | 'patch'
  | 'large'
  | 'routing'
  | 'verbose'
  | 'same-task'
  | 'rollout';

/** Rows that a case of a kind may decide. */
function rowsOf(kind: CaseKind): RegExp {
  switch (kind) {
    case 'payload':
    case 'seed':
    case 'tool':
      return /^AP-(PRIV|EVT|TOOL|EMI|META|SEM|CDX|STL|XCK|RDR-0(0[789]|1))/;
    case 'broken':
    case 'generated':
      return /^AP-(RDR-001|RDR-008)/;
    case 'missing':
      return /^AP-RDR-00[27]/;
    case 'lean':
      return /^AP-COM-018/;
    case 'tolerated':
      return /^AP-(RDF|EVT-054|CDX-028|STL-022)/;
    case 'patch':
      return /^AP-PRIV-01[2-7]/;
    case 'rollout':
      return /^AP-(PRIV-01[23]|XCK-00[257])/;
    case 'large':
      return /^AP-PRIV-02[3-6]/;
    case 'routing':
      return /^AP-(SUB|CDX-031)/;
    case 'verbose':
      return /^AP-PRIV-020/;
    case 'same-task':
      return /^AP-EMI-020/;
  }
}

/**
 * The schema that a payload of a kind keeps: that of the vendor, or of the document of 2026-05 whose examples say less; none
 * where a member that one of them asks for is missing on purpose.
 */
function keptOf(kind: CaseKind, { vendor, stdin }: Fixture): readonly Kept[] | undefined {
  switch (kind) {
    case 'payload':
    case 'tool':
    case 'verbose':
    case 'rollout':
    case 'generated':
      return undefined;
    case 'seed':
    case 'large':
    case 'same-task':
    case 'routing':
    case 'patch':
      return stdin === undefined ? [] : [{ schema: `agent-payloads/2026-05/${vendor}/payload` }];
    case 'broken':
    case 'missing':
    case 'lean':
    case 'tolerated':
      return [];
  }
}

/** Makes a case of this suite. */
export type MakeCase = (
  kind: CaseKind,
  name: string,
  title: string,
  inputs: readonly Fixture[],
  canaries?: readonly Canary[],
  more?: Partial<Parameters<typeof nativeCase>[0]>,
) => Case;

export function maker(context: PlanContext): MakeCase {
  const all = context.catalogue.map((row) => row.id);
  return (kind, name, title, inputs, canaries = [], more = {}) =>
    nativeCase(
      {
        keeps: (fixture) => (name.startsWith('generated/broken-') ? [] : (keptOf(kind, fixture) ?? keptBy(fixture))),
        id: `agent-payloads/${name}`,
        title,
        kind,
        inputs,
        canaries,
        observeFiles: true,
        // A hook may print the folder that it has made (AP-EMI-019).
        observeFolders: context.subject.role === 'hook' && inputs.some(({ event }) => event === 'WorktreeCreate'),
        requirements: all.filter((row) => rowsOf(kind).test(row)),
        ...(context.subject.output === 'log' ? { logVariable: 'AGENT_HOOKS_LOG' } : {}),
        ...more,
      },
      context,
    );
}

export function generatedCase(context: PlanContext): MakeGenerated {
  const make = maker(context);
  return madeCase((name, title, inputs) => make('generated', name, title, inputs, [], { observeFiles: false }));
}

/** Smaller variants of a generated case. */
export function simplerPayloadCases(testCase: Case, context: PlanContext): readonly Case[] {
  return simplerCases(testCase, context, generatedCase(context));
}
