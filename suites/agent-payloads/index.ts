import type { Suite } from '../../harness/model/suite.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { fedToCollector } from './fed.ts';
import { judgePayloads } from './judge.ts';
import { simplerPayloadCases } from './make-case.ts';
import { planPayloads } from './plan.ts';
import { judgePayloadsRun } from './run-rules.ts';

const SPEC = 'agent-payloads';

/** The payloads of Claude Code and Codex and what a collector may keep of them. */
export const agentPayloadsSuite: Suite = {
  spec: SPEC,
  title: 'Agent payloads',
  editions: editionsOf(SPEC),
  defaultEdition: defaultEdition(SPEC) ?? '2026-05',
  roles: ['emitter', 'hook'],
  levels: levelsOf(SPEC),
  requirements: (role, edition, subject) =>
    requirementsInEdition(SPEC, edition).filter((row) => bindsRole(row, role, { drive: subject.drive })),
  plan: planPayloads,
  judge: judgePayloads,
  simpler: simplerPayloadCases,
  fed: fedToCollector,
  judgeRun: judgePayloadsRun,
};
