/** The failure matrix: what a hook meets when something before it broke. Each is an observation with its outcome. */
import type { SpawnPlan, Stdin } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject, JsonValue } from '../../harness/model/json.ts';
import { at, isObject } from '../../harness/model/json.ts';
import { stdinOf } from '../../vendors/payload-case.ts';
import { withExtraInput, withValue } from '../../vendors/payload-edit.ts';
import { readPayloadSchema } from '../../vendors/payload-schema.ts';
import { nativeEventOf, partsOf, vendor } from '../../vendors/vendor.ts';

export interface BrokenInput {
  readonly id: string;
  /** For the outcome table. */
  readonly label: string;
  readonly stdin: Stdin;
  readonly env?: Readonly<Record<string, string>>;
  /** What is wrong with its surroundings, which the harness makes. */
  readonly spawn?: Pick<SpawnPlan, 'stdoutClosed' | 'projectReadOnly'>;
  /** A text in it that no error message may repeat, and where it stands. */
  readonly canary?: { readonly value: string; readonly field: string };
  /** A command in it makes a file, should it ever run. */
  readonly marker?: boolean;
  /** Still a payload that the vendor may send: a hook must answer it like any other. */
  readonly sound?: boolean;
}

/** A text where an object belongs; long and odd enough to be found again in an error message. */
const WRONG_TYPE = 'a text where an object belongs, orchid-7731-quince';

/** A file that only a shell makes to which a part of the payload was given. */
export const SHELL_MARKER = 'orchid-7731-shell';

const run = `touch ${SHELL_MARKER}`;
/** Runs in a shell however it gets there: bare, within either kind of quotes, as a line of its own. */
const SHELL_SYNTAX = `ls $(${run}) \`${run}\`; ${run}; '; ${run}; ' "; ${run}; "\n${run}\n`;

/** The payload with shell syntax in every text of its tool input and its prompt; undefined where it has neither. */
function inShellSyntax(fixture: Fixture, payload: JsonValue): JsonValue | undefined {
  const whole = (value: unknown): JsonValue => {
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          typeof item === 'string' ? SHELL_SYNTAX : (item as JsonValue),
        ]),
      );
    if (typeof value !== 'string' || !value.startsWith('{')) return SHELL_SYNTAX;
    try {
      return JSON.stringify(whole(JSON.parse(value)));
    } catch {
      return SHELL_SYNTAX;
    }
  };
  const parts = (['toolInput', 'prompt'] as const).flatMap((part) =>
    partsOf(fixture.vendor, fixture.event, payload, part),
  );
  if (parts.length === 0) return undefined;
  return parts.reduce((sent, { pointer, value }) => withValue(sent, pointer, whole(value)), payload);
}

/** A folder that no program can make, whoever runs it: its parent is no folder. */
const NOWHERE = '/dev/null/home';

function bytes(text: string | Buffer): Stdin {
  return { kind: 'bytes', bytes: Buffer.from(text) };
}

/** Members that not every payload of the event has, as far as the corpus shows. */
function without(payload: JsonValue, names: readonly string[]): JsonValue {
  return names.reduce<JsonValue>((value, name) => withValue(value, `/${name}`, undefined), payload);
}

const OPTIONAL = ['transcript_path', 'permission_mode', 'tool_use_id', 'prompt_id', 'effort', 'timestamp', 'model'];

/** Those of them that the vendor doesn't promise for every payload of the event. */
function optionalOf({ vendor: slug, event }: Fixture): readonly string[] {
  const required = readPayloadSchema(slug, event, nativeEventOf(slug, event))?.required ?? [];
  return OPTIONAL.filter((name) => !required.includes(name));
}

