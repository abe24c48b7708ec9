import { packageRoot } from '../harness/assets.ts';
import { samples } from '../harness/generate/samples.ts';
import { SchemaStore } from '../harness/generate/schema-store.ts';
import { validArbitrary } from '../harness/generate/valid.ts';
import { Engine } from '../harness/process/engine.ts';
import { preloadValidators, validateWith } from '../harness/validate/compiled.ts';
import { type Figure, ownCpu } from './measure.ts';
import { hook } from './spawn.ts';

const PAYLOAD = 'https://hookconf.dev/schemas/native/claude-code/PreToolUse.schema.json';
const ENVELOPE = 'agent-hooks/0.1.0/event';
const TYPED = 'agent-hooks/0.1.0/typed-event';

/** Payloads made from a schema, and events through a subject that stays alive, with its envelope judged. */
export async function events(count: number): Promise<Figure[]> {
  const store = SchemaStore.fromFolder(`${packageRoot()}/schemas`);
  const arbitrary = validArbitrary(store, store.get(PAYLOAD));
  samples(arbitrary, 1, 200);
  const before = ownCpu();
  const payloads = samples(arbitrary, 2, 2000);
  const generated = (2000 / (ownCpu() - before)) * 1000;

  const figures: Figure[] = [{ name: 'generated payloads', value: generated, unit: '/s of CPU' }];
  await preloadValidators([ENVELOPE, TYPED]);
  const lines = payloads.map((payload, index) => {
    const command = 'c'.repeat((index * 37) % 3000);
    return JSON.stringify({ ...(payload as object), session_id: 's-1', tool_input: { command } });
  });
  const judges: readonly (readonly [string, number | undefined, readonly string[]])[] = [
    ['envelope judged', 5000, [ENVELOPE]],
    ['envelope and data judged', undefined, [ENVELOPE, TYPED]],
  ];
  for (const [name, least, validators] of judges) {
    const engine = new Engine();
    const home = { shell: null, cwd: 'project', env: {}, home: 'private' } as const;
    const worker = engine.openWorker({ program: process.execPath, args: [hook('emitter-worker.mjs')], ...home });
    let invalid = 0;
    const ask = async (index: number): Promise<void> => {
      const { stdout } = await worker.ask(lines[index % lines.length] ?? '', 10_000);
      const event = JSON.parse(stdout.bytes.toString('utf8')) as unknown;
      if (validators.some((validator) => validateWith(validator, event).length > 0)) invalid += 1;
    };
    await Promise.all(Array.from({ length: 2000 }, (_, index) => ask(index)));
    const began = performance.now();
    await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
    const rate = (count / (performance.now() - began)) * 1000;
    await engine.close();
    if (invalid > 0) throw new Error(`${invalid} events of the bench's own emitter are invalid`);
    figures.push({
      name: `worker, ${name}`,
      value: rate,
      unit: 'events/s',
      ...(least === undefined ? {} : { bound: { least } }),
    });
  }
  return figures;
}
