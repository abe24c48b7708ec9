import type { Requirement } from '../../harness/model/requirement.ts';
import { catalogueSpecs, loadRequirements } from '../../suites/catalogue.ts';
import { type Erratum, errata, errataFile, readings, settles } from '../../suites/errata.ts';
import { registry } from '../../suites/registries.ts';
import { eventDifferences } from './differences.ts';
import { table } from './markdown.ts';

const TITLES: Readonly<Record<string, string>> = {
  'agent-hooks': 'Agent Hooks',
  'hook-interchange': 'Hook Interchange Format',
  openhook: 'OpenHook',
  'agent-payloads': 'Claude Code and Codex payloads (agent-payloads)',
  'base-coat': 'Base Coat lifecycle hooks',
};

/** Rows that name an erratum, by grade; ids of one group that follow one another are drawn together. */
function costs(erratum: Erratum, rows: readonly Requirement[]): string {
  const naming = rows.filter((row) => row.errata.includes(erratum.id));
  if (naming.length === 0) return 'No row of the catalogue depends on it.';
  const grades = ['fail', 'warn', 'info'] as const;
  return `${grades
    .map((grade) => ({ grade, ids: naming.filter((row) => row.grade === grade).map((row) => row.id) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ grade, ids }) => `${grade}: ${short(ids)}`)
    .join('; ')}.`;
}

function short(ids: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const at = id.lastIndexOf('-');
    const group = id.slice(0, at);
    groups.set(group, [...(groups.get(group) ?? []), id.slice(at)]);
  }
  return [...groups]
    .map(([group, numbers]) => {
      if (numbers.length > 12) return `${numbers.length} rows of ${group}`;
      return numbers.map((number, index) => (index === 0 ? group + number : number)).join(', ');
    })
    .join(', ');
}

function entry(erratum: Erratum, rows: readonly Requirement[]): string {
  return [
    `### ${erratum.id} ${erratum.title}`,
    '',
    erratum.text,
    '',
    `- **Reading:** ${erratum.reading}`,
    ...(erratum.why === undefined ? [] : [`- **Why:** ${erratum.why}`]),
    `- **Costs:** ${costs(erratum, rows)}`,
    `- **Settled by:** ${settles(erratum)}.`,
    '',
  ].join('\n');
}

function audited(): string {
  const capabilities = registry('capabilities').capabilities.flatMap(({ name, cells }) =>
    Object.entries(cells).flatMap(([vendor, cell]) =>
      cell.audit === undefined ? [] : [[`\`${name}\``, vendor, cell.status, cell.audit]],
    ),
  );
  const blocking = registry('blocking').matrix.flatMap(({ event, cells }) =>
    Object.entries(cells).flatMap(([vendor, cell]) =>
      cell.audit === undefined ? [] : [[`blocking \`${event}\``, vendor, cell.upstream ?? '', cell.audit]],
    ),
  );
  return table(['cell', 'vendor', 'table', "the project's own audit"], [...capabilities, ...blocking]);
}

function payloads(): string {
  const { events, tools } = registry('claude-code-payloads');
  return table(
    ['payload', 'the text', 'recorded (Claude Code 2.1.197)'],
    [
      ...events.flatMap(({ event, fields }) =>
        fields.flatMap((field) =>
          field.recorded === undefined
            ? []
            : [[`${event}.${field.name}`, field.type ?? 'a closed list', field.recorded]],
        ),
      ),
      ...tools.flatMap((tool) =>
        tool.recorded === undefined
          ? []
          : [[`tool_input of ${tool.tool}`, Object.keys(tool.required).join(', '), tool.recorded]],
      ),
    ],
  );
}

/** docs/errata.md */
export function errataDocument(): string {
  const file = errataFile();
  const specs = Object.keys(TITLES);
  const rows = catalogueSpecs().flatMap((spec) => loadRequirements(spec));
  return [
    '# Errata',
    '',
    'Every contradiction and gap of the five texts that a verdict depends on, with the reading that this suite takes, why, what',
    'it costs, and what would settle it. Verdicts cite these ids. Generated from `suites/errata.yaml`, `suites/readings.yaml`',
    'and the registries by `npm run docs`; edit those.',
    '',
    '"The seed" is the text of the edition that [the contract](contract.md) names in section 6, "upstream" the newest text of the',
    'same project. "Checked" means: confirmed by running the source\'s own schema, or by reading its code.',
    '',
    '## How readings are taken',
    '',
    ...file.policy.map((line, index) => `${index + 1}. ${line}`),
    '',
    table(
      ['kind', 'what it is', 'settled by'],
      Object.entries(file.kinds).map(([kind, { what, settles: by }]) => [kind, what, by]),
    ),
    '',
    ...specs.flatMap((spec) => [
      `## ${TITLES[spec]}`,
      '',
      ...errata()
        .filter((erratum) => erratum.spec === spec)
        .map((erratum) => entry(erratum, rows)),
      ...(file.noted[spec] === undefined
        ? []
        : ['Also seen, without consequence for a verdict:', '', ...file.noted[spec].map((line) => `- ${line}`), '']),
    ]),
    '## Where more than one answer passes',
    '',
    'A row of the catalogue that is stricter than one of these yields to it.',
    '',
    ...readings().map((reading) => `- **${reading.id}** (${reading.specs.join(', ')}) ${reading.text}`),
    '',
    "## Where today's vendors differ from the tables",
    '',
    'A converter or an emitter that copes with what the vendor really does never fails for it (E-HIF-46, E-AP-24, R-18).',
    '',
    '### Event names',
    '',
    'The table of Hook Interchange (newest text, else the seed) against `vendors/<vendor>/vendor.yaml`. Names that only the',
    'table has are printed as the table has them.',
    '',
    table(
      ['canonical event', 'vendor', 'only in the table', 'only at the vendor'],
      eventDifferences().map((row) => [
        `\`${row.event}\``,
        row.vendor,
        row.table.join(', ') || '–',
        row.today.join(', ') || '–',
      ]),
    ),
    '',
    '### Capabilities and blocking',
    '',
    'Cells that the newest table still has although the project itself found otherwise (2026-03-31).',
    '',
    audited(),
    '',
    '### Claude Code payloads',
    '',
    payloads(),
    '',
  ].join('\n');
}
