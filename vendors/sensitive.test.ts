import { describe, expect, test } from 'vitest';
import type { Fixture } from '../harness/model/corpus.ts';
import { escapeToken } from '../harness/model/json.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { readPayloadSchema, readToolsSchema } from './payload-schema.ts';
import { places } from './pointers.ts';
import { sensitive, sensitivePatterns, sensitivePlaces, sensitivePlacesOf, silentPlacesOf } from './sensitive.ts';
import { VENDORS } from './slugs.ts';
import { eventNames, nativeEventOf, vendor } from './vendor.ts';
import type { PayloadSchema } from './walk-schema.ts';

const corpus = await loadCorpus(VENDORS, { variants: true });
/** What the recorder planted, and is sensitive wherever it turns up. */
const PLANTED = /[A-Z]+-?CANARY|CANARY-/;

function planted(value: unknown, pointer = ''): string[] {
  if (typeof value === 'string') return PLANTED.test(value) ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => planted(item, `${pointer}/${escapeToken(key)}`));
}

/** Members whose names say that a text in them is somebody's: what was asked, run, read, answered, and who did it. */
const TELLING =
  /^(?:prompt|initial_?prompt|transformed_?prompt|user_prompt|command|command_line|stdout|stderr|content|file_text|text|message|last_assistant_message|user_?email|email|apiKey|api_key|old_str(?:ing)?|new_str(?:ing)?|oldString|newString|summary|transcript_path|transcriptPath|agent_transcript_path|custom_?instructions)$/i;
/** Members of a schema that tell it, besides. */
const TELLING_TOO =
  /^(?:url|tcp|title|output|result|error|error_?message|error_?details|permission_?suggestions|attachments|(?:old|new)_line|task|delta|arguments|args|tool_?(?:input|output|response|args))$/i;
/** The name of a slash command of OpenCode; the word by which Qwen Code calls an error; paths alone. */
const NOT_TELLING = [/\/input\/command$/, /^StopFailure \/error$/, / \/attachments$/];
/** A status has a message where a model is asked again, which no recording shows. */
const ONLY_AT_TIMES = ['event.session.status'];

/** The members of a schema that may hold any text, and whose names are telling. */
function tellingMembers(schema: PayloadSchema | undefined, at = ''): string[] {
  if (schema === undefined) return [];
  const { properties, items, anyOf = [], allOf = [] } = schema;
  const below = [
    ...[...anyOf, ...allOf].flatMap((one) => tellingMembers(one, at)),
    ...(items === undefined ? [] : tellingMembers(items, `${at}/*`)),
    ...Object.entries(properties ?? {}).flatMap(([member, inner]) =>
      tellingMembers(inner, `${at}/${escapeToken(member)}`),
    ),
  ];
  const name = at.split('/').findLast((member) => member !== '*') ?? '';
  const types = [schema.type ?? ['string']].flat();
  const free = schema.const === undefined && schema.enum === undefined && schema['x-known-values'] === undefined;
  const holds =
    free && properties === undefined && items === undefined && types.some((type) => /string|object|array/.test(type));
  return holds && (TELLING.test(name) || TELLING_TOO.test(name)) ? [at, ...below] : below;
}

/** The texts of a payload whose members are telling. */
function telling(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = `${pointer}/${escapeToken(key)}`;
    if (typeof item !== 'string') return telling(item, at);
    return TELLING.test(key) && item !== '' && !NOT_TELLING.some((one) => one.test(at)) ? [at] : [];
  });
}

/** Whether a schema knows a member, `*` being any index or member. */
function knows(schema: PayloadSchema | undefined, [member, ...rest]: readonly string[]): boolean {
  if (schema === undefined) return false;
  if (member === undefined) return true;
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return parts.some(({ properties, items, type }) => {
    if (member === '*') return items === undefined ? type === 'array' || type === 'object' : knows(items, rest);
    // What such an object has is left open: nobody has seen all of its forms.
    if (type === 'object' && properties === undefined) return true;
    const inner = properties !== undefined && Object.hasOwn(properties, member) ? properties[member] : undefined;
    return inner !== undefined && (Object.keys(inner).length === 0 || knows(inner, rest));
  });
}

