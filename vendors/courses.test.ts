import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { type Course, coursesOf } from './courses.ts';
import { fireOrderOf } from './fire-order.ts';
import { sessionsOf } from './sessions.ts';
import { VENDORS } from './slugs.ts';
import { nativeEventOf, partOf, sessionId } from './vendor.ts';

const corpus = await loadCorpus(VENDORS);
const recorded = VENDORS.filter((slug) => corpus.fixtures(slug).some(({ how }) => how === 'recorded'));

/** The results that no call before them explains; a place without a recording may have been any call. */
function unasked({ steps }: Course): string[] {
  const open = new Map<string | null, number>();
  let unknown = 0;
  return steps.flatMap((step) => {
    if (step === null) unknown++;
    const { canonical, tool = null } = step ?? {};
    const calls = open.get(tool) ?? 0;
    if (canonical === 'before_tool_execute') open.set(tool, calls + 1);
    if (canonical !== 'after_tool_execute' && canonical !== 'tool_use_failure') return [];
    if (calls > 0) open.set(tool, calls - 1);
    else if (unknown > 0) unknown--;
    else return [`${step?.event}(${tool})`];
    return [];
  });
}

test('there are courses of every vendor whose program was recorded, and of no other', () => {
  expect(VENDORS.filter((slug) => coursesOf(slug).length > 0)).toEqual(recorded);
});

describe.each(recorded)('%s', (slug) => {
  const courses = coursesOf(slug);
  const fixtures = corpus.fixtures(slug).filter(({ how }) => how === 'recorded');

  test('every step is an event that is known', () => {
    const events = courses.flatMap(({ steps }) => steps.flatMap((step) => step?.event ?? []));
    expect(events.filter((event) => nativeEventOf(slug, event) === undefined)).toEqual([]);
  });

  test('order: the fixtures of a scenario come in the order of its course', () => {
    expect(fixtures.filter((one) => !courses.some(({ scenario }) => scenario === one.scenario))).toEqual([]);
    for (const { scenario, steps } of courses) {
      let at = 0;
      for (const one of fixtures.filter((fixture) => fixture.scenario === scenario)) {
        const place = steps.findIndex((step, index) => index >= at && step?.event === one.event);
        expect([one.name, place >= 0]).toEqual([one.name, true]);
        at = place + 1;
      }
    }
  });

  test('order: the fixtures of a session come in the order of the recording', () => {
    for (const session of sessionsOf(corpus, slug)) {
      const names = session.fixtures.map(({ name }) => name);
      expect(names).toEqual([...names].sort());
    }
  });

  test('pairing: no result comes without a call before it', () => {
    expect(courses.map((course) => [course.scenario, unasked(course)]).filter(([, found]) => found?.length)).toEqual(
      [],
    );
  });

  test('identity: a session is one, whoever of its agents speaks', () => {
    for (const { name, fixtures: own } of sessionsOf(corpus, slug)) {
      const main = own.filter((one) => partOf(one, 'agentId') === undefined);
      const ids = new Set(main.flatMap((one) => sessionId(one) ?? []));
      // OpenCode's server holds all sessions in one process, and its plugin sees them all.
      expect([name, ids.size <= 1 || slug === 'opencode']).toEqual([name, true]);
    }
  });

  test('the order in which sessions are made up is the one in which they came', () => {
    const order = fireOrderOf(slug);
    const chain = [order.start, order.turnStart, order.toolBefore, order.toolAfter, order.turnEnd, order.end];
    for (const { scenario, steps } of courses.filter(({ kept }) => kept === 'whole')) {
      const first = chain
        .map((events) => steps.findIndex((step) => step !== null && events.includes(step.event)))
        .filter((place) => place >= 0);
      expect([scenario, first]).toEqual([scenario, [...first].sort((a, b) => a - b)]);
    }
  });
});

test('a result without its call, and one in the wrong place, are seen', () => {
  const [course] = coursesOf('gemini-cli').filter(({ scenario }) => scenario === 'tools');
  const steps = course?.steps ?? [];
  const without = steps.filter((step) => step?.canonical !== 'before_tool_execute');
  expect(course && unasked({ ...course, steps })).toEqual([]);
  expect(course && unasked({ ...course, steps: without }).length).toBeGreaterThan(0);
});
