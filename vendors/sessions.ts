/** Ordered payloads of one native session, so that order, identity and pairing can be tested. Pure over a loaded corpus. */
import { data } from '../harness/assets.ts';
import type { Corpus, Fixture } from '../harness/model/corpus.ts';
import { canonicalEvent } from './vendor.ts';

export interface Session {
  /** `<vendor>/<name>`: stable, used in case ids. */
  readonly name: string;
  readonly vendor: string;
  /**
   * `recorded`: the vendor sent these payloads in this order. `documented`: the documentation says that it would. `synthetic`:
   * some of its payloads were made, because the documentation shows none.
   */
  readonly how: 'recorded' | 'documented' | 'synthetic';
  /**
   * In order. A part of a recording may be missing, so that a call without its result, or a result without its call, says
   * nothing about the vendor.
   */
  readonly fixtures: readonly Fixture[];
  /** The canonical events that occur in it. */
  readonly covers: readonly string[];
}

interface Listed {
  readonly vendor: string;
  readonly name: string;
  readonly fixtures: readonly string[];
}

function sessionOf(vendor: string, name: string, how: Session['how'], fixtures: readonly Fixture[]): Session {
  const events = fixtures.map((fixture) => canonicalEvent(vendor, fixture.event)).filter((event) => event !== null);
  return { name: `${vendor}/${name}`, vendor, how, fixtures, covers: [...new Set(events)].sort() };
}

function recordedSessions(corpus: Corpus, vendor: string): Session[] {
  const groups = new Map<string, Fixture[]>();
  for (const fixture of corpus.fixtures(vendor)) {
    if (fixture.session === null || fixture.seq === null) continue;
    groups.set(fixture.session, [...(groups.get(fixture.session) ?? []), fixture]);
  }
  return [...groups].map(([name, fixtures]) =>
    sessionOf(
      vendor,
      name,
      'recorded',
      fixtures.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)),
    ),
  );
}

/** The sessions of a vendor: recorded ones, and where nothing was recorded, documented and made ones; widest first. */
export function sessionsOf(corpus: Corpus, vendor: string): readonly Session[] {
  const known = new Map(corpus.fixtures(vendor).map((fixture) => [fixture.name, fixture]));
  const { sessions } = data<{ readonly sessions: readonly Listed[] }>('fixtures/sessions/documented');
  const documented = sessions
    .filter((listed) => listed.vendor === vendor)
    .map((listed) => {
      const fixtures = listed.fixtures.flatMap((file) => known.get(`${vendor}/${file}`) ?? []);
      const made = fixtures.some((fixture) => fixture.how === 'synthetic');
      return sessionOf(vendor, listed.name, made ? 'synthetic' : 'documented', fixtures);
    });
  return [...recordedSessions(corpus, vendor), ...documented].sort(
    (a, b) => b.covers.length - a.covers.length || b.fixtures.length - a.fixtures.length || (a.name < b.name ? -1 : 1),
  );
}
