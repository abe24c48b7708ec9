import { describe, expect, test } from 'vitest';
import { isObject, type JsonValue } from '../../harness/model/json.ts';
import type { End } from '../../harness/model/observation.ts';
import type { Field } from '../../vendors/contract.ts';
import { contractOf } from '../../vendors/contract.ts';
import { outcomeOf } from '../../vendors/outcome.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { eventNames } from '../../vendors/vendor.ts';
import { checkAnswer } from './checks.ts';

/** A text with a hole that nothing filled: two spaces, a colon or a list with nothing after it, a word of the program. */
const HOLE = /\s{2}|[:;,(] ?$|: ?[;,.]|\( ?\)|\{\w+\}|\bundefined\b|\bNaN\b|\[object|^\s|\s$/;

/** A document that holds nothing but this value at a pointer. */
function document(pointer: string, value: JsonValue): JsonValue {
  const [, ...names] = pointer.split('/');
  return names.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
}

/** What a field may hold and what it may not. */
function values({ at, words = [], type }: Field): readonly JsonValue[] {
  const parent = at.slice(0, at.lastIndexOf('/'));
  const beside =
    parent === '' ? [] : [document(parent, { somethingElse: 1 }), document(parent, {}), document(parent, 1)];
  const inside = [...words, 'a word', '', 42, true, false, null, [], {}, { command: 7 }, { somethingElse: 1 }];
  const strange = [type].flat().includes('object') ? [document(`${at}/somethingElse`, 1)] : [];
  return [...inside.map((value) => document(at, value)), ...beside, ...strange];
}

const code = (value: number): End => ({ kind: 'exit', code: value });
const ENDS: readonly End[] = [
  ...[0, 1, 2, 3, 127].map(code),
  { kind: 'signal', signal: 'SIGKILL' },
  { kind: 'not-started', code: 'ENOENT', message: 'no such file' },
  { kind: 'timeout', timeoutMs: 1000, forced: false },
];

describe.each(VENDORS)('what is said about answers to %s', (slug) => {
  const contract = contractOf(slug);
  const payload = { tool_name: 'Bash', toolName: 'bash', tool_input: { command: 'ls' } };
  const texts = ['', 'text', '{"cut', '[]', '"a"', '1', '{}', '{"somethingElse":1}', 'log\n{"decision":"block"}'];
  const documents = contract.fields.flatMap(values).filter((value) => isObject(value));
  const printed = [...new Set([...texts, ...documents.map((value) => JSON.stringify(value))])];

  test('has no hole in it, whatever the answer', () => {
    for (const event of eventNames(slug)) {
      for (const end of ENDS) {
        // What was printed is looked at closely only where most of it is read.
        const outs = end.kind === 'exit' && end.code < 2 ? printed : texts;
        for (const stdout of outs) {
          for (const stderr of ['', 'a reason']) {
            const answer = { end, stdout, stderr };
            const outcome = outcomeOf(slug, event, answer, payload);
            const said = checkAnswer({ contract, event, answer, outcome, payload }).flatMap(({ broken }) =>
              broken === null ? [] : [broken.message, broken.expected],
            );
            for (const text of [outcome.why, ...said]) {
              if (HOLE.test(text)) expect.fail(`${event}, ${JSON.stringify(answer)}: ${JSON.stringify(text)}`);
            }
          }
        }
      }
    }
  });
});
