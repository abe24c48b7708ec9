/** Conforming emitters that the reference is not (reference/variants/emitters.yaml): the suites find nothing wrong with them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../harness/assets.ts';
import type { Case } from '../harness/model/case.ts';
import type { Subject } from '../harness/model/subject.ts';
import type { Mutant } from '../scripts/mutants/mutant.ts';
import { plant } from '../scripts/mutants/plant.ts';
import { claimsFor } from '../scripts/variants/claims.ts';
import { reportOf } from '../scripts/variants/report.ts';
import { wrongIn } from '../scripts/variants/wrong.ts';
import { agentHooksSuite } from './agent-hooks/index.ts';
import { agentPayloadsSuite } from './agent-payloads/index.ts';
import { openHookSuite } from './openhook/index.ts';
import { contextOf, runSuite, subjectOf } from './testing.ts';

interface Variant extends Pick<Mutant, 'subject' | 'says' | 'change'> {
  readonly name: string;
  readonly vendors: readonly string[];
  readonly output?: Subject['output'];
}

const root = packageRoot();
const { variants } = parse(readFileSync(join(root, 'reference/variants/emitters.yaml'), 'utf8')) as {
  variants: readonly Variant[];
};
const SUITES = {
  'agent-hooks-emitter': agentHooksSuite,
  'openhook-emitter': openHookSuite,
  'payload-collector': agentPayloadsSuite,
  'scenario-agent': agentHooksSuite,
  'scenario-agent-openhook': openHookSuite,
};

/** A fixed few by default, each over a few payloads: all of them, whole, take minutes (`npm run variants`). */
const QUICK: readonly string[] = [
  'members-in-any-order',
  'log-records',
  'oh-cloud-events',
  'sa-sub-agents-with-sessions',
  'so-sub-agents-with-sessions',
];
const whole = process.env['HOOKCONF_VARIANTS'] === 'all';
const wanted = whole ? variants : variants.filter(({ name }) => QUICK.includes(name));
/** Payload cases that are run of each vendor when not all are. */
const SAMPLE = 8;

/** Every case, or of each kind but the generated ones the first few. */
function chosen(): (one: Case) => boolean {
  const counts = new Map<string, number>();
  return (one) => {
    const { kind } = one.context as { readonly kind: string };
    const key = `${one.vendor} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (
      whole ||
      kind === 'scenario' ||
      (kind !== 'generated' && (counts.get(key) ?? 0) <= (kind === 'payload' ? SAMPLE : 1))
    );
  };
}

describe('what the texts leave open, and how events are delivered, fails no emitter', () => {
  test('the sample is known by name', () => expect(wanted.length).toBeGreaterThanOrEqual(QUICK.length));

  test.each(wanted.map((variant) => [variant.name, variant] as const))('%s', async (_, variant) => {
    const folder = mkdtempSync(join(tmpdir(), 'variant-'));
    try {
      const { name, subject: program, vendors, output } = variant;
      await plant(root, { ...variant, id: name, kills: [], also: [], runs: [], only: {}, with: {} }, folder);
      const suite = SUITES[program as keyof typeof SUITES];
      const drive = program.startsWith('scenario-') ? 'scenario' : 'native';
      // An agent is told the format of its events; an emitter, which payload it gets.
      const words = drive === 'scenario' ? [suite.spec] : ['{vendor}', '{event}'];
      const subject = subjectOf({
        role: 'emitter',
        spec: suite.spec,
        drive,
        vendors,
        command: ['x', ...words],
        claims: claimsFor(root, program)[suite.spec] ?? [],
        ...(output === undefined ? {} : { output }),
      });
      const context = await contextOf(suite, subject);
      const command = [
        process.execPath,
        join(folder, `dist/reference/${drive === 'scenario' ? 'scenario-agent' : program}.js`),
        ...words,
      ];
      const { findings, judged } = await runSuite(suite, context, command, chosen());
      const report = reportOf(suite, context, judged);
      expect(report.levels.filter(({ claimed }) => claimed)).not.toEqual([]);
      expect(wrongIn(report, { whole })).toEqual([]);
      // A judge that saw nothing would find nothing wrong.
      expect(findings.filter(({ kind }) => kind === 'met').length).toBeGreaterThan(name === 'ap-silent' ? 5 : 30);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
