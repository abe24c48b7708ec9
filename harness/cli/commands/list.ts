import { catalogueSpecs, loadRequirements } from '../../../suites/catalogue.ts';
import { VENDORS } from '../../../vendors/slugs.ts';
import { UsageError } from '../../errors.ts';
import { ROLES } from '../../model/words.ts';
import { anyGlob } from '../../text/glob.ts';
import { didYouMean } from '../../text/nearest.ts';
import { flag, type Io, type OptionValues, text, texts } from '../command-spec.ts';
import { KNOWLEDGE } from '../knowledge.ts';

/** One line for a person, one object for a program. */
interface Row {
  readonly line: string;
  readonly value: unknown;
}

/** Each specification once, whatever the number of suites that judge by it. */
function specs(): Row[] {
  return [...new Set(KNOWLEDGE.suites.map((suite) => suite.spec))].map((spec) => {
    const judged = new Set(KNOWLEDGE.suites.filter((suite) => suite.spec === spec).flatMap((suite) => suite.roles));
    const roles = ROLES.filter((role) => judged.has(role));
    return { line: `${spec.padEnd(18)}${roles.join(', ')}`, value: { spec, roles } };
  });
}

function vendors(): Row[] {
  return VENDORS.map((slug) => ({
    line: `${slug}${KNOWLEDGE.defaultVendors.includes(slug) ? '  (default)' : ''}`,
    value: { vendor: slug, default: KNOWLEDGE.defaultVendors.includes(slug) },
  }));
}

function requirements(options: OptionValues): Row[] {
  const spec = text(options, 'spec');
  const known = catalogueSpecs();
  if (spec !== undefined && !known.includes(spec)) {
    throw new UsageError(
      'unknown-spec',
      `there is no catalogue of "${spec}"${didYouMean(spec, known)}`,
      `known are ${known.join(', ')}`,
    );
  }
  const only = texts(options, 'only');
  const wanted = only.length === 0 ? () => true : anyGlob(only);
  return (spec === undefined ? known : [spec])
    .flatMap((name) => loadRequirements(name))
    .filter((row) => wanted(row.id))
    .map((row) => ({
      line: `${row.id.padEnd(14)} ${row.grade.padEnd(5)} ${row.keyword.padEnd(10)} ${row.level.padEnd(10)} ${row.statement}`,
      value: row,
    }));
}

async function cases(words: readonly string[], options: OptionValues, io: Io): Promise<Row[]> {
  const [{ planAll }, { requestOf }, { loadCorpus }] = await Promise.all([
    import('../../run/run.ts'),
    import('../request.ts'),
    import('../../run/corpus.ts'),
  ]);
  // A plan needs a command's role and declarations, never the command: `list cases` starts nothing.
  const request = await requestOf(
    words.length > 0 || text(options, 'config') !== undefined ? words : ['true'],
    options,
    io,
  );
  const plans = await planAll(request, KNOWLEDGE, loadCorpus);
  return plans
    .flatMap((planned) => planned.editions.flatMap((edition) => edition.selection.cases))
    .map((one) => ({
      line: one.id,
      value: {
        id: one.id,
        title: one.title,
        vendor: one.vendor ?? null,
        event: one.event ?? null,
        requirements: one.requirements,
      },
    }));
}

async function fixtures(options: OptionValues): Promise<Row[]> {
  const wanted = texts(options, 'vendor').map((name) => KNOWLEDGE.vendorSlug(name));
  const hows = texts(options, 'how');
  const events = texts(options, 'event');
  const chosen = wanted.length === 0 ? VENDORS : wanted;
  const [{ loadCorpus }, { eventsNamed, eventNames }] = await Promise.all([
    import('../../run/corpus.ts'),
    import('../../../vendors/vendor.ts'),
  ]);
  for (const word of events) {
    if (chosen.some((slug) => eventsNamed(slug, word).length > 0)) continue;
    const known = [...new Set(chosen.flatMap((slug) => eventNames(slug)))];
    throw new UsageError('unknown-event', `no such event: ${word}${didYouMean(word, known)}`);
  }
  const corpus = await loadCorpus(chosen, { variants: true });
  return chosen
    .flatMap((vendor) => corpus.fixtures(vendor))
    .filter(
      (fixture) =>
        (hows.length === 0 || hows.includes(fixture.how)) &&
        (events.length === 0 || events.some((word) => eventsNamed(fixture.vendor, word).includes(fixture.event))),
    )
    .map((fixture) => ({
      line: `${fixture.name.padEnd(56)} ${fixture.event.padEnd(24)} ${fixture.how.padEnd(16)} ${fixture.vendor_version ?? ''}`.trimEnd(),
      value: {
        name: fixture.name,
        vendor: fixture.vendor,
        vendor_version: fixture.vendor_version,
        event: fixture.event,
        how: fixture.how,
        date: fixture.date,
        delivery: fixture.delivery,
      },
    }));
}

/** What the agent of the scenario drive is told to play: the document that it gets on stdin. */
async function scenarioRows(options: OptionValues): Promise<Row[]> {
  // Not with the command: it brings the vendors' facts, which no other list needs.
  const { scenarios } = await import('../../../suites/scenarios.ts');
  const only = texts(options, 'only');
  const wanted = only.length === 0 ? () => true : anyGlob(only);
  return scenarios()
    .filter(({ name }) => wanted(name))
    .map(({ name, says, steps }) => ({
      line: `${name.padEnd(16)}${says}`,
      value: { scenario: name, says, steps },
    }));
}

const LISTS = ['specs', 'vendors', 'requirements', 'cases', 'fixtures', 'scenarios'] as const;

/** `hookconf list [what]`. */
export async function list(words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const [what = 'specs', ...command] = words;
  if ((LISTS as readonly string[]).includes(what) && what !== 'cases' && command.length > 0) {
    throw new UsageError(
      'list-words',
      `hookconf list ${what} takes no further words, and was given "${command.join(' ')}"`,
      what === 'requirements' || what === 'scenarios' ? 'choose with --only' : 'leave them out',
    );
  }
  const rows = async (): Promise<Row[]> => {
    switch (what) {
      case 'specs':
        return specs();
      case 'vendors':
        return vendors();
      case 'requirements':
        return requirements(options);
      case 'cases':
        return cases(command, options, io);
      case 'fixtures':
        return fixtures(options);
      case 'scenarios':
        return scenarioRows(options);
      default:
        throw new UsageError(
          'unknown-list',
          `there is no list of "${what}"${didYouMean(what, LISTS)}`,
          `known are ${LISTS.join(', ')}`,
        );
    }
  };
  const found = await rows();
  io.out(
    flag(options, 'json')
      ? `${JSON.stringify(
          found.map((row) => row.value),
          null,
          2,
        )}\n`
      : found.map((row) => `${row.line}\n`).join(''),
  );
  return 0;
}
