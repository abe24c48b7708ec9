import { describe, expect, test } from 'vitest';
import { data } from '../harness/assets.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { sessionsOf } from './sessions.ts';
import { VENDORS } from './slugs.ts';
import { sessionId } from './vendor.ts';

const corpus = await loadCorpus(VENDORS);
const listed = data<{ sessions: { vendor: string; name: string; fixtures: string[] }[] }>(
  'fixtures/sessions/documented',
);

describe.each(VENDORS)('%s', (slug) => {
  const sessions = sessionsOf(corpus, slug);

  test('has a session with a prompt or a start, a tool call and an end of the turn', () => {
    const [widest] = sessions.filter((session) => session.how !== 'synthetic');
    const covers = widest?.covers ?? [];
    expect(covers).toContain('agent_stop');
    expect(covers).toContain('before_tool_execute');
    expect(covers.includes('session_start') || covers.includes('before_prompt')).toBe(true);
  });

  test('is recorded where the vendor was recorded, and nothing else is called so', () => {
    const recorded = corpus.fixtures(slug).some((fixture) => fixture.how === 'recorded');
    const put = sessions.filter((session) => session.how !== 'synthetic');
    expect(new Set(put.map((session) => session.how))).toEqual(new Set([recorded ? 'recorded' : 'documented']));
    for (const session of sessions) {
      const made = session.fixtures.some((fixture) => fixture.how === 'synthetic');
      expect([session.name, session.how === 'synthetic']).toEqual([session.name, made]);
      expect([session.name, session.name.includes('/synthetic')]).toEqual([session.name, made]);
    }
    for (const session of sessions.filter((one) => one.how === 'recorded')) {
      expect(session.fixtures.every((fixture) => fixture.how === 'recorded')).toBe(true);
      expect(session.fixtures.map((fixture) => fixture.seq)).toEqual(session.fixtures.map((_, index) => index + 1));
    }
  });

  test('a documented session speaks of one session', () => {
    for (const session of sessions.filter((one) => one.how !== 'recorded')) {
      const ids = new Set(session.fixtures.map(sessionId).filter((id) => id !== undefined));
      expect([session.name, ids.size <= 1]).toEqual([session.name, true]);
    }
  });
});

test('every fixture that a documented session lists exists', () => {
  for (const { vendor, fixtures } of listed.sessions) {
    const known = new Set(corpus.fixtures(vendor).map((fixture) => fixture.name));
    expect(fixtures.filter((file) => !known.has(`${vendor}/${file}`))).toEqual([]);
  }
});
