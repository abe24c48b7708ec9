import type { NotFed } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { didYouMean } from '../../harness/text/nearest.ts';
import {
  canonicalToolsOf,
  eventNames,
  eventsNamed,
  gates,
  namesItsEvent,
  nativeEventOf,
  nativeTool,
  vendor,
} from '../../vendors/vendor.ts';

/** What a hook is fed of one vendor's payloads, and why not more (contract, section 2, "What is fed"). */
export interface Feed {
  readonly vendor: string;
  readonly fixtures: readonly Fixture[];
  readonly notFed: string | null;
}

/** Native events that the subject is registered for with this vendor, or null where it declared none. */
export function registeredEvents(subject: Subject, slug: string): readonly string[] | null {
  const declared = subject.events?.[slug] ?? subject.events?.['*'];
  return declared === undefined ? null : declared.flatMap((word) => eventsNamed(slug, word));
}

function eventsToFeed(context: PlanContext, slug: string): readonly string[] {
  const hooks = eventNames(slug).filter((event) => nativeEventOf(slug, event)?.hook !== false);
  if (context.allEvents) return hooks;
  const registered = registeredEvents(context.subject, slug);
  if (registered !== null) return hooks.filter((event) => registered.includes(event));
  return hooks.filter((event) => ['tool', 'prompt', 'permission'].includes(gates(slug, event) ?? ''));
}

/** True when the fixture's tool is one that the subject is registered for; a payload without a tool always is. */
export function wantsTool(subject: Subject, fixture: Fixture): boolean {
  if (subject.tools === null) return true;
  const native = nativeTool(fixture);
  const canonical = canonicalToolsOf(fixture);
  if (native === undefined && canonical.length === 0) return true;
  return subject.tools.some(
    (pattern) => canonical.includes(pattern) || (native !== undefined && matchesTool(pattern, native)),
  );
}

/** A native pattern: `*` alone or empty means all, else a regular expression over the whole name. */
function matchesTool(pattern: string, tool: string): boolean {
  if (pattern === '' || pattern === '*' || pattern === tool) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(tool);
  } catch {
    return false;
  }
}

function takesEvent(subject: Subject): boolean {
  return subject.command.some((word) => word.includes('{event}'));
}

/** The payloads of one vendor that the subject is fed, in the corpus' order. */
export function feedOf(context: PlanContext, slug: string): Feed {
  const { subject, corpus } = context;
  const none = (notFed: string): Feed => ({ vendor: slug, fixtures: [], notFed });
  if (vendor(slug).delivery === 'in-process' && !subject.vendorsDeclared) {
    return none(`${vendor(slug).name} calls plugins in its own process; name it with --vendor to describe its calls`);
  }
  const events = eventsToFeed(context, slug);
  if (events.length === 0) {
    const words = subject.events?.[slug] ?? subject.events?.['*'] ?? [];
    const canonical = eventNames(slug).flatMap((event) => nativeEventOf(slug, event)?.canonical ?? []);
    const guess = words
      .map((word) => didYouMean(word, [...eventNames(slug), ...canonical]))
      .find((text) => text !== '');
    return none(`${vendor(slug).name} has none of the events that the subject is registered for${guess ?? ''}`);
  }
  const ofEvent = corpus.fixtures(slug).filter((fixture) => events.includes(fixture.event));
  const wanted = ofEvent.filter((fixture) => wantsTool(subject, fixture));
  if (wanted.length === 0) {
    return none(
      `the corpus has no payload of ${vendor(slug).name} for these events${subject.tools ? ' and tools' : ''}`,
    );
  }
  const told = takesEvent(subject) || events.length === 1;
  const fixtures = wanted.filter((fixture) => told || namesItsEvent(fixture));
  if (fixtures.length === 0) {
    return none(`its payloads do not name their event; add {event} to the command, or register one event with --event`);
  }
  return { vendor: slug, fixtures, notFed: null };
}

/** Rows that are not applicable because nothing of their vendor is fed. */
export function notFedRows(context: PlanContext, feed: Feed): readonly NotFed[] {
  if (feed.notFed === null) return [];
  const prefix = `NV-${feed.vendor.toUpperCase()}-`;
  const rows = context.catalogue.map(({ id }) => id).filter((id) => id.startsWith(prefix));
  return rows.length === 0 ? [] : [{ requirements: rows, verdict: 'not-applicable', reason: feed.notFed }];
}
