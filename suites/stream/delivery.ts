/** What is worth saying of the way in which events are handed over; no specification of events states it. Pure. */
import { isObject } from '../../harness/model/json.ts';
import type { RequestObservation } from '../../harness/model/observation.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { registry } from '../registries.ts';
import type { LineRemark } from './lines.ts';
import { shown } from './verdicts.ts';

type Delivery = Extract<LineRemark, { kind: 'delivery' }>;

const remark = (id: Delivery['id'], message: string): readonly Delivery[] => [{ kind: 'delivery', id, message }];

/** Names under which JSON Lines are known; none of them is registered. */
const LINES = /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-seq)$|\+(jsonl|ndjson|json-seq)$/;
const ONE = /^application\/json$|\+json$/;
/** The types of this specification (Agent Hooks, appendix G): one event, and one event a line. */
const OWN = ['application/vnd.agent-hooks.event+json', 'application/vnd.agent-hooks.stream+jsonl'];

export const mediaType = ({ headers }: RequestObservation): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether the media type of a body says what it is: one JSON document, or `documents` on lines. */
export function mediaRemarks(request: RequestObservation, documents: number, list: boolean): readonly Delivery[] {
  const type = mediaType(request);
  const is = list ? 'a list of events' : documents > 1 ? 'several events on lines' : 'one event';
  const wrong = (fix: string): readonly Delivery[] =>
    remark('HC-MEDIA-TYPE', `${is} came as ${type === '' ? 'no media type at all' : shown(type)}; ${fix}`);
  if (type.startsWith('application/vnd.agent-hooks.') && !OWN.includes(type))
    return wrong(`the types of Agent Hooks are ${OWN.join(' and ')}`);
  if (type === OWN[0] && (list || documents > 1)) return wrong('that is the type of one event');
  if (type === 'application/cloudevents+json' && list) return wrong('a batch is application/cloudevents-batch+json');
  if (type === 'application/cloudevents-batch+json' && !list) return wrong('one is application/cloudevents+json');
  if (list) return ONE.test(type) ? [] : wrong('send application/json');
  if (documents > 1) return LINES.test(type) ? [] : wrong(`send ${OWN[1]} or application/x-ndjson`);
  return ONE.test(type) || LINES.test(type) ? [] : wrong(`send ${OWN[0]} or application/json`);
}

/** What CloudEvents 1.0 requires of an envelope, in its JSON format or, in binary mode, in headers. */
const ATTRIBUTES = ['id', 'source', 'type'];

/** Names of events that mean the same wherever they stand. */
const EVENTS: ReadonlySet<string> = new Set(registry('agent-hooks-events').events.map(({ event }) => event));
/** Names of vendors that stand in a source; the three that are called Copilot aren't told apart. */
const TOOLS: ReadonlySet<string> = new Set(['copilot', 'copilot-vscode', ...VENDORS]);
const family = (tool: string): string => (tool.includes('copilot') ? 'copilot' : tool);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether an envelope's type, with whatever prefix, is the name of another event than the one inside. A name of its own is none. */
function isOtherType(outer: string, inner: string): boolean {
  const own = inner.split('.');
  const tail = outer.split('.').slice(-own.length);
  const other = tail.join('.');
  if (other === inner) return false;
  return EVENTS.has(other) || (own.length === 2 && tail.length === 2 && tail.some((part, at) => part === own[at]));
}

/** Whether a source names another vendor than `inner`; false where either names none that is known. */
export function isOtherSource(outer: string, inner: string): boolean {
  if (!TOOLS.has(inner)) return false;
  const named = outer.split(/[/:?#=&]+/).filter((part) => TOOLS.has(part));
  return named.length > 0 && !named.some((tool) => family(tool) === family(inner));
}

/** Where an envelope says something else than the event in it; who routes by the one acts on the other. */
function contradictions(value: Readonly<Record<string, unknown>>, prefix: string, event: unknown): readonly string[] {
  if (!isObject(event)) return [];
  const { event_type: named, type, source } = event;
  const inner = { type: textOf(named) ?? textOf(type), source: textOf(isObject(source) ? source['tool'] : source) };
  const outer = { type: textOf(value[`${prefix}type`]), source: textOf(value[`${prefix}source`]) };
  const differs = (name: 'type' | 'source', is: (outer: string, inner: string) => boolean): readonly string[] => {
    const [around, inside] = [outer[name], inner[name]];
    return around !== undefined && inside !== undefined && is(around, inside)
      ? [`${prefix}${name} ${shown(around)} around an event whose own is ${shown(inside)}`]
      : [];
  };
  return [...differs('type', isOtherType), ...differs('source', isOtherSource)];
}

function attributeRemarks(
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  event: unknown,
): readonly Delivery[] {
  const version = value[`${prefix}specversion`];
  const wrong = version === '1.0' ? [] : [`${prefix}specversion ${shown(version)} where it must be "1.0"`];
  const lacking = ATTRIBUTES.map((name) => `${prefix}${name}`).filter((name) => {
    const given = value[name];
    return typeof given !== 'string' || given.trim() === '';
  });
  const faults = [...wrong, ...lacking.map((name) => `no ${name}`), ...contradictions(value, prefix, event)];
  if (faults.length === 0) return [];
  return remark(
    'HC-CLOUDEVENT',
    `a CloudEvents envelope has ${faults.join(', ')}; receivers may refuse the event or take it for another`,
  );
}

/** Of the envelope around an event in structured mode; nothing where the document is none. */
export function envelopeRemarks(document: unknown, event: unknown): readonly Delivery[] {
  return isObject(document) && Object.hasOwn(document, 'specversion') ? attributeRemarks(document, '', event) : [];
}

/** Of the headers around an event in binary mode; nothing where there are none. */
export function headerRemarks({ headers }: RequestObservation, event: unknown): readonly Delivery[] {
  return Object.keys(headers).some((name) => name.startsWith('ce-')) ? attributeRemarks(headers, 'ce-', event) : [];
}
