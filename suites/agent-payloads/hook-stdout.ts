import { posix } from 'node:path';
import type { Fixture } from '../../harness/model/corpus.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { Verdicts } from '../stream/verdicts.ts';

/** Judges what a hook wrote to stdout for the two events whose stdout is read as text (WorktreeCreate, StatusLine). */
export function judgeStdout(
  fixture: Fixture,
  spawn: SpawnObservation | undefined,
  observation: Observation,
  verdicts: Verdicts,
): void {
  if (spawn === undefined) return;
  const answer = spawn.stdout.bytes.toString('utf8');
  if (fixture.event === 'WorktreeCreate') judgeWorktree(answer, observation, verdicts);
  if (fixture.event === 'StatusLine') judgeStatusLine(answer, fixture.stdin, verdicts);
}

/** AP-EMI-019: nothing, or one line with the path of a folder that exists (E-AP-08). */
function judgeWorktree(answer: string, { folders, tree }: Observation, verdicts: Verdicts): void {
  const path = answer.trim();
  const fault = (what: string): { message: string; expected: string; actual: string } => ({
    message: `${what} was written to stdout on WorktreeCreate; write nothing, or the path of the folder that was made`,
    expected: 'nothing, or one line with the path of a folder that exists',
    actual: answer.replaceAll(tree.root, '').slice(0, 100),
  });
  if (path === '') {
    verdicts.met('AP-EMI-019');
    return;
  }
  if (!/^\/[^\r\n]*$/.test(path)) {
    verdicts.broken('AP-EMI-019', fault('something other than the path of a folder'));
    return;
  }
  const place = posix.normalize(path).replace(/(?<=.)\/$/, '');
  const around = place === '/' || tree.root.startsWith(`${place}/`);
  const within = place === tree.root || place.startsWith(`${tree.root}/`);
  if (around || folders?.includes(place) === true) verdicts.met('AP-EMI-019');
  else if (within && folders !== undefined)
    verdicts.broken('AP-EMI-019', fault('the path of a folder that does not exist'));
  else verdicts.untested('AP-EMI-019', 'whether the folder that was printed on WorktreeCreate exists was not observed');
}

/** What the status line shows, in its order: where the payload tells it, and what it looks like. */
const PARTS = [
  { at: '/context_window/used_percentage', name: 'ctx N%', form: /^ctx \d+%$/ },
  { at: '/rate_limits/five_hour/used_percentage', name: '5h N%', form: /^5h \d+%$/ },
  { at: '/cost/total_cost_usd', name: '$X.XXX', form: /^\$\d+\.\d{3}$/ },
] as const;
const SHAPE = '[monitor] ctx N% · 5h N% · $X.XXX';

/**
 * AP-STL-019: one line, its parts in their order. A part for which the payload tells nothing, or nothing yet (0), may be left
 * out, and all of them where it tells nothing at all; one for which it tells a number is there.
 */
function judgeStatusLine(answer: string, payload: unknown, verdicts: Verdicts): void {
  const line = /^\[monitor\]([^\r\n]*)\r?\n?$/.exec(answer)?.[1];
  const shown = line?.trim() === '' ? [] : line?.replace(/^ /, '').split(' · ');
  // Each part that is shown stands for the next one of its form: none twice, none out of order.
  let next = 0;
  const places = shown?.map((text) => {
    const place = PARTS.findIndex(({ form }, index) => index >= next && form.test(text.trimEnd()));
    next = place + 1;
    return place;
  });
  const missing = PARTS.filter((part, index) => {
    const told = at(payload, part.at);
    return typeof told === 'number' && told > 0 && places?.includes(index) !== true;
  });
  const fits = places !== undefined && !places.includes(-1) && (line === '' || line?.startsWith(' ') === true);
  verdicts.check('AP-STL-019', fits && missing.length === 0, () => ({
    message: fits
      ? `the status line lacks ${missing.map(({ name }) => name).join(' and ')}, which the payload tells`
      : `the status line has not the shape "${SHAPE}"`,
    expected: SHAPE,
    actual: answer.slice(0, 100),
  }));
}
