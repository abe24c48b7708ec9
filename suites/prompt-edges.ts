import type { Fixture } from '../harness/model/corpus.ts';
import { canonicalEvent, partsOf } from '../vendors/vendor.ts';
import { derived, withValue } from './fixture-edit.ts';

/** White space around it, CR LF within, more bytes than characters, a character of two UTF-16 units. */
const PROMPT = '  Überprüfe die Häfen \u{1F6A2}\r\nund sag, was fehlt.\t\n\n';

/**
 * The submission of a prompt whose hash and length show whether it was taken as it came: what trims it, folds its line ends or
 * counts bytes tells of another prompt. Nothing is planted in it, because a canary at its end would be its end. Undefined where
 * no prompt is fed.
 */
export function promptWithEdges(fixtures: readonly Fixture[]): Fixture | undefined {
  for (const fixture of fixtures) {
    if (canonicalEvent(fixture.vendor, fixture.event) !== 'before_prompt') continue;
    const [place] = partsOf(fixture.vendor, fixture.event, fixture.stdin, 'prompt');
    if (place === undefined || typeof place.value !== 'string') continue;
    return derived(fixture, 'edges', withValue(fixture.stdin ?? {}, place.pointer, PROMPT));
  }
  return undefined;
}
