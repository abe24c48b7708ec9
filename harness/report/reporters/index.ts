import type { Reporter } from '../reporter.ts';

/** The reporters of `--reporter` (contract, section 3). */
export const REPORTERS = [
  'table',
  'json',
  'junit',
  'ctrf',
  'sarif',
  'tap',
  'markdown',
  'html',
  'github',
  'badge',
] as const;
export type ReporterName = (typeof REPORTERS)[number];

/** Loads one reporter; each is loaded only when it is asked for, because start-up time is a feature. */
const LOAD: Readonly<Record<ReporterName, (file: string | undefined) => Promise<Reporter>>> = {
  table: async () => (await import('./table/table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  junit: async () => (await import('./junit.ts')).junit,
  ctrf: async () => (await import('./ctrf.ts')).ctrf,
  sarif: async () => (await import('./sarif.ts')).sarif,
  tap: async () => (await import('./tap.ts')).tap,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('../html/page.ts')).htmlPage,
  github: async () => (await import('./github.ts')).github,
  badge: async (file) => {
    const { badge, badgeJson } = await import('./badge.ts');
    return file?.endsWith('.json') === true ? badgeJson : badge;
  },
};

/** One `--reporter <name>[=<file>]`; without a file it prints to stdout. */
export interface ReporterRequest {
  readonly name: ReporterName;
  readonly file: string | undefined;
}

/** Takes `--reporter`'s value apart; undefined for a name that is no reporter. */
export function parseReporter(value: string): ReporterRequest | undefined {
  const at = value.indexOf('=');
  const word = at < 0 ? value : value.slice(0, at);
  const name = REPORTERS.find((known) => known === word);
  if (name === undefined) return undefined;
  const file = at < 0 ? undefined : value.slice(at + 1);
  return file === '' ? undefined : { name, file };
}

/** The reporter of this name; `file` tells formats apart that share one name. */
export async function loadReporter(name: ReporterName, file?: string): Promise<Reporter> {
  return await LOAD[name](file);
}
