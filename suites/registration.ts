import type { Finding } from '../harness/model/finding.ts';
import type { Subject } from '../harness/model/subject.ts';
import { didYouMean } from '../harness/text/nearest.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { eventNames, eventsNamed, nativeEventOf, vendor } from '../vendors/vendor.ts';

function knownTo(slug: string): readonly string[] {
  return eventNames(slug).flatMap((event) => {
    const { canonical, also } = nativeEventOf(slug, event) ?? {};
    return [event, ...(canonical === undefined || canonical === null ? [] : [canonical]), ...(also ?? [])];
  });
}

/** What a vendor of the subject calls an event that another vendor has by this name. */
function itsOwn(slugs: readonly string[], word: string): string | undefined {
  for (const other of VENDORS) {
    const canonical = nativeEventOf(other, word)?.canonical ?? null;
    for (const slug of canonical === null ? [] : slugs) {
      const [own] = eventsNamed(slug, canonical ?? '');
      if (own !== undefined) return `; ${vendor(slug).name} calls it ${JSON.stringify(own)}`;
    }
  }
  return undefined;
}

/**
 * Events that a subject says it is registered for and that none of its vendors has. Nothing can be fed for them, so a slip of
 * the pen would leave an event untested and nobody would know.
 */
export function unknownEvents(subject: Subject): readonly Finding[] {
  return Object.entries(subject.events ?? {}).flatMap(([whose, words]) => {
    const slugs = whose === '*' ? subject.vendors : [whose];
    const unknown = [...new Set(words)].filter((word) => slugs.every((slug) => eventsNamed(slug, word).length === 0));
    const who = slugs.length === 1 ? vendor(slugs[0] ?? '').name : 'none of its vendors';
    return unknown.map((word): Finding => {
      const guess = itsOwn(slugs, word) ?? didYouMean(word, [...new Set(slugs.flatMap(knownTo))]);
      const has = slugs.length === 1 ? `${who} doesn't have` : `${who} has`;
      const message = `it is registered for ${JSON.stringify(word)}, an event that ${has}, so nothing of it was fed${guess}`;
      return { kind: 'notice', id: 'HC-REGISTERED', message };
    });
  });
}
