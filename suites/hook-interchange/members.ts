import { escapeToken, isObject } from '../../harness/model/json.ts';
import { nearest } from '../../harness/text/nearest.ts';
import { inWords } from '../../harness/validate/message.ts';
import type { HifEdition } from './documents.ts';
import type { ManifestNotice } from './manifest.ts';
import { membersOf, type Place } from './schema.ts';

/**
 * Members that no reader will see although their author meant one that it would: misspelt ones, and right ones in a wrong
 * place. Unknown members are allowed (upstream 3.2) and often somebody's extension, so that only what is near a known one, and
 * that one absent, is worth a word; provider_data, env and platform belong to their authors. Pure.
 */

const IN: Readonly<Record<Place, string>> = {
  manifest: 'at the top of the manifest',
  hook: 'in a hook',
  handler: 'in its handler',
  matcher: 'in a matcher',
  mcp: 'in mcp',
};

/** Words of people that are near a member. */
const COMMENT = /^([_$#/]|x[-_]|comments?$)/i;

interface Spot {
  readonly place: Place;
  readonly pointer: string;
  readonly value: unknown;
}

function matcherSpots(matcher: unknown, pointer: string): readonly Spot[] {
  if (Array.isArray(matcher)) return matcher.flatMap((one, index) => matcherSpots(one, `${pointer}/${index}`));
  if (!isObject(matcher)) return [];
  return [
    { place: 'matcher', pointer, value: matcher },
    { place: 'mcp', pointer: `${pointer}/mcp`, value: matcher['mcp'] },
  ];
}

function spotsOf(document: Readonly<Record<string, unknown>>): readonly Spot[] {
  const hooks: readonly unknown[] = Array.isArray(document['hooks']) ? document['hooks'] : [];
  return [
    { place: 'manifest', pointer: '', value: document },
    ...hooks.flatMap((hook, index): readonly Spot[] => {
      const pointer = `/hooks/${index}`;
      if (!isObject(hook)) return [];
      return [
        { place: 'hook', pointer, value: hook },
        { place: 'handler', pointer: `${pointer}/handler`, value: hook['handler'] },
        ...matcherSpots(hook['matcher'], `${pointer}/matcher`),
      ];
    }),
  ];
}

function hintFor(name: string, place: Place, has: readonly string[], edition: HifEdition): string | undefined {
  const known = membersOf(edition);
  const meant = nearest(
    name,
    known[place].filter((one) => !has.includes(one)),
  );
  const elsewhere = (Object.keys(known) as Place[]).find((other) => known[other].includes(name));
  const later = membersOf(edition === '1.0' ? '0.1' : '1.0')[place].includes(name);
  if (later) return `which is a member of edition ${edition === '1.0' ? '0.1' : '1.0'} only and is ignored here`;
  if (elsewhere !== undefined) return `which is read ${IN[elsewhere]} and ignored here`;
  return meant === undefined ? undefined : `which readers ignore; did you mean "${meant}"?`;
}

/** Members that are probably meant otherwise, each with the one that is meant. */
export function misspeltMembers(document: unknown, edition: HifEdition): readonly ManifestNotice[] {
  if (!isObject(document)) return [];
  const known = membersOf(edition);
  return spotsOf(document).flatMap(({ place, pointer, value }): readonly ManifestNotice[] => {
    if (!isObject(value)) return [];
    const has = Object.keys(value);
    return has.flatMap((name): readonly ManifestNotice[] => {
      if (known[place].includes(name) || COMMENT.test(name)) return [];
      const hint = hintFor(name, place, has, edition);
      if (hint === undefined) return [];
      const message = `${inWords(pointer)} has a member ${JSON.stringify(name)}, ${hint}`;
      return [{ requirement: 'HC-MEMBER', pointer: `${pointer}/${escapeToken(name)}`, message, atName: true }];
    });
  });
}
