import type { Answer } from '../answer.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * What the small shell commands of the recordings answer, read off their text: `echo '…'`, `echo … >&2`, `exit n`,
 * `kill -9 $$`, a program that does not exist or is not executable. Nothing is started.
 */
export function answerOfCommand(command: string, env: Entry = {}): Answer {
  const script = /^sh -c '(.*)'$/s.exec(command)?.[1] ?? command;
  let stdout = '';
  let stderr = '';
  let code = 0;
  for (const part of statements(script)) {
    const echo = /^echo (.*?)( (?:1)?>&2)?$/s.exec(part);
    if (echo) {
      const words = unquoted(echo[1] ?? '').replaceAll(/\$(\w+)/g, (_, name: string) => String(env[name] ?? ''));
      if (echo[2] === undefined) stdout += `${words}\n`;
      else stderr += `${words}\n`;
    } else if (part.startsWith('exit ')) code = Number(part.slice(5));
    else if (part.startsWith('kill -9')) return { end: { kind: 'signal', signal: 'SIGKILL' }, stdout, stderr };
    else if (part.startsWith('/')) {
      const missing = !part.endsWith('README.md');
      code = missing ? 127 : 126;
      stderr += `bash: line 1: ${part}: ${missing ? 'No such file or directory' : 'Permission denied'}\n`;
    }
  }
  return { end: { kind: 'exit', code }, stdout, stderr };
}

function statements(script: string): string[] {
  return (script.match(/(?:'[^']*'|"[^"]*"|[^;'"])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => !/^(cat|touch|sleep)\b|>>/.test(part));
}

function unquoted(words: string): string {
  return words.replace(/^'(.*)'$/s, '$1').replace(/^"(.*)"$/s, '$1');
}
