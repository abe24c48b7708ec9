/** What a converter loses is reported once: rows about what never came to be, or came through whole, stay silent. */
import { expect, it } from 'vitest';
import { hookInterchange } from '../suite.ts';
import { brokenIn, contextOf, runCases, subjectOf } from '../testing.ts';

/** What a converter that gives these answers, one a start, is found to break in a case. */
async function broken(
  vendor: string,
  edition: string,
  id: string,
  ...answers: readonly object[]
): Promise<Set<string>> {
  const context = contextOf(subjectOf('converter', { vendors: [vendor], vendorsDeclared: true }), edition);
  const one = hookInterchange.plan(context).cases.find((planned) => planned.id.endsWith(id));
  if (one === undefined) throw new Error(`there is no case ${id}`);
  const [first, second = first] = answers.map((answer) => JSON.stringify({ warnings: [], files: {}, ...answer }));
  const program = `cat > /dev/null; case "$*" in *decode*) echo '${first}';; *) echo '${second}';; esac`;
  return new Set(brokenIn(await runCases([one], ['sh', '-c', program, 'converter'], context)).keys());
}

const hook = (event: string): object => ({ event, handler: { type: 'command', command: './x.sh' } });

it('seconds that are lost with their hook are converted to no wrong unit', async () => {
  const found = await broken('windsurf', '0.1', 'pipeline/windsurf-timeouts', { config: { hooks: {} } });
  expect([...found]).toContain('HIF-PIPE-015');
  expect([...found]).not.toContain('HIF-PIPE-019');
  const kept = { hooks: { BeforeAgent: [{ hooks: [{ type: 'command', command: './t-0.sh', timeout: 10 }] }] } };
  const wrong = await broken('gemini-cli', '0.1', 'pipeline/gemini-cli-timeouts', { config: kept });
  expect([...wrong]).toContain('HIF-PIPE-019');
});

it('an event that is not known is no wrong version', async () => {
  const unknown = await broken('cursor', '0.1', 'events/cursor-decode-core', {
    manifest: { spec: 'hooks/0.1', hooks: [hook('after_shell_execution')] },
  });
  expect([...unknown]).toContain('HIF-PIPE-001');
  expect([...unknown]).not.toContain('HIF-VER-001');
  const nothing = await broken('cursor', '0.1', 'events/cursor-decode-core', {});
  expect([...nothing]).not.toContain('HIF-VER-001');
  const patched = await broken('cursor', '0.1', 'events/cursor-decode-core', {
    manifest: { spec: 'hooks/0.1.0', hooks: [hook('before_prompt')] },
  });
  expect([...patched]).toContain('HIF-VER-001');
});
