import { oneLine } from '../report/text/safe.ts';
import type { OptionName } from './options.ts';

/** Where a command prints and what it may look at: the only way that it touches its surroundings. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  readonly inIsTerminal: boolean;
  /** Asks the person at the terminal; an empty text where there is no answer. */
  ask(question: string): Promise<string>;
  readonly columns: number | undefined;
  /** Aborted by Ctrl-C or SIGTERM where the command {@link CommandSpec.concludes}; any other has then ended already. */
  readonly signal: AbortSignal;
}

/** Says one thing on stderr, on one line whatever the names in it hold. */
export function say(io: Pick<Io, 'err'>, message: string): void {
  io.err(`hookconf: ${oneLine(message)}\n`);
}

/** Values of the options that were given; a repeatable one is a list. */
export type OptionValues = Readonly<Partial<Record<OptionName, string | number | boolean | readonly string[]>>>;

/** What a command does. Gives the exit code (contract, section 3). */
export type Action = (words: readonly string[], options: OptionValues, io: Io) => Promise<number>;

/** A command, declared as data; its code is loaded only when it is called. */
export interface CommandSpec {
  readonly name: string;
  /** `[command…]`, `<id>`: as help shows it. */
  readonly words: string;
  readonly summary: string;
  readonly description: string;
  readonly options: readonly OptionName[];
  readonly examples: readonly string[];
  /** When it is interrupted it says what it has until then; any other command just ends. */
  readonly concludes?: true;
  load(): Promise<Action>;
}

/** The texts given for a repeatable option, or for one given once. */
export function texts(options: OptionValues, name: OptionName): readonly string[] {
  const value = options[name];
  if (value === undefined || typeof value === 'boolean') return [];
  return typeof value === 'object' ? value : [String(value)];
}

export function text(options: OptionValues, name: OptionName): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function number(options: OptionValues, name: OptionName): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

export function flag(options: OptionValues, name: OptionName): boolean {
  return options[name] === true;
}
