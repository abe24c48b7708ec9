import type { TreePaths } from '../model/observation.ts';
import type { Launch } from './launch.ts';

/** All that a subject gets of the caller's environment (contract, section 2). */
const ALLOWED: readonly string[] = ['PATH', 'LANG', 'LC_ALL', 'TZ'];
const ALLOWED_ON_WINDOWS: readonly string[] = ['SystemRoot', 'ComSpec', 'PATHEXT', 'windir'];

/** The caller's part of the environment, taken once an engine so that a later change of ours reaches no subject. */
export function callerEnvironment(
  passEnv: readonly string[],
  from: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  const names = [...ALLOWED, ...(process.platform === 'win32' ? ALLOWED_ON_WINDOWS : []), ...passEnv];
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** A spawn's environment; later entries win: caller, private places, configuration, case. */
export function spawnEnvironment(
  caller: Readonly<Record<string, string>>,
  tree: TreePaths,
  launch: Launch,
  caseEnv: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { ...caller, TMPDIR: tree.tmp };
  const home = launch.home === 'caller' ? (process.env['HOME'] ?? process.env['USERPROFILE']) : tree.home;
  if (home !== undefined) env['HOME'] = home;
  if (process.platform === 'win32') {
    env['TMP'] = tree.tmp;
    env['TEMP'] = tree.tmp;
    if (home !== undefined) env['USERPROFILE'] = home;
  }
  return Object.assign(env, launch.env, caseEnv);
}
