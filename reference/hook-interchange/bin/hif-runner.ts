/**
 * Runs the hooks of a manifest for one event: a job document on stdin, the project in the working directory, one outcome
 * document on stdout (one a line for a job with several events). A manifest that must be refused is an exit code of 1.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Hook, type JsonMap, label, type Manifest, parseText, readManifest, type Warning } from '../document.ts';
import { inferCapabilities } from '../entry.ts';
import { execute, executeAsync, type Launch, launchOf } from '../execute.ts';
import { combine, judge, type Verdict } from '../outcome.ts';
import { forbidden, type PolicySettings } from '../policy.ts';
import { defaultStrategy } from '../registry.ts';
import { callOf, selects } from '../selection.ts';

interface Job {
  readonly manifest: string;
  readonly event: string;
  readonly provider: string;
  readonly payload: JsonMap;
  readonly interactive: boolean;
  readonly events?: readonly { readonly event: string; readonly payload: JsonMap }[];
  readonly policy?: readonly PolicySettings[];
  readonly managed?: boolean;
  readonly capabilities?: readonly string[];
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function load(path: string): { manifest: Manifest; warnings: Warning[] } {
  if (!existsSync(path)) refuse('the manifest does not exist');
  const { value, error } = parseText(readFileSync(path, 'utf8'));
  if (error !== undefined) refuse(error);
  const { manifest, errors, warnings } = readManifest(value);
  if (!manifest) refuse(errors.join('\n'));
  return { manifest, warnings };
}

function log(hook: string, event: string, exit: number | null | 'async', blocked: boolean): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), hook, event, exit, blocked })}\n`);
}

/** Events after the fact: whatever a hook says there, nothing is undone. */
const OBSERVED = ['after_tool_execute', 'session_start', 'session_end', 'notification'];

class Run {
  private readonly job: Job;
  private readonly manifest: Manifest;
  private readonly hookDirectory: string;
  constructor(job: Job, manifest: Manifest, hookDirectory: string) {
    this.job = job;
    this.manifest = manifest;
    this.hookDirectory = hookDirectory;
  }

  /** What keeps a hook from running at all: policy, a handler that is not a command, a capability that is missing. */
  private instead(hook: Hook, at: string): Verdict | undefined {
    const skipped = (why: string): Verdict => ({ decision: 'allow', warnings: [`${at}: ${why}`], output: {} });
    const { edition } = this.manifest;
    const denied = forbidden(this.job.policy ?? [], this.job.managed === true, hook, edition);
    if (denied !== undefined) return skipped(`not run, forbidden by ${denied}`);
    if (hook.handler.type !== 'command') return skipped(`handlers of type ${hook.handler.type} are not run here`);
    const { capabilities } = this.job;
    if (!capabilities) return undefined;
    const missing = inferCapabilities(hook, edition).filter((name) => !capabilities.includes(name));
    const strategy = missing.map((name) => hook.degradation.get(name) ?? defaultStrategy(name));
    if (strategy.includes('block'))
      return { decision: 'block', reason: `${at}: ${missing.join(', ')} is missing`, warnings: [], output: {} };
    return strategy.includes('exclude') ? skipped(`not run, ${missing.join(', ')} is missing`) : undefined;
  }

  private async one(hook: Hook, index: number, event: string, stdin: string): Promise<Verdict> {
    const at = label(index, hook.name);
    const instead = this.instead(hook, at);
    if (instead) return instead;
    const launch = launchOf(hook.handler, process.cwd(), this.hookDirectory, stdin);
    if (hook.handler['async'] === true) {
      await executeAsync(launch);
      log(at, event, 'async', false);
      return { decision: 'allow', warnings: [], output: {} };
    }
    const ended = await execute(launch);
    const verdict = judge(ended, {
      blocking: hook.blocking,
      timeoutAction: hook.handler['timeout_action'] === 'block' ? 'block' : 'warn',
      interactive: this.job.interactive,
      canBlock: !OBSERVED.includes(event),
    });
    log(at, event, ended.code, verdict.decision === 'block');
    return { ...verdict, warnings: verdict.warnings.map((warning) => `${at}: ${warning}`) };
  }

  async outcome(event: string, payload: JsonMap, warnings: readonly Warning[]): Promise<JsonMap> {
    const call = callOf(payload);
    const stdin = `${JSON.stringify({ event, ...payload })}\n`;
    const verdicts: Verdict[] = [];
    for (const [index, hook] of this.manifest.hooks.entries()) {
      if (!selects(hook, event, call, this.job.provider)) continue;
      verdicts.push(await this.one(hook, index, event, stdin));
      if (verdicts.at(-1)?.decision === 'block') break;
    }
    const { capabilities } = this.job;
    const combined = combine(verdicts, !capabilities || capabilities.includes('input_rewrite'));
    const said = warnings.map((warning) => warning.message);
    return { ...combined, warnings: [...said, ...(combined['warnings'] as string[])] };
  }
}

async function main(): Promise<void> {
  const text = readFileSync(0, 'utf8');
  if (process.argv[2] === '--watch') {
    await execute(JSON.parse(text) as Launch);
    return;
  }
  const job = JSON.parse(text) as Job;
  const path = resolve(job.manifest);
  const { manifest, warnings } = load(path);
  const run = new Run(job, manifest, dirname(path));
  for (const { event, payload } of job.events ?? [{ event: job.event, payload: job.payload }])
    process.stdout.write(`${JSON.stringify(await run.outcome(event, payload ?? {}, warnings))}\n`);
}

await main();
process.exit(0);
