import { findRequirement } from '../../../suites/catalogue.ts';
import { UsageError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { CaseResult } from '../../report/case-result.ts';
import { exactLines, oneLine } from '../../report/text/safe.ts';
import { loadCorpus } from '../../run/corpus.ts';
import { run as runAll } from '../../run/run.ts';
import { shellWord } from '../../text/shell.ts';
import { type Io, type OptionValues, say } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { requestOf } from '../request.ts';

function block(title: string, text: string): string {
  if (text === '') return `${title}: (nothing)\n`;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return `${title}:\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\n`;
}

/** What a judge said, requirement by requirement, with the sentence that it stands for. */
function judgement(finding: Finding): string {
  switch (finding.kind) {
    case 'met':
      return `met             ${finding.requirement}\n`;
    case 'broken': {
      const requirement = findRequirement(finding.requirement);
      const says =
        requirement === undefined
          ? ''
          : `                ${requirement.statement} (${requirement.spec}, section ${requirement.section})\n`;
      return `broken          ${finding.requirement}: ${finding.message}\n                expected ${finding.expected}\n                actual   ${finding.actual}\n${says}`;
    }
    case 'not-applicable':
    case 'untested':
      return `${finding.kind.padEnd(16)}${finding.requirement}: ${finding.reason}\n`;
    case 'notice':
      return `notice          ${finding.id}: ${finding.message}\n`;
    case 'outcome':
      return `outcome         ${finding.vendor} ${finding.event}: ${finding.effect}${finding.adds.length > 0 ? ` + ${finding.adds.join(', ')}` : ''}; ${finding.why} (${finding.provenance})\n`;
    case 'leak':
      return `leak            ${finding.canary}${finding.requirements.length > 0 ? `: ${finding.requirements.join(', ')}` : ''}\n`;
  }
}

function show(result: CaseResult, runFindings: readonly Finding[]): string {
  const parts = [`case ${result.case.id}\n${result.case.title}\n\n`];
  for (const [index, spawn] of (result.seen?.spawns ?? []).entries()) {
    if ((result.seen?.spawns.length ?? 0) > 1) parts.push(`process ${index + 1}\n`);
    parts.push(block('stdin', spawn.stdin));
    const environment = Object.entries(spawn.environment ?? {}).map(([name, value]) => `${name}=${value}`);
    parts.push(block('environment', environment.join('\n')));
    parts.push(`ended: ${spawn.end}\n`, block('stdout', spawn.stdout), block('stderr', spawn.stderr), '\n');
  }
  for (const file of result.seen?.files ?? []) parts.push(block(`file ${file.change} ${file.place}`, file.content));
  for (const request of result.seen?.requests ?? [])
    parts.push(block(`request ${request.method} ${request.url}`, request.body));
  parts.push('judgement:\n');
  const order = ['broken', 'untested', 'leak', 'outcome', 'notice', 'met', 'not-applicable'];
  const sorted = [...result.findings, ...runFindings].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  parts.push(...sorted.map((finding) => `  ${judgement(finding).replaceAll(/\n(?=.)/g, '\n  ')}`));
  if (result.fault !== undefined) parts.push(`  error of the suite itself: ${result.fault}\n`);
  return parts.join('');
}

/** The case ran to its end and left nothing open. */
function isDecided(result: CaseResult | undefined): boolean {
  return (
    result !== undefined &&
    result.fault === undefined &&
    result.findings.every((finding) => finding.kind !== 'untested')
  );
}

/** `hookconf repro <case-id> [command…]`: one case alone, and everything that it saw. */
export async function repro(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const [id = '', ...command] = words;
  const request = await requestOf(command, options, io).catch((error: unknown) => {
    if (!(error instanceof UsageError) || error.code !== 'no-subject') throw error;
    throw new UsageError(error.code, error.message, `name your program: hookconf repro ${shellWord(id)} -- ./my-hook`);
  });
  const result = await runAll(
    { ...request, select: { only: [id], skip: [], shard: null }, keepSeen: true, repeat: false },
    KNOWLEDGE,
    loadCorpus,
  ).catch((error: unknown) => {
    if (error instanceof UsageError && error.code === 'unknown-id') {
      throw new UsageError(
        'unknown-case',
        error.message.replace(
          /^--only .* matches no requirement or case of this run/,
          `there is no case "${id}" in this plan`,
        ),
        'see hookconf list cases',
      );
    }
    throw error;
  });
  const several = result.runs.length > 1;
  for (const run of result.runs) {
    for (const edition of run.editions) {
      for (const one of edition.results) {
        if (one === undefined) continue;
        if (several) io.out(`subject ${oneLine(run.subject.name)}\n`);
        io.out(exactLines(show(one, edition.runFindings)));
      }
    }
  }
  const cases = result.runs.flatMap((run) => run.editions.flatMap((edition) => edition.results));
  // A requirement that other cases decide too can't be called decided by one of them; here the case alone is asked for.
  if (result.code === 3 && cases.length > 0 && cases.every(isDecided)) return 0;
  for (const message of result.messages) say(io, message);
  return result.code;
}
