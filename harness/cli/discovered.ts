import { discoverHooks } from '../../vendors/discover.ts';
import { nativeEventOf, vendor } from '../../vendors/vendor.ts';
import { UsageError } from '../errors.ts';
import { type DiscoveredSubject, discoveredSubjects, type RegisteredHook } from '../run/discovered.ts';
import { flag, type Io, type OptionValues, texts } from './command-spec.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { repositoryOf } from './repository.ts';

function pluginVariables(slug: string): readonly string[] {
  const named = Object.keys(vendor(slug).environment).filter((name) => name.endsWith('PLUGIN_ROOT'));
  return [...new Set([...named, 'CLAUDE_PLUGIN_ROOT'])];
}

function projectVariables(slug: string): readonly string[] {
  return Object.keys(vendor(slug).environment).filter((name) => name.endsWith('PROJECT_DIR'));
}

/** What a person reads of a command that somebody else wrote: all of it, on one line, without control characters. */
function shown(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

/**
 * The hooks that the repository's own vendor configurations register, listed, and given back only after a yes: they are
 * programs that somebody else may have put there.
 * @throws UsageError where there are none, or nobody said yes.
 */
export async function discovered(
  options: OptionValues,
  io: Io,
): Promise<{ readonly folder: string; readonly subjects: readonly DiscoveredSubject[] }> {
  const folder = repositoryOf(io.cwd);
  const { hooks, skipped } = discoverHooks(folder);
  const vendors = texts(options, 'vendor').map((name) => KNOWLEDGE.vendorSlug(name));
  const events = texts(options, 'event');
  const wanted = hooks.filter(
    (hook) =>
      (vendors.length === 0 || vendors.includes(hook.vendor)) &&
      (events.length === 0 ||
        events.includes(hook.event) ||
        events.includes(nativeEventOf(hook.vendor, hook.event)?.canonical ?? '')),
  );
  const subjects = discoveredSubjects(
    wanted.map(({ pluginRoot, ...hook }): RegisteredHook => {
      const plugin = pluginRoot === null ? null : { root: pluginRoot, variables: pluginVariables(hook.vendor) };
      const matchesTool = nativeEventOf(hook.vendor, hook.event)?.matches === 'tool';
      return { ...hook, plugin, projectVariables: projectVariables(hook.vendor), matchesTool };
    }),
  );
  for (const { vendor: slug, file, reason } of skipped) {
    if (vendors.length === 0 || vendors.includes(slug)) io.err(`hookconf: ${shown(`${file}: ${reason}`)}\n`);
  }
  if (subjects.length === 0) {
    const of = vendors.length > 0 || events.length > 0 ? ' of that vendor or event' : '';
    throw new UsageError(
      'no-subject',
      `there is no command to test, no hookconf.json here, and no vendor configuration that registers a hook${of}`,
      'name your program: hookconf run ./my-hook',
    );
  }
  const many = subjects.length === 1 ? 'this hook' : `these ${subjects.length} hooks`;
  io.err(
    `The repository's vendor configurations register ${many}:\n${subjects.map(({ line }) => `  ${shown(line)}\n`).join('')}`,
  );
  if (flag(options, 'yes')) return { folder, subjects };
  if (!io.inIsTerminal || !io.errIsTerminal) {
    throw new UsageError('not-confirmed', 'nothing was run', `add --yes to run ${many}`);
  }
  const answer = await io.ask(`Run ${many}? [y/N] `);
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new UsageError('not-confirmed', 'nothing was run', 'nobody said yes');
  return { folder, subjects };
}