/** Whether the schema of the event, or of a tool whose call it is about, knows the members of a pattern. */
function isKnown(slug: string, event: string, pattern: string): boolean {
  const facts = nativeEventOf(slug, event);
  if (knows(readPayloadSchema(slug, event, facts), pattern.split('/').slice(1))) return true;
  const tools = Object.values(readToolsSchema(slug)?.properties ?? {});
  return (['toolInput', 'toolResult'] as const).some((part) =>
    [...(facts?.payload?.[part] ?? []), ...(vendor(slug).payload[part] ?? [])].some((pointer) => {
      if (!pattern.startsWith(`${pointer}/`)) return false;
      const rest = pattern.slice(pointer.length + 1).split('/');
      return tools.some((tool) => knows(tool.properties?.[part === 'toolInput' ? 'input' : 'result'], rest));
    }),
  );
}

describe.each(VENDORS)('%s', (slug) => {
  test('names only events that the vendor has', () => {
    for (const event of Object.keys(sensitive(slug).events)) {
      expect([event, nativeEventOf(slug, event) !== undefined]).toEqual([event, true]);
    }
  });

  test('says of every event what it carries, or that it carries nothing', () => {
    const { events, nothing = [], everywhere } = sensitive(slug);
    const said = [...Object.keys(events), ...nothing];
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((event) => nativeEventOf(slug, event) === undefined)).toEqual([]);
    // What stands in every event is said of all.
    if (Object.keys(everywhere).length > 0) expect(nothing).toEqual([]);
    else expect(eventNames(slug).filter((event) => !said.includes(event))).toEqual([]);
  });

  test('every text that was planted when recording is known to be sensitive', () => {
    for (const fixture of corpus.fixtures(slug)) {
      const known = new Set(sensitivePlacesOf(fixture).map(({ pointer }) => pointer));
      expect([fixture.name, planted(fixture.stdin).filter((pointer) => !known.has(pointer))]).toEqual([
        fixture.name,
        [],
      ]);
    }
  });

  test('every pattern finds something in a payload of its event, or names a member that its schemas know', () => {
    const lost = Object.keys(sensitive(slug).events).flatMap((event) => {
      const fixtures = corpus.fixtures(slug).filter((one) => one.event === event);
      const { events } = sensitive(slug);
      return Object.values(events[event] ?? {})
        .flat()
        .filter((pattern) => !fixtures.some((one) => places(one.stdin, pattern).length > 0))
        .filter((pattern) => !isKnown(slug, event, pattern))
        .map((pattern) => `${event} ${pattern}`);
    });
    expect(lost).toEqual([]);
  });

  test('what the inputs of tools carry is known of a tool, and every place of an input is one of an event', () => {
    const { arguments: all, events } = sensitive(slug);
    if (all === undefined) return;
    const { in: inputs, ...byKind } = all;
    const listed = new Set(Object.values(events).flatMap((own) => own['tool-input'] ?? []));
    expect(inputs.filter((place) => !listed.has(place))).toEqual([]);
    const tools = Object.values(readToolsSchema(slug)?.properties ?? {});
    const payloads = corpus.fixtures(slug).map(({ stdin }) => stdin);
    const lost = Object.values(byKind)
      .flat()
      .filter((pattern) => !tools.some((tool) => knows(tool.properties?.['input'], pattern.slice(1).split('/'))))
      .filter((pattern) => !payloads.some((one) => inputs.some((place) => places(one, place + pattern).length > 0)));
    expect(lost).toEqual([]);
  });

  test('no event says again what is said of all inputs', () => {
    const { arguments: all, events } = sensitive(slug);
    const inputs = all?.in.filter((place) => place !== '') ?? [];
    const again = Object.values(events).flatMap((own) =>
      Object.values(own)
        .flat()
        .filter((pattern) => inputs.some((place) => pattern.startsWith(`${place}/`))),
    );
    expect(again).toEqual([]);
  });

  test('what a member is called tells that it is sensitive, wherever it stands', () => {
    const open = corpus.fixtures(slug).flatMap((fixture) => {
      const known = new Set(sensitivePlacesOf(fixture).map(({ pointer }) => pointer));
      const files = sensitive(slug).files.transcript;
      const missed = telling(fixture.stdin).filter((pointer) => !known.has(pointer) && !files.includes(pointer));
      return missed.map((pointer) => `${fixture.event} ${pointer}`);
    });
    expect([...new Set(open)]).toEqual([]);
  });

  test('what a member that the schemas know is called tells it too, whether a payload of the corpus has it or not', () => {
    const files = sensitive(slug).files.transcript;
    const open = eventNames(slug).flatMap((event) => {
      const patterns = sensitivePatterns(slug, event).map(([, pattern]) => pattern);
      const listed = (at: string): boolean =>
        files.includes(at) || patterns.some((one) => `${at}/`.startsWith(`${one}/`) || one.startsWith(`${at}/`));
      return tellingMembers(readPayloadSchema(slug, event, nativeEventOf(slug, event)))
        .filter((at) => !listed(at) && !NOT_TELLING.some((one) => one.test(`${event} ${at}`)))
        .map((at) => `${event} ${at}`);
    });
    expect(open).toEqual([]);
  });

  test('no event of which recordings exist has only patterns that find nothing', () => {
    for (const event of Object.keys(sensitive(slug).events)) {
      const recorded = corpus.fixtures(slug).filter((one) => one.event === event && one.how === 'recorded');
      const patterns = sensitivePatterns(slug, event).map(([, pattern]) => pattern);
      const found =
        recorded.some((one) => patterns.some((pattern) => places(one.stdin, pattern).length > 0)) ||
        ONLY_AT_TIMES.includes(event);
      expect([event, found || recorded.length === 0]).toEqual([event, true]);
    }
  });
});

