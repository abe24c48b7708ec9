/* Generated from schemas/hookconf/config.schema.json; do not edit. */

/**
 * What judges it. Default: native for a hook, hook-interchange for a converter or runner; an emitter names one.
 */
export type Specification = 'native' | 'agent-hooks' | 'hook-interchange' | 'openhook' | 'agent-payloads' | 'base-coat';
/**
 * @minItems 1
 */
export type Words = [string, ...string[]];
/**
 * Starts the server of `url` once a run; ended with the run.
 *
 * @minItems 1
 */
export type Words1 = [string, ...string[]];
/**
 * Vendors whose native payloads it takes.
 *
 * @minItems 1
 */
export type Words2 = [string, ...string[]];
/**
 * The tools that it is registered for: canonical names or native patterns.
 *
 * @minItems 1
 */
export type Words3 = [string, ...string[]];
/**
 * What happens when the hook breaks: the action goes on (open) or doesn't (closed). Checked, never prescribed.
 */
export type Posture = 'open' | 'closed';
/**
 * What happens when the hook breaks: the action goes on (open) or doesn't (closed). Checked, never prescribed.
 */
export type Posture1 = 'open' | 'closed';

/**
 * hookconf.json at a project's root: its subjects described once, so that `hookconf run` needs no arguments (contract, section 2).
 */
export interface Config {
  /**
   * Lets an editor find this schema; not read.
   */
  $schema?: string;
  /**
   * Name of the project in reports and badges; the folder's name when absent.
   */
  name?: string;
  /**
   * The implementations under test.
   *
   * @minItems 1
   */
  subjects: [Subject, ...Subject[]];
  claims?: Claims1;
  surface?: Surface1;
  posture?: Posture1;
}
/**
 * One implementation: one role, and a command, a set of commands or a URL.
 */
export interface Subject {
  /**
   * Name in reports; made from role and command when absent.
   */
  name?: string;
  /**
   * What it is. Default: hook.
   */
  role?: 'hook' | 'emitter' | 'converter' | 'runner';
  spec?: Specification;
  /**
   * The editions of the specification that it speaks.
   */
  edition?: string | Words;
  /**
   * The program and its arguments, with {vendor}, {event} and {edition} filled in per spawn. With `shell` it may be one string.
   */
  command?: Words | string;
  /**
   * A converter's commands by name; nothing is appended to them. One that is absent makes its cases not-applicable.
   */
  commands?: {
    decode?: Words;
    encode?: Words;
    validate?: Words;
  };
  /**
   * An HTTP hook instead of a command. Loopback only, unless --allow-host names the host.
   */
  url?: string;
  start?: Words1;
  /**
   * Hand the command to a shell: true for /bin/sh, or the shell's name.
   */
  shell?: boolean | string;
  vendors?: Words2;
  /**
   * The events that it is registered for, native or canonical, for all vendors or by vendor.
   */
  events?:
    | Words
    | {
        [k: string]: Words;
      };
  tools?: Words3;
  /**
   * It exists to stop something; a guard that stops nothing is not what was declared.
   */
  guard?: boolean;
  /**
   * Where an emitter's events go: stdout (default), the file named by AGENT_HOOKS_LOG, or the URL in the named variable.
   */
  output?:
    | ('stdout' | 'log')
    | {
        /**
         * Name of the variable.
         */
        http: string;
      };
  /**
   * The emitter is the agent itself: it gets scenarios instead of native payloads.
   */
  drive?: 'scenario';
  /**
   * The emitter can stay alive: one JSON line in, lines out, an empty line ends the answer.
   */
  worker?: boolean;
  /**
   * Optional parts of the runner protocol.
   */
  supports?: ('policy' | 'capabilities' | 'session')[];
  /**
   * Base Coat surfaces that a runner knows.
   */
  surfaces?: ('middleware' | 'vs-code' | 'copilot-cli' | 'cloud-agent' | 'claude-code')[];
  surface?: Surface;
  posture?: Posture;
  /**
   * Levels that this subject claims: by specification, or of its own.
   */
  claims?: Claims | string | Words;
  /**
   * Configuration files, by vendor, that the suite reads and never runs.
   */
  documents?: {
    [k: string]: string;
  };
  /**
   * Folder that is copied into every case as its project.
   */
  project?: string;
  /**
   * Where the command runs. Default: the case's project.
   */
  cwd?: 'project' | 'configuration';
  /**
   * caller keeps the real HOME, for version managers; the report says so.
   */
  home?: 'private' | 'caller';
  /**
   * Variables to set.
   */
  env?: {
    [k: string]: string;
  };
  /**
   * Names of the caller's variables to pass on.
   */
  passEnv?: string[];
  /**
   * Seconds that the subject may take: its author's declaration.
   */
  timeout?: number;
  /**
   * Milliseconds within which 95 of 100 answers come.
   */
  budget?: number;
  /**
   * How to switch a collector's payload log on.
   */
  verbose?: {
    env: {
      [k: string]: string;
    };
  };
  /**
   * It reads Codex rollout files.
   */
  rollout?: boolean;
}
/**
 * Parts of an agent, true unless declared false; what needs an absent part is not-applicable.
 */
export interface Surface {
  /**
   * Sub-agents with identities of their own.
   */
  subagents?: boolean;
  /**
   * Compaction of the context.
   */
  compaction?: boolean;
  /**
   * Events of model calls.
   */
  model_events?: boolean;
  /**
   * Prompts of a user.
   */
  prompts?: boolean;
  /**
   * Tools of MCP servers.
   */
  mcp?: boolean;
  /**
   * Files written or edited.
   */
  file_writes?: boolean;
  /**
   * Notifications and permission prompts.
   */
  notifications?: boolean;
  /**
   * Errors of the agent.
   */
  errors?: boolean;
  /**
   * An end of the session.
   */
  session_end?: boolean;
}
/**
 * Specification to level, or several levels.
 */
export interface Claims {
  [k: string]: string | Words;
}
/**
 * Specification to level, or several levels.
 */
export interface Claims1 {
  [k: string]: string | Words;
}
/**
 * Parts of an agent, true unless declared false; what needs an absent part is not-applicable.
 */
export interface Surface1 {
  /**
   * Sub-agents with identities of their own.
   */
  subagents?: boolean;
  /**
   * Compaction of the context.
   */
  compaction?: boolean;
  /**
   * Events of model calls.
   */
  model_events?: boolean;
  /**
   * Prompts of a user.
   */
  prompts?: boolean;
  /**
   * Tools of MCP servers.
   */
  mcp?: boolean;
  /**
   * Files written or edited.
   */
  file_writes?: boolean;
  /**
   * Notifications and permission prompts.
   */
  notifications?: boolean;
  /**
   * Errors of the agent.
   */
  errors?: boolean;
  /**
   * An end of the session.
   */
  session_end?: boolean;
}
