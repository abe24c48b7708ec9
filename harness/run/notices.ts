import { hashedSecrets } from '../leaks/hashes.ts';
import type { Case } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { NetworkAttempt, Observation } from '../model/observation.ts';
import { LARGEST_FILE_GIB } from '../process/file-size.ts';
import type { RunNotice } from '../report/case-result.ts';

/** Processes that outlived a case, or the run. */
export function survivorNotices(survivors: readonly { readonly command: string }[]): readonly RunNotice[] {
  const programs = [...new Set(survivors.map(({ command }) => command.split(/\s+/)[0] ?? '?'))].sort();
  if (programs.length === 0) return [];
  const message = `it left processes behind (${programs.join(', ')}), which were ended; start helpers so that they end by themselves`;
  return [{ id: 'HC-SURVIVOR', message }];
}

/** What was tried without a network, in one sentence. */
export function networkMessage(who: string, attempts: readonly NetworkAttempt[]): string {
  const words = attempts.map(({ how, to }) => (how === 'lookup' ? `the address of ${to}` : to));
  return `${who} tried to reach ${[...new Set(words)].join(', ')} and was refused; say what it needs a network for, or do without`;
}

/**
 * What the engine saw of any subject, whatever its specification, and what no specification judges: house rules, so
 * notices and never failures (contract, section 1).
 */
export function engineNotices(testCase: Case, observation: Observation): Finding[] {
  const notices: Finding[] = [];
  for (const notice of survivorNotices(observation.survivors)) notices.push({ kind: 'notice', ...notice });
  if (
    observation.spawns.some((spawn) => spawn.stdoutHeldOpen && spawn.end.kind === 'exit') &&
    testCase.lingerMs === 0
  ) {
    notices.push({
      kind: 'notice',
      id: 'HC-STDOUT-HELD',
      message:
        'a process that it left behind still held its output open; redirect a helper’s output, or a tool that waits for it will hang',
    });
  }
  if (observation.spawns.some((spawn) => spawn.stdout.truncated || spawn.stderr.truncated)) {
    notices.push({
      kind: 'notice',
      id: 'HC-FLOOD',
      message: 'it printed more than is kept of a stream; the rest was read and dropped',
    });
  }
  if (observation.spawns.some(({ end }) => end.kind === 'signal' && end.signal === 'SIGXFSZ')) {
    notices.push({
      kind: 'notice',
      id: 'HC-FILE-SIZE',
      message: `it was ended because a file that it wrote grew past ${LARGEST_FILE_GIB} GiB, a limit that the run sets; write less, or cut files`,
    });
  }
  if ((observation.attempts ?? []).length > 0) {
    notices.push({ kind: 'notice', id: 'HC-NETWORK', message: networkMessage('it', observation.attempts ?? []) });
  }
  for (const { field, algorithm, channel } of hashedSecrets(testCase.canaries, observation)) {
    notices.push({
      kind: 'notice',
      id: 'HC-SECRET-HASH',
      message: `an unsalted ${algorithm} of ${field} came out on ${channel === 'file' ? 'a file' : channel === 'request' ? 'a request' : channel}; who guesses it can confirm it: use a keyed hash`,
    });
  }
  return notices;
}
