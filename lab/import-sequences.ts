/**
 * Turns what a folder of raw recordings says of the order of events into `fixtures/sessions/courses.yaml`:
 *
 *     npx tsx lab/import-sequences.ts <folder of recordings>
 *
 * `sequences.json` of a vendor lists all that came in a scenario; its `index.json` lists what was kept, repeats left out; a
 * recording may say its own place (`seq_in_scenario`), and then the places of which there is no recording are known as well.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../harness/model/json.ts';

type Courses = Record<string, string[]>;

const LISTED = /^\d+-(?<event>[^-]+(?:\.[^-]+)*)(?:-(?<tool>.+))?\.json$/;
const WIDTH = 118;

function readJson(path: string): unknown {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
}

function step(event: string, tool: unknown): string {
  return typeof tool === 'string' && tool !== '' ? `${event}(${tool})` : event;
}

/** What was kept of each scenario, in order. */
function listed(index: unknown): Courses {
  const courses: Courses = {};
  for (const entry of Array.isArray(index) ? index : []) {
    if (!isObject(entry) || typeof entry['file'] !== 'string' || typeof entry['event'] !== 'string') continue;
    const scenario = String(entry['scenario']);
    courses[scenario] = [
      ...(courses[scenario] ?? []),
      step(entry['event'], LISTED.exec(entry['file'])?.groups?.['tool']),
    ];
  }
  return courses;
}

/** The places that recordings name, `?` between them. */
function placed(folder: string): Courses {
  const courses: Courses = {};
  for (const file of readdirSync(folder).sort()) {
    const one = file.endsWith('.json') ? readJson(join(folder, file)) : undefined;
    if (!isObject(one) || !isObject(one['stdin']) || typeof one['seq_in_scenario'] !== 'number') continue;
    const course = courses[String(one['scenario'])] ?? [];
    course[one['seq_in_scenario'] - 1] = step(String(one['event']), one['tool']);
    courses[String(one['scenario'])] = course;
  }
  for (const course of Object.values(courses)) for (let at = 0; at < course.length; at++) course[at] ??= '?';
  return courses;
}

function linesOf(courses: Courses): string[] {
  return Object.keys(courses)
    .sort()
    .flatMap((scenario) => {
      const lines = [`      ${JSON.stringify(scenario)}:`];
      let line = '        [';
      for (const [at, word] of (courses[scenario] ?? []).entries()) {
        const text = JSON.stringify(word) + (at + 1 === courses[scenario]?.length ? ']' : ',');
        if (line.length + text.length + 1 > WIDTH) {
          lines.push(line);
          line = '        ';
        }
        line += (line.endsWith(' ') || line.endsWith('[') ? '' : ' ') + text;
      }
      return [...lines, line];
    });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npx tsx lab/import-sequences.ts <folder of recordings>\n');
  process.exitCode = 2;
} else {
  const lines = [
    '# In what order the recorded programs sent their events, scenario by scenario; made by lab/import-sequences.ts. A step is an',
    '# event, with the tool that it is about. `whole`: all that came. `repeats-left-out`: like events of one scenario may be',
    '# missing. `gaps`: `?` is an event of which there is no recording.',
    'vendors:',
  ];
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const path = join(folder, entry.name);
    const sequences = readJson(join(path, 'sequences.json')) as Courses | undefined;
    const [kind, courses] =
      sequences !== undefined
        ? ['whole', sequences]
        : existsSync(join(path, 'index.json'))
          ? ['repeats-left-out', listed(readJson(join(path, 'index.json')))]
          : ['gaps', placed(path)];
    if (Object.keys(courses).length === 0) continue;
    lines.push(`  - vendor: ${entry.name}`, `    kept: ${kind}`, '    courses:', ...linesOf(courses));
  }
  writeFileSync(join(import.meta.dirname, '../fixtures/sessions/courses.yaml'), `${lines.join('\n')}\n`);
}
