import type { Seen } from '../../types/generated/report.ts';
import type { Case, SpawnPlan } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Captured, End, Observation, TreePaths } from '../model/observation.ts';
import { assertNever } from '../model/words.ts';

/** Longest text of one stream that a report carries. */
const LONGEST = 4000;

/** How a process ended, in the words of a report. */
export function endText(end: End): string {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code}`;
    case 'signal':
      return `signal ${end.signal}`;
    case 'timeout':
      return `timeout after ${end.timeoutMs / 1000} s`;
    case 'not-started':
      return `not started: ${end.message}`;
    default:
      return assertNever(end);
  }
}

/** Cuts a text to what a person reads, and says so. */
export function cut(text: string, longest: number = LONGEST): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function streamText(stream: Captured): string {
  const text = stream.bytes.subarray(0, LONGEST * 4).toString('utf8');
  // What a flooding subject managed to print before it was stopped differs from run to run; that it flooded doesn't.
  return stream.truncated || stream.total > LONGEST * 4 ? `${text.slice(0, LONGEST)}… (more was printed)` : cut(text);
}

/** What was written to stdin, as text. */
export function stdinText(plan: SpawnPlan): string {
  switch (plan.stdin.kind) {
    case 'empty':
      return '';
    case 'bytes':
      return cut(plan.stdin.bytes.toString('utf8'));
    case 'payload':
      return cut(JSON.stringify(plan.stdin.payload));
    case 'answer':
      return `(the member "${plan.stdin.member}" of what process ${plan.stdin.spawn + 1} answered)`;
    default:
      return assertNever(plan.stdin);
  }
}

/** Everything that a case saw, as text for a report. */
export function seenOf(testCase: Case, observation: Observation): Seen {
  return {
    spawns: observation.spawns.map((spawn, index) => {
      const plan = testCase.spawns[index];
      return {
        stdin: plan === undefined ? '' : stdinText(plan),
        ...(plan === undefined || Object.keys(plan.env).length === 0 ? {} : { environment: { ...plan.env } }),
        end: endText(spawn.end),
        stdout: streamText(spawn.stdout),
        stderr: streamText(spawn.stderr),
      };
    }),
    ...(observation.files.length === 0
      ? {}
      : {
          files: observation.files.map((file) => ({
            place: `${file.area}/${file.path}`,
            change: file.change,
            content: cut(file.bytes.toString('utf8')),
          })),
        }),
    ...(observation.requests.length === 0
      ? {}
      : {
          requests: observation.requests.map((request) => ({
            method: request.method,
            url: request.url,
            body: streamText(request.body),
          })),
        }),
  };
}

/** Paths of the private tree exist only while the case runs: a report has fixed ones, so that two runs read the same. */
export function withoutTree<T>(value: T, tree: TreePaths): T {
  if (tree.root === '') return value;
  const text = JSON.stringify(value);
  // Programs name folders of their own after where they run: `/tmp/x/7/project` becomes `-tmp-x-7-project`.
  const asName = tree.root.replaceAll(/[^A-Za-z0-9]/g, '-');
  if (text === undefined || !(text.includes(tree.root) || text.includes(asName))) return value;
  return JSON.parse(
    text
      .replaceAll(asName, '-case')
      .replaceAll(tree.project, '/case/project')
      .replaceAll(tree.home, '/case/home')
      .replaceAll(tree.tmp, '/case/tmp')
      .replaceAll(tree.root, '/case'),
  ) as T;
}

/** True for findings that make a person want to see what the case saw. */
export function worthSeeing(finding: Finding): boolean {
  return finding.kind === 'broken' || finding.kind === 'leak';
}
