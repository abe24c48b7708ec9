import type { Suite } from '../harness/model/suite.ts';
import type { Role } from '../harness/model/words.ts';
import type { SuiteEntry } from '../harness/run/subject.ts';
import { withLeakLimit } from './declared/leak-limit.ts';
import { withTimeLimit } from './declared/time-limit.ts';

/** What any author may declare, beside what the suite itself judges. */
const withDeclarations = (suite: Suite): Suite => withLeakLimit(withTimeLimit(suite));

/** Every suite there is, each loaded only where it judges something. A new specification is one more entry. */
export const SUITES: readonly SuiteEntry[] = [
  { spec: 'native', roles: ['hook'], load: async () => withLeakLimit((await import('./native/index.ts')).nativeSuite) },
  {
    spec: 'agent-hooks',
    roles: ['emitter', 'hook'],
    load: async () => {
      const { preloadValidators } = await import('../harness/validate/compiled.ts');
      await preloadValidators(['agent-hooks/0.1.0/event']);
      return withDeclarations((await import('./agent-hooks/index.ts')).agentHooksSuite);
    },
  },
  {
    spec: 'hook-interchange',
    roles: ['runner', 'converter'],
    load: async () => withDeclarations((await import('./hook-interchange/suite.ts')).hookInterchange),
  },
  {
    spec: 'hook-interchange',
    roles: ['hook'],
    load: async () => withLeakLimit((await import('./hook-interchange/hook-suite.ts')).hookInterchangeHooks),
  },
  {
    spec: 'openhook',
    roles: ['emitter', 'hook', 'runner'],
    load: async () => withDeclarations((await import('./openhook/index.ts')).openHookSuite),
  },
  {
    spec: 'agent-payloads',
    roles: ['emitter', 'hook'],
    alsoAs: { hook: 'emitter' },
    load: async () => withDeclarations((await import('./agent-payloads/index.ts')).agentPayloadsSuite),
  },
  {
    spec: 'base-coat',
    roles: ['runner', 'converter'],
    load: async () => withDeclarations((await import('./base-coat/suite.ts')).baseCoatSuite),
  },
  {
    spec: 'base-coat',
    roles: ['hook'],
    load: async () => withDeclarations((await import('./base-coat/hook-suite.ts')).baseCoatHooks),
  },
];

/** The specification that judges a role when none is named (contract, section 3). An emitter names one. */
export function defaultSpec(role: Role): string | undefined {
  switch (role) {
    case 'hook':
      return 'native';
    case 'converter':
    case 'runner':
      return 'hook-interchange';
    case 'emitter':
      return undefined;
  }
}

/** Specifications for which a hook and an emitter could both be meant. */
export const AMBIGUOUS_SPECS: readonly string[] = ['agent-hooks', 'openhook', 'agent-payloads'];
