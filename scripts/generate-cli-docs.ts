/** Writes docs/cli.md from the declarations of commands and options. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../harness/cli/commands.ts';
import { flagsOf } from '../harness/cli/option-spec.ts';
import { OPTIONS } from '../harness/cli/options.ts';

const root = join(import.meta.dirname, '..');
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The whole of docs/cli.md. Pure: a test holds the committed file to it. */
export function cliDocs(): string {
  const parts = [
    '# Command line\n\nGenerated from the program by `npm run generate`; do not edit. Exit codes, defaults and the report are in [contract.md](contract.md).\n',
  ];
  for (const command of COMMANDS) {
    parts.push(`\n## hookconf ${command.name} ${command.words}`.trimEnd(), `\n\n${command.description}\n`);
    if (command.options.length > 0) {
      parts.push('\n| option | meaning |\n|---|---|\n');
      for (const name of command.options) {
        const option = OPTIONS[name];
        parts.push(
          `| \`${cell(flagsOf(option))}\` | ${cell(option.summary)}${option.repeatable === true && !option.summary.includes('repeatable') ? ' (repeatable)' : ''} |\n`,
        );
      }
    }
    if (command.examples.length > 0) parts.push(`\n\`\`\`sh\n${command.examples.join('\n')}\n\`\`\`\n`);
  }
  return parts.join('');
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, 'docs/cli.md'), cliDocs());
