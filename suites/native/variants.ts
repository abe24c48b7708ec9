/**
 * The same payload said otherwise: what a guard decides must not depend on it. Each variant is something that a vendor may
 * send, but for the byte order mark, which only writers of files put there.
 */
import type { JsonLayout, Stdin } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonObject, JsonValue } from '../../harness/model/json.ts';
import { isObject } from '../../harness/model/json.ts';
import { stdinOf } from '../../vendors/payload-case.ts';
import { reversed, withExtraInput, withOtherInputForm } from '../../vendors/payload-edit.ts';

export interface Variant {
  /** Completes "the same payload …". */
  readonly label: string;
  readonly stdin: Stdin;
  readonly env?: Readonly<Record<string, string>>;
  /** No vendor is known to send it: a difference is worth a notice, also for a guard. */
  readonly unsent?: boolean;
}

/** Text in several scripts, with a quotation mark and signs outside the basic plane. */
const MANY_SIGNS = 'す"引用" ⚙️ Ünïcödé مرحبا 🚀';

/** A locale whose code page is not UTF-8, as a console on Windows has it. */
const OTHER_LOCALE = {
  LC_ALL: 'ja_JP.SJIS',
  LANG: 'ja_JP.SJIS',
  PYTHONIOENCODING: 'cp932:surrogateescape',
  PYTHONUTF8: '0',
};

function laid(fixture: Fixture, payload: JsonValue, layout: JsonLayout): Stdin {
  const stdin = stdinOf(fixture, payload);
  return stdin.kind === 'payload' ? { ...stdin, layout } : stdin;
}

/** All variants of a payload; the first is the payload as it is, once more. */
export function variantsOf(fixture: Fixture, payload: JsonValue): readonly Variant[] {
  const as = (value: JsonValue): Stdin => stdinOf(fixture, value);
  const other = withOtherInputForm(fixture, payload);
  const unknown = isObject(payload) ? { ...(payload as JsonObject), added_later: { by: 'the vendor' } } : payload;
  return [
    { label: 'once more', stdin: as(payload) },
    { label: 'indented, with CRLF line ends', stdin: laid(fixture, payload, 'indented') },
    { label: 'with its signs escaped', stdin: laid(fixture, payload, 'escaped') },
    { label: 'with its members in another order and a new one', stdin: as(reversed(unknown)) },
    ...(other === undefined || fixture.vendor !== 'copilot-cli'
      ? []
      : [{ label: 'with its arguments in the other form', stdin: as(other) }]),
    {
      label: 'with other scripts in it, under another locale',
      stdin: as(withExtraInput(fixture, payload, 'description', MANY_SIGNS)),
      env: OTHER_LOCALE,
    },
    { label: 'padded to 300 kB', stdin: as(withExtraInput(fixture, payload, 'description', 'x'.repeat(300_000))) },
    { label: 'after a byte order mark', stdin: laid(fixture, payload, 'marked'), unsent: true },
  ];
}
