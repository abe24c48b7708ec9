import type { Requirement } from '../harness/model/requirement.ts';
import type { Role } from '../harness/model/words.ts';

/** What of a subject decides which rows bind it, beside its role. */
export interface RoleOptions {
  /** `scenario`: the subject is the agent itself, so that nothing native can be put to it. */
  readonly drive?: 'native' | 'scenario';
  /** The subject names configuration files of its own (`documents`), which are read and never run. */
  readonly documents?: boolean;
}

/** What a drive can reach: the contract's roles, and `documents` for files that are read without any process. */
type Reach = Role | 'documents';

const BY_DRIVE: Readonly<Record<string, readonly Reach[]>> = {
  emit: ['emitter'],
  normalize: ['emitter'],
  read: ['emitter'],
  consume: ['hook'],
  hook: ['hook', 'emitter'],
  convert: ['converter'],
  validate: ['converter', 'runner', 'documents'],
  run: ['runner'],
  discover: ['runner'],
  // Self-tests of schemas and fixtures: no subject is charged with them.
  schema: [],
};

/** Rows whose drive in the catalogue is not the one that decides them (docs/contract.md, section 6). */
const DRIVEN_OTHERWISE: Readonly<Record<string, string>> = { 'OH-DISC-014': 'emit' };

/** How the row is driven; undefined for a row that no black box can decide. */
export function driveOf(requirement: Requirement): string | undefined {
  return DRIVEN_OTHERWISE[requirement.id] ?? requirement.drive;
}

/** The contract's role for one of the catalogue's role words; undefined when it is nobody's whom a subject can be. */
function contractRoles(requirement: Requirement, word: string): readonly Reach[] {
  const { spec } = requirement;
  switch (word) {
    case 'emitter':
      // In agent-payloads the emitter is the vendor's own product: judged on payload files, never charged to a subject.
      return spec === 'agent-payloads' ? [] : ['emitter'];
    case 'normalizer':
      return ['emitter'];
    case 'consumer':
      return ['hook'];
    case 'config-discovery':
      return spec === 'agent-payloads' ? ['documents'] : ['runner', 'documents'];
    case 'hook':
      // A tool that reads payloads and stores them is held to the privacy contract of a hook, whatever it calls itself.
      return spec === 'agent-payloads' ? ['hook', 'emitter', 'documents'] : ['hook', 'documents'];
    case 'runner':
      return ['runner'];
    case 'converter':
      return ['converter'];
    default:
      return [];
  }
}

/** Everything that the row binds: those of its roles that its drive can reach. An undecidable row binds all of its roles. */
export function reachOf(requirement: Requirement): ReadonlySet<Reach> {
  const drive = driveOf(requirement);
  const reached = drive === undefined ? undefined : (BY_DRIVE[drive] ?? []);
  const roles = requirement.roles.flatMap((word) => contractRoles(requirement, word));
  return new Set(roles.filter((role) => (reached === undefined ? role !== 'documents' : reached.includes(role))));
}

/**
 * Does the row bind a subject of this role that is judged by the row's specification? Pure; the edition is decided elsewhere
 * (editions.ts).
 */
export function bindsRole(requirement: Requirement, role: Role, options: RoleOptions = {}): boolean {
  const reach = reachOf(requirement);
  if (options.documents === true && reach.has('documents')) return true;
  if (!reach.has(role)) return false;
  const onlyNormalizer = requirement.roles.every((word) => word === 'normalizer');
  return !(role === 'emitter' && options.drive === 'scenario' && onlyNormalizer);
}

/** Rows that are judged on documents: by `hookconf check`, and for a subject that names `documents`. */
export function bindsDocuments(requirement: Requirement): boolean {
  return reachOf(requirement).has('documents');
}

/** Rows that test this suite's own schemas and fixtures; they are in no subject's level. */
export function isSelfTest(requirement: Requirement): boolean {
  return requirement.drive === 'schema';
}
