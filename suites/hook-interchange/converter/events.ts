import type { JsonObject } from '../../../harness/model/json.ts';
import { eventNames, nativeEventOf } from '../../../vendors/vendor.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { type NativeEntry, writeNative } from '../native/write.ts';
import { demandedEvents, type EventRow, eventRows, nativeEvents, tierOf } from '../vocabulary.ts';
import { type Check, check, decode, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** Event names in both directions for every cell of the registry. */

function markerOf(event: string): string {
  return `./e-${event}.sh`;
}

/** Native events that are right for a canonical one: the registry's, and Cursor's event for every tool. */
export function rightEvents(row: EventRow, vendor: string, edition: HifEdition): readonly string[] {
  const cell = row.cells[vendor];
  const generic = formOf(vendor).generic?.[row.name];
  const own = nativeEvents(row.name, vendor);
  const seed = edition === '1.0' && cell?.seed !== undefined ? cell.seed : [];
  const kiroStop =
    vendor === 'kiro' && row.name === 'agent_stop' ? (edition === '1.0' ? ['stop'] : ['Agent Stop', 'stop']) : [];
  const names = kiroStop.length > 0 ? kiroStop : [...own, ...seed];
  return [...new Set([...names, ...(names.length > 0 && generic !== undefined ? [generic] : [])])];
}

/** Events that the provider is recorded or documented to have for a canonical event, whatever the registry says (E-HIF-46). */
export function realEvents(event: string, vendor: string): readonly string[] {
  return eventNames(vendor).filter((name) => nativeEventOf(vendor, name)?.canonical === event);
}

function tierName(row: EventRow, edition: HifEdition): 'core' | 'extended' | 'exclusive' | undefined {
  const tier = tierOf(row.name, edition);
  return tier === 'provider-exclusive' ? 'exclusive' : (tier as 'core' | 'extended' | undefined);
}

/** An event that the seed gives no native name for, and that the registry's own audit doubts (E-HIF-46): edition 1.0 can't demand it. */
function isDoubted(row: EventRow, vendor: string, edition: HifEdition): boolean {
  const cell = row.cells[vendor];
  return edition === '1.0' && cell?.seed === undefined && cell?.audit !== undefined;
}

function encodeChecks(row: EventRow, vendor: string, edition: HifEdition): Check[] {
  const marker = markerOf(row.name);
  const right = rightEvents(row, vendor, edition);
  const tier = tierName(row, edition);
  const cell = row.cells[vendor]?.requirement;
  const extended = tier === 'extended' ? row.requirements?.['extended'] : undefined;
  if (right.length > 0) {
    if (tier === 'extended' && isDoubted(row, vendor, edition))
      return [
        check(
          [extended].filter((id) => id !== undefined),
          { kind: 'absent', marker, known: right, words: [row.name, vendor, 'event'] },
          `${row.name} is ${right.join(' or ')} on ${vendor}, or left out with a warning`,
        ),
      ];
    const ids = [
      cell,
      extended,
      // Script files are found by the event's name.
      ...(vendor === 'cline' && row.name === 'before_tool_execute' ? ['HIF-MAP-168'] : []),
      ...(tier === 'core' ? [row.requirements?.['core'], 'HIF-PIPE-017', 'HIF-PIPE-016'] : []),
    ];
    return [
      check(
        ids.filter((id) => id !== undefined),
        { kind: 'event', marker, any: right },
        `${row.name} is ${right.join(' or ')} on ${vendor}`,
      ),
      ...(vendor === 'cline' && row.name === 'session_start'
        ? [check('HIF-MAP-167', { kind: 'without', text: 'TaskResume' }, 'session_start is written as TaskStart only')]
        : []),
    ];
  }
  const ids = [row.requirements?.['unmapped'], extended, ...(tier === 'exclusive' ? ['HIF-EVT-051'] : [])];
  return [
    check(
      ids.filter((id) => id !== undefined),
      { kind: 'absent', marker, known: realEvents(row.name, vendor), words: [row.name, vendor, 'event'] },
      `${row.name} has no event on ${vendor}`,
    ),
  ];
}

/** One manifest a tier for providers whose files can be read; one a hook where the configuration is code. */
function encodings(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  return (['core', 'extended', 'exclusive'] as const).flatMap((tier): Scenario[] => {
    const rows = eventRows().filter((row) => tierName(row, edition) === tier);
    const scenario = (name: string, own: readonly EventRow[], mayRefuse: boolean): Scenario => ({
      id: `events/${vendor}-${name}`,
      title: `Hooks on ${own.length === 1 ? (own[0]?.name ?? '') : `${tier} events`}, encoded for ${vendor}`,
      vendor,
      steps: [
        encode(
          manifestOf(
            edition,
            own.map((row) => hook(row.name, markerOf(row.name))),
          ),
        ),
      ],
      checks: own.flatMap((row) => encodeChecks(row, vendor, edition)),
      mayRefuse,
    });
    const mapped = rows.filter((row) => rightEvents(row, vendor, edition).length > 0);
    const unmapped = rows.filter((row) => !mapped.includes(row));
    if (form.style === 'text') return rows.map((row) => scenario(row.name, [row], unmapped.includes(row)));
    return [
      ...(mapped.length > 0 ? [scenario(tier, mapped, false)] : []),
      ...(unmapped.length > 0 ? [scenario(`${tier}-unmapped`, unmapped, true)] : []),
    ];
  });
}

/** Which canonical events a native name may decode to: several registry rows can share one. */
function canonicalOf(native: string, vendor: string): readonly string[] {
  return eventRows()
    .filter(
      (row) =>
        nativeEvents(row.name, vendor).includes(native) ||
        (row.cells[vendor]?.seed ?? row.cells[vendor]?.draft ?? []).includes(native),
    )
    .map(({ name }) => name);
}

/** Edition 1.0 lists one event of those that a split provider has. */
function demanded(row: EventRow, native: string, vendor: string): boolean {
  return formOf(vendor).covers === undefined || demandedEvents(row.name, vendor, '1.0').includes(native);
}

function decodings(vendor: string, edition: HifEdition): Scenario[] {
  const form = formOf(vendor);
  if (form.style === 'text') return [];
  return (['core', 'extended', 'exclusive'] as const).flatMap((tier): Scenario[] => {
    const rows = eventRows().filter(
      (row) => tierName(row, edition) === tier && rightEvents(row, vendor, edition).length > 0,
    );
    const entries: NativeEntry[] = [];
    const checks: Check[] = [];
    for (const row of rows)
      for (const [at, native] of rightEvents(row, vendor, edition).entries()) {
        if (native === form.generic?.[row.name]) continue;
        if (edition === '1.0' && !demanded(row, native, vendor)) continue;
        const marker = `./d-${row.name}-${at}.sh`;
        entries.push({ event: native, command: marker });
        const any = [...new Set([row.name, ...canonicalOf(native, vendor)])];
        const ids = [row.cells[vendor]?.requirement, ...(tier === 'core' ? ['HIF-PIPE-001', 'HIF-PIPE-002'] : [])];
        checks.push(
          check(
            ids.filter((id) => id !== undefined),
            { kind: 'decoded-event', marker, any },
            `${native} of ${vendor} is ${any.join(' or ')}`,
          ),
        );
      }
    if (entries.length === 0) return [];
    const whole =
      tier === 'core'
        ? [
            check('HIF-PIPE-001', { kind: 'decoded-valid' }, 'Decoding yields a manifest'),
            check('HIF-VER-001', { kind: 'decoded-version' }, 'A decoded manifest names its version'),
          ]
        : [];
    return [
      {
        id: `events/${vendor}-decode-${tier}`,
        title: `Native hooks on ${tier} events of ${vendor}`,
        vendor,
        steps: [decode(writeNative(vendor, entries))],
        checks: [...checks, ...whole],
      },
    ];
  });
}

/** An exclusive event comes back under its own name when its provider encodes and decodes it. */
function exclusives(vendor: string, edition: HifEdition): Scenario[] {
  const native = formOf(vendor).style === 'text';
  return eventRows()
    .filter((row) => tierName(row, edition) === 'exclusive' && (row.origin ?? row.origin_on_seed_page) === vendor)
    .flatMap((row): Scenario[] => {
      const id = row.requirements?.['exclusive'];
      if (id === undefined) return [];
      const marker = markerOf(row.name);
      const manifest = manifestOf(edition, [hook(row.name, marker)]);
      const there: Check = check(
        id,
        { kind: 'event', marker, any: rightEvents(row, vendor, edition) },
        `${row.name} is an event of ${vendor}`,
        0,
      );
      const trip: Scenario = {
        id: `events/${vendor}-trip-${row.name}`,
        title: `${row.name}, encoded for ${vendor} and decoded again`,
        vendor,
        steps: native
          ? [encode(manifest)]
          : [encode(manifest), { verb: 'decode', input: { from: 0, member: 'config' } }],
        checks: [
          there,
          ...(native
            ? []
            : [
                check(
                  id,
                  { kind: 'decoded-event', marker, any: [row.name] },
                  `${row.name} survives a round trip through ${vendor}`,
                ),
              ]),
        ],
      };
      return [trip];
    });
}

function spellings(edition: HifEdition): Scenario[] {
  const names: readonly (readonly [string, string])[] = [
    ['preToolUse', 'before_tool_execute'],
    ['pre-tool-use', 'before_tool_execute'],
    ['userPromptSubmit', 'before_prompt'],
    ['user-prompt-submit', 'before_prompt'],
    ['stop', 'agent_stop'],
    ['agentStop', 'agent_stop'],
    ['agent-stop', 'agent_stop'],
  ];
  return names.map(
    ([native, canonical], at): Scenario => ({
      id: `events/kiro-spelling-${native}`,
      title: `Kiro's ${native}`,
      vendor: 'kiro',
      steps: [decode(writeNative('kiro', [{ event: native, command: `./k-${at}.sh` }]))],
      checks: [
        check(
          canonical === 'agent_stop' && (edition === '0.1' || native === 'stop')
            ? 'HIF-MAP-165 HIF-MAP-057'
            : 'HIF-MAP-165',
          { kind: 'decoded-event', marker: `./k-${at}.sh`, any: [canonical] },
          `Kiro's event names are accepted in kebab case and camel case: ${native}`,
        ),
      ],
    }),
  );
}

function particular(vendor: string, edition: HifEdition): Scenario[] {
  const one = (
    id: string,
    title: string,
    hooks: readonly JsonObject[],
    checks: readonly Check[],
    mayRefuse = false,
  ): Scenario => ({
    id: `events/${vendor}-${id}`,
    title,
    vendor,
    steps: [encode(manifestOf(edition, hooks))],
    checks,
    mayRefuse,
  });
  switch (vendor) {
    case 'kiro':
      return [
        ...spellings(edition),
        ...(edition === '0.1'
          ? [
              one(
                'file-saved',
                'file_saved, which edition 0.1 folded into file_changed',
                [hook('file_saved', './f.sh')],
                [
                  check(
                    'HIF-EVT-027',
                    { kind: 'event', marker: './f.sh', any: ['File Save', 'PostFileSave', 'fileEdited'] },
                    'file_saved is another word for file_changed',
                  ),
                ],
              ),
            ]
          : []),
      ];
    case 'copilot-cli':
      return ['error_occurred', 'tool_use_failure'].map((event) =>
        one(
          `merged-${event}`,
          `${event} for Copilot CLI`,
          [hook(event, './m.sh')],
          [
            check(
              'HIF-MAP-166',
              { kind: 'warned', words: ['errorOccurred', event, 'round', 'merge'] },
              `${event} shares errorOccurred with another event`,
            ),
          ],
        ),
      );
    case 'cursor':
      return [
        one(
          'prompt-output',
          'A blocking hook on before_prompt for Cursor',
          [hook('before_prompt', './p.sh', { blocking: true })],
          [
            check(
              'HIF-MAP-171',
              { kind: 'warned', words: ['continue', 'output', 'beforeSubmitPrompt', 'before_prompt'] },
              'Cursor reads only continue from the answer to beforeSubmitPrompt',
            ),
          ],
        ),
      ];
    case 'windsurf':
      return [
        one(
          'nothing-left',
          'A manifest of which nothing can run on Windsurf',
          [hook('session_end', './n.sh')],
          [
            check(
              'HIF-PIPE-013 HIF-PIPE-011',
              { kind: 'warned', words: ['session_end', 'event', 'windsurf', 'hook'] },
              'Something is said when no hook of a manifest can run',
            ),
            check('HIF-PIPE-011', { kind: 'gone', marker: './n.sh' }, 'A hook without event is not written'),
          ],
          true,
        ),
      ];
    default:
      return [];
  }
}

export function eventScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return [
    ...encodings(vendor, edition),
    ...decodings(vendor, edition),
    ...exclusives(vendor, edition),
    ...particular(vendor, edition),
  ];
}
