import type { JsonObject } from '../../harness/model/json.ts';
import type { Surface as AgentPart, Subject } from '../../harness/model/subject.ts';
import { type BaseCoatName, registry } from '../registries.ts';

/** Where Base Coat hooks are registered (docs/contract.md, section 2), in the order in which a case without a preference tries them. */
export const SURFACES = ['middleware', 'vs-code', 'copilot-cli', 'cloud-agent', 'claude-code'] as const;
export type BaseCoatSurface = (typeof SURFACES)[number];

/** Surfaces whose hooks stand in `.github/hooks/*.json` (section 5, Pattern B). */
export const NATIVE: readonly BaseCoatSurface[] = ['vs-code', 'copilot-cli', 'cloud-agent'];

/** The surfaces that the subject names; all of them where it names none, so that those it refuses by name drop out. */
export function surfacesOf(subject: Subject): readonly BaseCoatSurface[] {
  const named = SURFACES.filter((surface) => subject.surfaces.includes(surface));
  return named.length > 0 ? named : SURFACES;
}

function row(point: string): BaseCoatName | undefined {
  return registry('basecoat-platforms').names.find(({ basecoat }) => basecoat === point);
}

/** The eleven hook points (section 2). */
export function points(): readonly BaseCoatName[] {
  return registry('basecoat-platforms').names;
}

/** Does the platform table give the surface an event for the point? Where section 2 says otherwise, `disputed` (E-BC-06). */
export function availability(point: string, surface: BaseCoatSurface): 'yes' | 'no' | 'disputed' {
  const name = row(point);
  if (surface === 'middleware') return 'yes';
  if (name === undefined || name.vscode_copilot_cli === null) return 'no';
  if (surface !== 'cloud-agent' || name.cloud_agent === 'yes') return 'yes';
  return name.platform_support_cell === 'all platforms' ? 'disputed' : 'no';
}

/** The key under which a hook on the point is registered. Claude Code's own file has every name with a capital. */
export function keyOf(point: string, surface: BaseCoatSurface): string {
  const native = row(point)?.vscode_copilot_cli ?? point;
  if (surface === 'middleware') return point;
  return surface === 'claude-code' ? native.charAt(0).toUpperCase() + native.slice(1) : native;
}

/** The file of a project in which the surface looks. */
export function fileOf(surface: BaseCoatSurface): string {
  if (surface === 'middleware') return 'mcp.json';
  return surface === 'claude-code' ? '.claude/settings.json' : '.github/hooks/hooks.json';
}

/** What a file that registers hooks keeps, by surface. */
export const fileSchemas: Readonly<Record<BaseCoatSurface, string>> = {
  middleware: 'base-coat/1/mcp',
  'claude-code': 'native/claude-code/config',
  'vs-code': 'base-coat/1/hooks',
  'copilot-cli': 'base-coat/1/hooks',
  'cloud-agent': 'base-coat/1/hooks',
};

/** A file's content: hooks by key, in the form of the surface. */
export function fileContent(
  surface: BaseCoatSurface,
  hooks: Readonly<Record<string, readonly JsonObject[]>>,
): JsonObject {
  switch (surface) {
    case 'middleware':
      return { hooks };
    case 'claude-code':
      return {
        hooks: Object.fromEntries(Object.entries(hooks).map(([key, entries]) => [key, [{ hooks: entries }]])),
      };
    default:
      return { version: 1, hooks };
  }
}

const PART_OF: Readonly<Record<string, AgentPart>> = {
  SubagentStart: 'subagents',
  SubagentStop: 'subagents',
  PreCompact: 'compaction',
  PostCompact: 'compaction',
  UserPromptSubmitted: 'prompts',
  OnError: 'errors',
  SessionEnd: 'session_end',
};

/** Why the subject need not have the hook point (E-BC-22); undefined where it is held to it. */
export function undeclared(point: string, subject: Subject): string | undefined {
  const named = Object.values(subject.events ?? {}).flat();
  if (subject.events !== null && !named.includes(point)) return `the subject does not declare ${point}`;
  const part = PART_OF[point];
  return part !== undefined && !subject.surface[part] ? `the subject declares that it has no ${part}` : undefined;
}
