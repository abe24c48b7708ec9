import { Command, CommanderError, Option } from 'commander';
import { Interruption, OwnFault, UsageError } from '../errors.ts';
import { didYouMean } from '../text/nearest.ts';
import { version } from '../version.ts';
import { type CommandSpec, type Io, type OptionValues, say } from './command-spec.ts';
import { COMMANDS } from './commands.ts';
import { flagsOf, type OptionSpec, parseValue } from './option-spec.ts';
import { OPTIONS } from './options.ts';

function commanderOption(option: OptionSpec): Option {
  const built = new Option(flagsOf(option), option.summary);
  if (option.value === undefined) return built;
  return built.argParser((value: string, previous: unknown) => {
    const parsed = parseValue(option, value);
    return option.repeatable === true ? [...(Array.isArray(previous) ? previous : []), parsed] : parsed;
  });
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Values as commander keeps them, under the option's own names, and only those that the user gave. */
function givenOptions(spec: CommandSpec, command: Command): OptionValues {
  const values: Record<string, unknown> = {};
  for (const name of spec.options) {
    const key = camelCase(OPTIONS[name].name);
    if (command.getOptionValueSource(key) === 'cli') values[name] = command.getOptionValue(key);
  }
  return values as OptionValues;
}

function unknownCommand(name: string): UsageError {
  const known = COMMANDS.map((command) => command.name);
  return new UsageError(
    'unknown-command',
    `unknown command "${name}"${didYouMean(name, known)}`,
    'see hookconf --help',
  );
}

/** What commander says, in our words: one line, what is wrong and what to do. */
function usageError(error: CommanderError, spec: CommandSpec | undefined, argv: readonly string[]): UsageError {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption': {
      const known = (spec?.options ?? []).map(
        (name) =>
          flagsOf(OPTIONS[name])
            .split(' ')
            .find((word) => word.startsWith('--')) ?? '',
      );
      const takesCommand = spec?.words.includes('command') === true;
      const hint = takesCommand
        ? `options of the command under test come after --: hookconf ${spec.name} -- <command> ${quoted}`
        : `see hookconf ${spec === undefined ? '' : `${spec.name} `}--help`;
      return new UsageError('unknown-option', `unknown option ${quoted}${didYouMean(quoted, known)}`, hint);
    }
    case 'commander.unknownCommand':
      return unknownCommand(quoted);
    // `hookconf help <what isn't a command>`: commander then prints the help of the program and calls it a failure.
    case 'commander.help':
      return unknownCommand(argv.filter((word) => !word.startsWith('-'))[1] ?? '');
    case 'commander.optionMissingArgument':
      return new UsageError(
        'missing-value',
        `${quoted.split(/[ ,]+/).find((word) => word.startsWith('--')) ?? quoted} needs a value`,
        `write it as ${quoted}`,
      );
    case 'commander.missingArgument':
      return new UsageError(
        'missing-argument',
        `hookconf ${spec?.name ?? ''} needs <${quoted}>`,
        `see hookconf ${spec?.name ?? ''} --help`,
      );
    default:
      return new UsageError(
        error.code,
        error.message.replace(/^error: /, ''),
        `see hookconf ${spec?.name ?? ''} --help`.replace('  ', ' '),
      );
  }
}

/** The program with these commands; where one is asked for, the others' options need not be made. */
function build(io: Io, finish: (code: number) => void, commands: readonly CommandSpec[] = COMMANDS): Command {
  const program = new Command('hookconf');
  const output = { writeOut: io.out, writeErr: () => undefined };
  program
    .description('The conformance test suite for AI-agent hooks.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', '\nStart with: hookconf run ./my-hook')
    .configureOutput(output)
    .configureHelp({ helpWidth: io.columns ?? 100 })
    .exitOverride();
  for (const spec of commands) {
    const command = program
      .command(spec.name)
      .summary(spec.summary)
      .description(spec.description)
      .exitOverride()
      .configureOutput(output)
      .configureHelp({ helpWidth: io.columns ?? 100 });
    if (spec.words !== '') command.arguments(spec.words);
    for (const name of spec.options) command.addOption(commanderOption(OPTIONS[name]));
    if (spec.examples.length > 0)
      command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  $ ${line}`).join('\n')}`);
    command.action(async () => {
      const action = await spec.load();
      finish(await action(command.args, givenOptions(spec, command), io));
    });
  }
  return program;
}

/** The command that a command line is for, if it is for one. */
export function commandOf(argv: readonly string[]): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === argv.find((word) => !word.startsWith('-')));
}

/**
 * Runs one command line and gives its exit code (contract, section 3).
 * @param argv words after the program's name
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const spec = commandOf(argv);
  try {
    if (argv.length === 0) {
      build(io, () => undefined).outputHelp();
      return 0;
    }
    const asked = spec !== undefined && argv[0] === spec.name ? [spec] : COMMANDS;
    const finish = (exit: number): void => {
      code = exit;
    };
    await build(io, finish, asked).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      say(io, usageError(error, spec, argv).line);
      return 2;
    }
    if (error instanceof Interruption) return 130;
    if (error instanceof UsageError) {
      say(io, error.line);
      return 2;
    }
    if (error instanceof OwnFault) {
      say(io, error.message);
      return 3;
    }
    const fault = error as Error;
    io.err(
      `hookconf: this is our own fault: ${fault.message}; please file an issue with the lines below\n${fault.stack ?? ''}\n`,
    );
    return 3;
  }
}
