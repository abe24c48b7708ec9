import type { CheckOptions } from './check-options.ts';
import { checkBytes } from './check-text.ts';
import type { CheckedFile } from './result.ts';

export const MANIFEST =
  '{"spec":"hooks/1.0","hooks":[{"event":"session_start","handler":{"type":"command","command":"x"}}]}';
export const SPEC = { spec: 'hook-interchange' } as const;

/** What was found, a line a finding: place, severity, requirement, message. */
export function told(file: CheckedFile): string[] {
  // Where a manifest runs is said of every manifest; the suite's own tests hold that.
  const findings = file.findings.filter(({ requirement }) => requirement !== 'HC-REACH');
  const lines = findings.map(
    ({ line, column, severity, requirement, message }) =>
      `${line}:${column} ${severity} ${requirement ?? '-'} ${message}`,
  );
  const { unusable } = file;
  if (unusable !== null) lines.push(`${unusable.line ?? ''}:${unusable.column ?? ''} unusable ${unusable.message}`);
  return lines;
}

export async function check(file: string, text: string | Buffer, options: CheckOptions = {}): Promise<CheckedFile> {
  return checkBytes(file, Buffer.from(text as string), options);
}

export const EVENT = {
  spec_version: '0.1.0',
  event_id: '550e8400-e29b-41d4-a716-446655440000',
  event_type: 'Session.Start',
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'cursor' },
  session_id: 's',
};
