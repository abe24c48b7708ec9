import type { ClaudeCodePayloads, PayloadField, Registries } from '../registries.ts';
import type { TableRow } from '../table-rows.ts';

type Tables = Pick<Registries, 'claude-code-payloads'>;

function typeText(field: PayloadField): string {
  const list = field.type?.match(/^array of (\w+)$/)?.[1];
  const type = list === undefined ? `of type ${field.type}` : `an array of ${list}`;
  const note = field.note === undefined ? '' : ` (${field.note})`;
  return `${field.optional === true ? 'absent or ' : ''}${type}${note}`;
}

/** Where a recorded payload differs, the row judges the seed's fixture set and says what the recorded one has. */
function fieldTemplate(field: PayloadField): string {
  if (field.values !== undefined) return 'field-values';
  return field.recorded === undefined ? 'field-type' : 'field-type-recorded';
}

function eventRows({ events }: ClaudeCodePayloads): TableRow[] {
  return events.flatMap((entry): TableRow[] => {
    const { read, name, async, matcher } = entry.requirements;
    const values = {
      event: entry.event,
      section: entry.section,
      reader: entry.reader,
      read: read ?? '',
      alternatives: (entry.matchers ?? []).join(', '),
    };
    const matched = (entry.matchers ?? []).length === 0 ? 'matcher-none' : 'matcher-list';
    const own: (readonly [string | undefined, string])[] = [
      [read, 'event-read'],
      [name, 'event-name'],
      [async, entry.async ? 'async' : 'sync'],
      [matcher, matched],
    ];
    return [
      ...own.flatMap(([id, template]) => (id === undefined ? [] : [{ id, template, values }])),
      ...entry.fields.map((field) => ({
        id: field.requirement,
        template: fieldTemplate(field),
        values: {
          ...values,
          field: field.name,
          type: typeText(field),
          values: (field.values ?? []).join(', '),
          recorded: field.recorded ?? '',
        },
      })),
    ];
  });
}

function members(shape: Readonly<Record<string, string>>): string {
  return Object.entries(shape)
    .map(([name, type]) => `${name}:${type}`)
    .join(',');
}

function toolRows({ tools }: ClaudeCodePayloads): TableRow[] {
  return tools.flatMap((entry): TableRow[] => {
    const required = members(entry.required);
    const optional = members(entry.optional);
    const shape =
      entry.any === true
        ? 'any object'
        : (required === '' ? 'no required members' : required) +
          (optional === '' ? '' : `, and optionally ${optional}`);
    const values = {
      tool: entry.tool,
      shape,
      input: entry.requirements.input,
      recorded: entry.recorded ?? '',
    };
    return [
      {
        id: entry.requirements.input,
        template: entry.recorded === undefined ? 'tool-input' : 'tool-input-recorded',
        values,
      },
      { id: entry.requirements.handled, template: 'tool-handled', values },
    ];
  });
}

function statusLine({ statusLine: fields }: ClaudeCodePayloads): TableRow[] {
  return fields.map((field) => ({
    id: field.requirement,
    template: 'status-line',
    values: { field: field.name, type: `${field.type}${field.note === undefined ? '' : ` (${field.note})`}` },
  }));
}

/** Every row of agent-payloads that follows from a table. */
export function tableRows(tables: Tables): TableRow[] {
  const payloads = tables['claude-code-payloads'];
  return [...eventRows(payloads), ...toolRows(payloads), ...statusLine(payloads)];
}
