/** What fixtures/index.json and docs/corpus.md say, made of the fixtures and the vendors' facts. Pure over a loaded corpus. */
import type { Corpus, Fixture } from '../../harness/model/corpus.ts';
import { FIXTURE_HOWS, type FixtureHow } from '../../harness/model/words.ts';
import { coursesOf } from '../../vendors/courses.ts';
import { type AbsenceKind, absenceOf, type LogicalEvent, logicalEvents } from '../../vendors/equivalence.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { canonicalEvent, eventNames, nativeEventOf, nativeTool, vendor } from '../../vendors/vendor.ts';

function count(fixtures: readonly Fixture[], how: FixtureHow): number {
  return fixtures.filter((fixture) => fixture.how === how).length;
}

/** The text of fixtures/index.json: one fixture a line, so that a change shows as what it is. */
export function indexText(corpus: Corpus): string {
  const vendors = VENDORS.map((slug) => {
    const fixtures = corpus.fixtures(slug);
    return {
      vendor: slug,
      name: vendor(slug).name,
      versions: vendor(slug).versions,
      events: eventNames(slug).length,
      fixtures: fixtures.length,
      ...Object.fromEntries(FIXTURE_HOWS.map((how) => [how, count(fixtures, how)])),
    };
  });
  const fixtures = VENDORS.flatMap((slug) => corpus.fixtures(slug)).map((fixture) => ({
    name: fixture.name,
    vendor: fixture.vendor,
    vendor_version: fixture.vendor_version,
    event: fixture.event,
    canonical: canonicalEvent(fixture.vendor, fixture.event),
    tool: nativeTool(fixture) ?? null,
    how: fixture.how,
    date: fixture.date,
    scenario: fixture.scenario,
    session: fixture.session,
    seq: fixture.seq,
    delivery: fixture.delivery,
  }));
  const lines = (items: readonly unknown[]): string => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
  return `{\n  "schema": "hookconf-fixtures/1",\n  "vendors": [\n${lines(vendors)}\n  ],\n  "fixtures": [\n${lines(fixtures)}\n  ]\n}\n`;
}

interface Row {
  readonly how: FixtureHow | 'unknown';
  readonly cells: readonly string[];
}

function eventRow(corpus: Corpus, slug: string, event: string): Row {
  const all = corpus.fixtures(slug).filter((fixture) => fixture.event === event);
  const real = all.filter((fixture) => fixture.how !== 'synthetic');
  const how = FIXTURE_HOWS.find((word) => real.some((fixture) => fixture.how === word)) ?? 'unknown';
  const best = real.filter((fixture) => fixture.how === how);
  const distinct = (values: readonly (string | null)[]): string =>
    [...new Set(values.filter((v) => v !== null))].join(', ') || '—';
  const facts = nativeEventOf(slug, event);
  const version = distinct(best.map((fixture) => fixture.vendor_version));
  const date = distinct(best.map((fixture) => fixture.date));
  const wanted = how === 'recorded' ? '' : (facts?.note ?? recipe(slug, event));
  return {
    how,
    cells: [
      `\`${event}\``,
      facts?.canonical ? `\`${facts.canonical}\`` : '—',
      how,
      version,
      date,
      String(all.length),
      wanted,
    ],
  };
}

/** The first place in which a hook of this event is registered: one of the event's own, else of its dialect, else of all. */
export function placeOf(slug: string, event: string): string | undefined {
  const { files } = vendor(slug).config;
  const dialect = nativeEventOf(slug, event)?.dialect;
  const found =
    files.find(({ of }) => of === event) ??
    files.find(({ of }) => of !== undefined && of === dialect) ??
    files.find(({ of }) => of === undefined);
  return found?.path;
}

/** What would record an event of this vendor. */
function recipe(slug: string, event: string): string {
  const delivery = nativeEventOf(slug, event)?.delivery ?? vendor(slug).delivery;
  const path = placeOf(slug, event);
  const place = path === undefined ? 'its configuration' : `\`${path}\``;
  if (delivery === 'in-process') return `a plugin in ${place} that writes its arguments to a file`;
  return `a hook in ${place} that writes its stdin to a file`;
}

const KEPT = {
  whole: 'all that came',
  'repeats-left-out': 'without repeats',
  gaps: 'with gaps where a payload is in no recording',
} as const;

