import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Suite } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';
import { loadRequirements } from '../catalogue.ts';
import { judgeNative } from './judge.ts';
import { judgeNativeRun } from './judge-run.ts';
import { planNative } from './plan.ts';

/** What a subject declared, and the row that holds it to it. */
const DECLARED: Readonly<Record<string, (subject: Subject) => boolean>> = {
  'DC-TIMEOUT': ({ declaredTimeoutMs }) => declaredTimeoutMs !== null,
  'DC-BUDGET': ({ budgetMs }) => budgetMs !== null,
  'DC-GUARD': ({ guard }) => guard,
  'DC-POSTURE': ({ posture }) => posture !== null,
};

function requirements(role: Role, _edition: string, subject: Subject): readonly Requirement[] {
  if (role !== 'hook') return [];
  const prefixes = subject.vendors.map((slug) => `NV-${slug.toUpperCase()}-`);
  return [
    ...loadRequirements('native').filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix))),
    ...loadRequirements('declared').filter(({ id }) => DECLARED[id]?.(subject) === true),
  ];
}

/** The vendors' own contracts: what a hook must do to be understood by the tool that runs it. */
export const nativeSuite: Suite = {
  spec: 'native',
  title: "The vendors' own hook contracts",
  editions: ['current'],
  defaultEdition: 'current',
  roles: ['hook'],
  levels: [],
  requirements,
  plan: planNative,
  judge: judgeNative,
  judgeRun: judgeNativeRun,
};
