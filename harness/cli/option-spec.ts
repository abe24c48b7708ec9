import { UsageError } from '../errors.ts';
import { didYouMean } from '../text/nearest.ts';

/** An option, declared once: the parser, the help, docs/cli.md and the shell completion are all made from it. */
export interface OptionSpec {
  /** Name without dashes, as commands read it: `max-time`. */
  readonly name: string;
  /** Placeholder of its value; absent for a switch. */
  readonly value?: string;
  readonly summary: string;
  readonly repeatable?: boolean;
  /** `--no-<name>` instead of `--<name>`: on unless switched off. */
  readonly negative?: boolean;
  readonly short?: string;
  /** Words that the value must be one of. */
  readonly words?: readonly string[];
  /** A number with these bounds. */
  readonly number?: { readonly integer: boolean; readonly min: number; readonly max?: number };
}

/** Flags as commander and help write them: `-q, --quiet`, `--seed <n>`. */
export function flagsOf(option: OptionSpec): string {
  const long = `--${option.negative === true ? 'no-' : ''}${option.name}${option.value === undefined ? '' : ` <${option.value}>`}`;
  return option.short === undefined ? long : `-${option.short}, ${long}`;
}

/**
 * Checks a value against its option.
 * @throws UsageError that names the option, the value and what is allowed.
 */
export function parseValue(option: OptionSpec, text: string): string | number {
  if (option.number !== undefined) {
    const value = Number(text);
    const { integer, min, max } = option.number;
    if (
      text.trim() === '' ||
      !Number.isFinite(value) ||
      (integer && !Number.isSafeInteger(value)) ||
      value < min ||
      (max !== undefined && value > max)
    ) {
      const kind = integer ? 'a whole number' : 'a number';
      const range = max === undefined ? `${min} or more` : `from ${min} to ${max}`;
      throw new UsageError('bad-value', `--${option.name} takes ${kind}, ${range}, not "${text}"`);
    }
    return value;
  }
  if (option.words !== undefined && !option.words.includes(text)) {
    throw new UsageError(
      'bad-value',
      `--${option.name} doesn't know "${text}"${didYouMean(text, option.words)}`,
      `known are ${option.words.join(', ')}`,
    );
  }
  return text;
}