/** How much of the order of events is kept. */
function orderNote(slug: string): string[] {
  const courses = coursesOf(slug);
  const [first] = courses;
  return first === undefined
    ? []
    : [
        `The order of events is kept for ${courses.length} scenarios, ${KEPT[first.kept]} (\`fixtures/sessions/courses.yaml\`).`,
      ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const ABSENCES: Readonly<Record<AbsenceKind, readonly [mark: string, means: string]>> = {
  'no-event': ['–', 'no event is about it'],
  'no-tool': ['∅', 'no tool does it, or hooks are not given it'],
  untold: ['≈', 'an event comes and does not tell it from something else'],
  unpublished: ['?', 'known to come; its payload is published nowhere that was read'],
  unrecorded: ['○', 'known to come; in no recording of the corpus'],
};

/** The best evidence of a vendor's fixtures of a logical event, or the mark of why there are none. */
function equivalenceCell(corpus: Corpus, event: LogicalEvent, slug: string): string {
  const names = event.vendors[slug] ?? [];
  const hows = corpus.fixtures(slug).flatMap(({ name, how }) => (names.includes(name) ? [how] : []));
  const absence = absenceOf(event, slug);
  return (absence && ABSENCES[absence.kind][0]) ?? FIXTURE_HOWS.find((how) => hows.includes(how))?.slice(0, 3) ?? '';
}

/** The logical events in every vendor's words, and why there are none where a cell has none. */
function equivalenceSection(corpus: Corpus): string {
  const events = logicalEvents();
  const marks = Object.values(ABSENCES).map(([mark, means]) => `${mark} ${means}`);
  const reasons = events.flatMap((event) => [
    `**${event.id}** (${event.says.replace(/\.$/, '')}): ${VENDORS.flatMap((slug) => event.vendors[slug] ?? [])
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    (event.absent ?? []).map(({ vendors, why }) => `- ${vendors.join(', ')}: ${why}`).join('\n'),
  ]);
  return [
    '## <a id="equivalence"></a>The same event in every vendor’s words',
    `\`fixtures/equivalence/equivalence.yaml\` also says what each format calls it. A word is how the fixtures are known (recorded, public evidence, documented); ${marks.join('; ')}.`,
    table(
      ['logical event', ...VENDORS],
      events.map((event) => [event.id, ...VENDORS.map((slug) => equivalenceCell(corpus, event, slug))]),
    ),
    ...reasons.filter((text) => text !== ''),
  ].join('\n\n');
}

/** The text of docs/corpus.md. */
export function corpusText(corpus: Corpus): string {
  const all = VENDORS.flatMap((slug) => corpus.fixtures(slug));
  const summary = VENDORS.map((slug) => {
    const fixtures = corpus.fixtures(slug);
    const rows = eventNames(slug).map((event) => eventRow(corpus, slug, event));
    const known = (how: Row['how']): string => String(rows.filter((row) => row.how === how).length);
    return [
      `[${vendor(slug).name}](#${slug})`,
      ...FIXTURE_HOWS.map((how) => String(count(fixtures, how))),
      known('recorded'),
      known('public-evidence'),
      known('documented'),
      known('unknown'),
    ];
  });
  const sections = VENDORS.map((slug) => {
    const facts = vendor(slug);
    const read = facts.read === null ? '' : ` Documentation read on ${facts.read}.`;
    const notes = [...(facts.notes ?? []), ...orderNote(slug)].map((note) => `- ${note}`).join('\n');
    const rows = eventNames(slug).map((event) => eventRow(corpus, slug, event).cells);
    return [
      `## <a id="${slug}"></a>${facts.name}`,
      `\`${slug}\`. Seen: ${facts.versions.join(', ')}.${read}`,
      ...(notes === '' ? [] : [notes]),
      table(['event', 'canonical', 'how', 'version', 'date', 'fixtures', 'what would record it'], rows),
    ].join('\n\n');
  });
  return `${[
    '# The corpus of native payloads',
    '<!-- Generated by scripts/generate-corpus-index.ts; test/native/index.test.ts holds it to the fixtures. -->',
    `${all.length} payloads of ${VENDORS.length} vendors in \`fixtures/native/\`, ${count(all, 'recorded')} of them recorded: sent to a hook by the vendor’s own program. *Public evidence* is a shape that was seen in a public recording, test or parser; *documented* is built from the vendor’s documentation; *synthetic* was made for a test and shows nothing about a vendor. What is unknown stays unknown: no payload is called recorded that was not.`,
    table(
      [
        'vendor',
        'recorded',
        'public evidence',
        'documented',
        'synthetic',
        'events recorded',
        'by evidence',
        'by documentation',
        'unknown',
      ],
      summary,
    ),
    equivalenceSection(corpus),
    ...sections,
  ].join('\n\n')}\n`;
}