test('a list or an object stands for every text below it, and marks are left alone', () => {
  const payload = {
    tool_name: 'X',
    tool_input: {},
    tool_response: { content: [{ type: 'text', text: 'secret', n: 1 }] },
  };
  expect(sensitivePlaces('claude-code', 'PostToolUse', payload)).toEqual([
    { pointer: '/tool_response/content/0/text', kind: 'tool-result', value: 'secret' },
  ]);
  expect(sensitivePlaces('claude-code', 'PostToolUse', { tool_response: [{ type: 'text', text: 'a' }] })).toEqual([
    { pointer: '/tool_response/0/text', kind: 'tool-result', value: 'a' },
  ]);
  expect(sensitivePlaces('claude-code', 'Nope', payload)).toEqual([]);
});

test('a call is as sensitive in a batch, and where it failed, as before it', () => {
  const kinds = (event: string, payload: unknown): unknown =>
    sensitivePlaces('claude-code', event, payload).map(({ pointer, kind }) => [pointer, kind]);
  const tool_input = { file_path: 'a.ts', content: 'body' };
  const told = (at: string): unknown => [
    [`${at}/content`, 'file-content'],
    [`${at}/file_path`, 'tool-input'],
  ];
  for (const event of ['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse', 'PostToolUseFailure'])
    expect([event, kinds(event, { tool_input })]).toEqual([event, told('/tool_input')]);
  const batch = { tool_calls: [{ tool_input }] };
  expect(kinds('PostToolBatch', batch)).toEqual(told('/tool_calls/0/tool_input'));
});

test('a text in which nothing stands is told apart, so that it can be filled', () => {
  const stdin = { tool_name: 'Bash', tool_response: { stdout: 'a', stderr: '' } };
  const fixture = { vendor: 'claude-code', event: 'PostToolUse', stdin } as unknown as Fixture;
  expect(sensitivePlacesOf(fixture).map(({ pointer }) => pointer)).toEqual(['/tool_response/stdout']);
  expect(silentPlacesOf(fixture)).toEqual([{ pointer: '/tool_response/stderr', kind: 'tool-result', value: '' }]);
});
