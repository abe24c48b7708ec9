/**
 * A program that runs a hanging case and is interrupted, or throws: prints its folder, then waits. What it leaves behind is
 * for the test to look at. `engine-host.ts signal|exception|exit|isolated|worker`.
 */
import { Engine } from '../../harness/process/engine.ts';
import { hook, launching, spawnPlan, testCase } from '../../harness/process/testing.ts';

const engine = new Engine();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    engine.closeNow();
    process.exit(130);
  });
}
const program = process.argv[3] ?? 'leaves-group.py';
if (process.argv[2] === 'isolated') await engine.isolate();
if (process.argv[2] === 'worker') void engine.openWorker(launching(hook(program))()).ask('{}', 60_000);
void engine.runCase(testCase({ spawns: [spawnPlan({ timeoutMs: 60_000 })] }), launching(hook(program)));
const root = engine.folder;
setTimeout(() => {
  process.stdout.write(`${root}\n`);
  if (process.argv[2] === 'exception') throw new Error('as planned');
  if (process.argv[2] === 'exit') process.exit(0);
}, 400);