/** Broken and unusual forms of a payload. `huge` adds the 10 MB one, which is worth its time once a run. */
export function brokenInputs(
  fixture: Fixture,
  payload: JsonValue,
  unknownTool: string,
  huge: boolean,
): readonly BrokenInput[] {
  const text = JSON.stringify(payload);
  const part = (name: 'toolInput' | 'toolName'): string | undefined =>
    partsOf(fixture.vendor, fixture.event, payload, name)[0]?.pointer;
  const input = part('toolInput');
  const tool = part('toolName');
  const given = partsOf(fixture.vendor, fixture.event, payload, 'toolInput')[0]?.value;
  const as = (value: JsonValue): Stdin => stdinOf(fixture, value);
  const broken = (value: JsonValue): Stdin => stdinOf(fixture, value, 'broken');
  const named = vendor(fixture.vendor).namedBy.find((pointer) => typeof at(payload, pointer) === 'string');
  const hostile = inShellSyntax(fixture, payload);
  const cells: (BrokenInput | undefined)[] = [
    { id: 'empty', label: 'empty stdin', stdin: { kind: 'empty' } },
    { id: 'cut-off', label: 'JSON that is cut off', stdin: bytes(text.slice(0, Math.floor(text.length / 2))) },
    { id: 'array', label: 'an array instead of an object', stdin: bytes('[]\n') },
    { id: 'null', label: 'null instead of an object', stdin: bytes('null\n') },
    {
      id: 'not-utf-8',
      label: 'bytes that are not UTF-8',
      stdin: bytes(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from('"}')])),
    },
    input === undefined
      ? undefined
      : {
          id: 'wrong-type',
          label: 'a tool input of another type',
          stdin: broken(withValue(payload, input, typeof given === 'string' ? 42 : WRONG_TYPE)),
          ...(typeof given === 'string' ? {} : { canary: { value: WRONG_TYPE, field: input } }),
        },
    input === undefined
      ? undefined
      : { id: 'no-input', label: 'no tool input', stdin: broken(withValue(payload, input, undefined)) },
    named === undefined
      ? undefined
      : {
          id: 'unknown-event',
          label: 'an event that is unknown',
          stdin: broken(withValue(payload, named, 'AnEventOfTomorrow')),
          sound: true,
        },
    tool === undefined
      ? undefined
      : {
          id: 'unknown-tool',
          label: 'a tool that is unknown',
          stdin: as(withValue(payload, tool, unknownTool)),
          sound: true,
        },
    {
      id: 'unknown-fields',
      label: 'members that are unknown',
      stdin: as(isObject(payload) ? { ...(payload as JsonObject), new_member: { deep: [1, null, 'x'] } } : payload),
      sound: true,
    },
    {
      id: 'no-optional',
      label: 'without its optional members',
      stdin: as(without(payload, optionalOf(fixture))),
      sound: true,
    },
    {
      id: 'one-megabyte',
      label: 'a payload of 1 MB',
      stdin: as(withExtraInput(fixture, payload, 'description', 'x'.repeat(1_000_000))),
      sound: true,
    },
    huge
      ? {
          id: 'ten-megabytes',
          label: 'a payload of 10 MB',
          stdin: as(withExtraInput(fixture, payload, 'description', 'x'.repeat(10_000_000))),
          sound: true,
        }
      : undefined,
    {
      id: 'unicode',
      label: 'Unicode of all kinds',
      stdin: as(
        withExtraInput(
          fixture,
          payload,
          'description',
          'e\u0301 \u200d \u202e \u0000 \ud83d\ude80 \u2028 \ufffd 漢字 ﷽',
        ),
      ),
      sound: true,
    },
    hostile === undefined
      ? undefined
      : { id: 'shell-syntax', label: 'a payload full of shell syntax', stdin: as(hostile), sound: true, marker: true },
    {
      id: 'no-home',
      label: 'a HOME that does not exist',
      stdin: as(payload),
      env: { HOME: NOWHERE, USERPROFILE: NOWHERE },
      sound: true,
    },
    {
      id: 'closed-stdout',
      label: 'a stdout that nobody reads',
      stdin: as(payload),
      spawn: { stdoutClosed: true },
      sound: true,
    },
    {
      id: 'read-only',
      label: 'a project folder that is read-only',
      stdin: as(payload),
      spawn: { projectReadOnly: true },
      sound: true,
    },
    { id: 'c-locale', label: 'the C locale', stdin: as(payload), env: { LC_ALL: 'C', LANG: 'C' }, sound: true },
  ];
  return cells.filter((cell) => cell !== undefined);
}
