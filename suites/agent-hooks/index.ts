import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Suite } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';
import { loadRequirements } from '../catalogue.ts';
import { judgeNative } from './judge.ts';
import { planNative } from './plan.ts';
import { judgeAgentHooksRun } from './run-rules.ts';

const EDITION = '0.1.0';

/** The catalogue's role words that the contract's roles stand for. */
const WORDS: Readonly<Partial<Record<Role, readonly string[]>>> = {
  emitter: ['emitter', 'normalizer'],
  hook: ['consumer'],
};

function requirements(role: Role, edition: string, subject: Subject): readonly Requirement[] {
  const words = WORDS[role] ?? [];
  if (edition !== EDITION) return [];
  return loadRequirements('agent-hooks').filter((row) => {
    if (row.drive === 'schema') return false;
    const own = row.roles.filter((word) => words.includes(word));
    // Under the scenario drive nothing native is fed, so that rows of normalizers alone don't bind.
    const bound = subject.drive === 'scenario' ? own.filter((word) => word !== 'normalizer') : own;
    return bound.length > 0;
  });
}

/** One event that is valid, and one pair of actions: what no declaration can take away (contract, section 1). */
const FLOOR = [['AH-ENV-001'], ['AH-TAX-027']];

/** Agent Hooks 0.1.0: emitters are fed native payloads and judged by what they write. */
export const agentHooksSuite: Suite = {
  spec: 'agent-hooks',
  title: 'Agent Hooks',
  editions: [EDITION],
  defaultEdition: EDITION,
  roles: ['emitter', 'hook'],
  levels: [
    { name: 'Envelope', includes: [], ours: true, roles: ['emitter'], floor: FLOOR },
    { name: 'Taxonomy', includes: ['Envelope'], ours: true, roles: ['emitter'], floor: FLOOR },
    { name: 'Mapping', includes: ['Envelope', 'Taxonomy'], ours: true, roles: ['emitter'], floor: FLOOR },
    {
      name: 'Privacy',
      includes: ['Envelope'],
      ours: true,
      roles: ['emitter'],
      floor: [['AH-SEC-002'], ['AH-SEC-010']],
    },
  ],
  requirements,
  plan: planNative,
  judge: judgeNative,
  judgeRun: judgeAgentHooksRun,
};
