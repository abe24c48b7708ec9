import { findErratum } from '../../suites/errata.ts';
import { CROSSWALK_SPECS, type EventRegistry, registry } from '../../suites/registries.ts';
import { table } from './markdown.ts';

const TITLES = {
  'hook-interchange': 'Hook Interchange',
  'agent-hooks': 'Agent Hooks',
  openhook: 'OpenHook',
  'agent-payloads': 'agent-payloads',
  'base-coat': 'Base Coat',
} as const;

function cited(ids: readonly string[]): string {
  return ids.map((id) => `[${id}](errata.md#${anchor(id)})`).join(', ');
}

/** The anchor that Markdown renderers make of an erratum's heading. */
function anchor(id: string): string {
  const title = `${id} ${findErratum(id)?.title ?? ''}`;
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function moments(): string {
  return table(
    ['moment', ...CROSSWALK_SPECS.map((spec) => TITLES[spec])],
    registry('crosswalk').moments.map((moment) => [
      moment.moment,
      ...CROSSWALK_SPECS.map((spec) => moment[spec].map((name) => `\`${name}\``).join(', ') || '–'),
    ]),
  );
}

function native({ events, providers }: EventRegistry): string {
  const rows = registry('crosswalk').moments.flatMap((moment) =>
    moment['hook-interchange'].map((name) => {
      const cells = events.find((event) => event.name === name)?.cells ?? {};
      return [
        `\`${name}\``,
        ...providers.map(({ slug }) => {
          const cell = cells[slug];
          return (cell?.upstream ?? cell?.seed ?? []).map((event) => `\`${event}\``).join(', ') || '–';
        }),
      ];
    }),
  );
  return table(['canonical', ...providers.map(({ slug }) => slug)], rows);
}

/** docs/crosswalk.md */
export function crosswalkDocument(): string {
  const { moments: entries, topics } = registry('crosswalk');
  return [
    '# The five specifications side by side',
    '',
    'Generated from the registries by `npm run docs`; edit `registries/crosswalk.yaml` and the tables that it draws on.',
    '`hookconf explain <id>` shows, for one requirement, what the others say of the same thing.',
    '',
    '## Moments',
    '',
    'What each calls a moment in the life of an agent. A dash: no word for it.',
    '',
    moments(),
    '',
    'Where they do not mean the same:',
    '',
    ...entries.flatMap(({ moment, conflict, errata }) =>
      conflict === undefined
        ? []
        : [`- **${moment}**: ${conflict}${errata === undefined ? '' : ` (${cited(errata)})`}`],
    ),
    '',
    '## Native names of those moments',
    '',
    'The event table of Hook Interchange, newest text. What the vendors have beyond it stands in',
    '[the errata](errata.md#where-todays-vendors-differ-from-the-tables).',
    '',
    native(registry('events')),
    '',
    '## Questions',
    '',
    ...topics.flatMap((topic) => [
      `### ${topic.topic[0]?.toUpperCase()}${topic.topic.slice(1)}`,
      '',
      table(
        ['specification', 'says', 'requirements'],
        CROSSWALK_SPECS.map((spec) => [
          TITLES[spec],
          topic.says[spec].text,
          topic.says[spec].requirements.join(', ') || '–',
        ]),
      ),
      '',
      `${topic.conflict}${topic.errata === undefined ? '' : ` (${cited(topic.errata)})`}`,
      '',
    ]),
  ].join('\n');
}
