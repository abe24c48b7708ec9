/** How a subject's command is started. Resolved once by harness/run: the program and file arguments are absolute. */
export interface Launch {
  /** The program, or with `shell` the command line in that shell's own language. May hold placeholders. */
  readonly program: string;
  readonly args: readonly string[];
  /** A shell (`/bin/sh`, `bash -lc`, `pwsh`, …) that is given the command line; null: no shell at all. */
  readonly shell: string | null;
  /** `project`: the case's own project; else an absolute folder. */
  readonly cwd: 'project' | string;
  /** What the configuration sets (`env`), before what the case sets. */
  readonly env: Readonly<Record<string, string>>;
  /** `caller` keeps the real HOME for version-manager shims. */
  readonly home: 'private' | 'caller';
  /** The subject is asked over HTTP, and nothing is spawned: the body is the payload, status and body are the answer. */
  readonly url?: string;
}

/** `{vendor}`, `{event}`, `{edition}` and whatever else the case names; `{provider}` is another word for `{vendor}`. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text;
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => {
    const value = values[name] ?? (name === 'provider' ? values['vendor'] : undefined);
    return value ?? whole;
  });
}

function quotePosix(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

function quotePowerShell(argument: string): string {
  return /^[\w@%+=:./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "''")}'`;
}

function quoteCmd(argument: string): string {
  return /^[\w@+=:./\\-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '""')}"`;
}

/** What the operating system is asked to execute: placeholders filled, the shell put before, arguments appended. */
export function commandLine(
  launch: Launch,
  placeholders: Readonly<Record<string, string>>,
  appendArgs: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  const program = fillPlaceholders(launch.program, placeholders);
  const args = [...launch.args.map((arg) => fillPlaceholders(arg, placeholders)), ...appendArgs];
  if (launch.shell === null) return { file: program, args };

  const [shell = '/bin/sh', ...flags] = launch.shell.trim().split(/\s+/);
  const name = (shell.split(/[\\/]/).at(-1) ?? shell).toLowerCase().replace(/\.exe$/, '');
  if (name === 'cmd') {
    const line = [program, ...args.map(quoteCmd)].join(' ');
    return { file: shell, args: flags.length > 0 ? [...flags, line] : ['/d', '/s', '/c', line] };
  }
  if (name === 'pwsh' || name === 'powershell') {
    const line = [program, ...args.map(quotePowerShell)].join(' ');
    return { file: shell, args: flags.length > 0 ? [...flags, line] : ['-NoProfile', '-Command', line] };
  }
  const line = [program, ...args.map(quotePosix)].join(' ');
  return { file: shell, args: flags.length > 0 ? [...flags, line] : ['-c', line] };
}
