/** Short texts about payloads and answers, for tables and messages. */
import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject } from '../../harness/model/json.ts';
import type { End, SpawnObservation, TreePaths } from '../../harness/model/observation.ts';
import { assertNever } from '../../harness/model/words.ts';
import type { Answer } from '../../vendors/answer.ts';
import { canonicalToolsOf, nativeTool, partOf } from '../../vendors/vendor.ts';

function cut(text: string, length: number): string {
  // Only the beginning is looked at: a subject may have printed megabytes.
  const line = text
    .slice(0, length * 8)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** The most telling string of a tool's input. */
function gist(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return '';
  for (const name of ['command', 'file_path', 'path', 'filePath', 'url', 'query', 'pattern', 'prompt', 'text']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return Object.values(input).find((value) => typeof value === 'string') ?? '';
}

/** What a payload is about: the tool and its input, or the prompt, or the event alone. */
export function scenarioOf(fixture: Fixture): string {
  const tool = canonicalToolsOf(fixture)[0] ?? nativeTool(fixture);
  if (tool !== undefined) return cut(`${tool} ${gist(partOf(fixture, 'toolInput'))}`, 60);
  const prompt = partOf(fixture, 'prompt');
  if (typeof prompt === 'string') return cut(`prompt ${prompt}`, 60);
  return fixture.scenario ?? fixture.event;
}

export function endText(end: End): string {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code}`;
    case 'signal':
      return `killed by ${end.signal}`;
    case 'timeout':
      return 'still running';
    case 'not-started':
      return 'not started';
    default:
      return assertNever(end);
  }
}

/** The line of a stack trace that says what went wrong; the rest names places on one machine. */
function gistOfTrace(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const trace = lines.some((line) => /^Traceback |^\s+at |^\s+File "/.test(line));
  return trace ? (lines.find((line) => /^[\w.]*(Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? '') : text;
}

/** What the hook answered, in a few words: the end, then what it printed. Folders of the run are called by their names. */
export function answerText({ end, stdout: out, stderr: err }: Answer, tree?: TreePaths): string {
  const places = tree === undefined ? [] : (['project', 'home', 'tmp', 'root'] as const);
  const named = (text: string): string =>
    places.reduce((rest, place) => rest.replaceAll(tree?.[place] ?? '', `<${place}>`), text);
  const stdout = named(out);
  const stderr = named(gistOfTrace(err));
  const parts = [endText(end)];
  if (stdout.trim() !== '') parts.push(`stdout ${cut(stdout, 70)}`);
  if (stderr.trim() !== '' && stdout.trim() === '') parts.push(`stderr ${cut(stderr, 50)}`);
  return parts.join(', ');
}

/** Seconds or milliseconds as a person says them. */
export function duration(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms)} ms`;
}

/** What a spawn answered, decoded as UTF-8. */
export function answerOf(spawn: SpawnObservation): Answer {
  return { end: spawn.end, stdout: spawn.stdout.bytes.toString('utf8'), stderr: spawn.stderr.bytes.toString('utf8') };
}
