import type { Fixture } from '../harness/model/corpus.ts';
import type { Subject } from '../harness/model/subject.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import {
  canonicalToolsOf,
  defaultTimeoutMs,
  eventsNamed,
  formOf,
  namesItsEvent,
  nativeEventOf,
  nativeTool,
} from '../vendors/vendor.ts';

/** Why payloads of an event were not put to the subject (contract, section 2, "What is fed"). */
export interface LeftOut {
  readonly vendor: string;
  readonly event: string;
  readonly reason: string;
}

export interface Feed {
  /** What is fed, in corpus order, vendor after vendor. */
  readonly fixtures: readonly Fixture[];
  readonly leftOut: readonly LeftOut[];
}

/** Whether any command of the subject has the placeholder. */
function hasPlaceholder(subject: Subject, name: 'vendor' | 'event' | 'edition'): boolean {
  const commands = [subject.command, ...Object.values(subject.commands)];
  return commands.some((words) => words.some((word) => word.includes(`{${name}}`)));
}

/** The native events that a subject is registered for with this vendor; null when it declares none. */
export function registeredEvents(subject: Subject, vendor: string): ReadonlySet<string> | null {
  if (subject.events === null) return null;
  const words = [...(subject.events['*'] ?? []), ...(subject.events[vendor] ?? [])];
  return new Set(words.flatMap((word) => eventsNamed(vendor, word)));
}

/** Whether a tool pattern of a registration (a canonical name, or a native name or pattern) selects what a payload is about. */
function selectsTool(pattern: string, fixture: Fixture): boolean {
  const native = nativeTool(fixture);
  if (canonicalToolsOf(fixture).includes(pattern) || native === pattern) return true;
  if (native === undefined) return false;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(native);
  } catch {
    return false;
  }
}

function speaksOfTool(fixture: Fixture): boolean {
  return nativeTool(fixture) !== undefined || nativeEventOf(fixture.vendor, fixture.event)?.tool !== undefined;
}

/** Forms of payload that two or more of the vendors send: their payloads can't be told apart without being told the vendor. */
function sharedForms(context: PlanContext): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const vendor of context.subject.vendors) {
    for (const fixture of context.corpus.fixtures(vendor)) {
      const form = formOf(fixture);
      const owner = owners.get(form);
      if (owner !== undefined && owner !== vendor) shared.add(form);
      else owners.set(form, vendor);
    }
  }
  return shared;
}

/**
 * What of the corpus is put to an emitter, and why the rest is not. Events that a vendor runs without calling them hooks (a
 * status line, a notify program) are fed only where `withCommands` asks for them.
 */
export function feedOf(context: PlanContext, options: { readonly withCommands?: boolean } = {}): Feed {
  const { subject } = context;
  const shared = hasPlaceholder(subject, 'vendor') ? new Set<string>() : sharedForms(context);
  const tellsEvent = hasPlaceholder(subject, 'event');
  const fixtures: Fixture[] = [];
  const leftOut = new Map<string, LeftOut>();
  for (const vendor of subject.vendors) {
    const registered = context.allEvents ? null : registeredEvents(subject, vendor);
    for (const fixture of context.corpus.fixtures(vendor)) {
      const { event } = fixture;
      if (nativeEventOf(vendor, event)?.hook === false && options.withCommands !== true) continue;
      const reason = reasonNotToFeed();
      if (reason === undefined) fixtures.push(fixture);
      else leftOut.set(`${vendor} ${event} ${reason}`, { vendor, event, reason });

      function reasonNotToFeed(): string | undefined {
        if (fixture.delivery === 'in-process' && !subject.vendorsDeclared)
          return `${vendor} calls hooks in its own process; it is fed only to a subject that lists it in vendors`;
        if (registered !== null && !registered.has(event)) return `the subject is not registered for ${event}`;
        if (subject.tools !== null && !context.allEvents && speaksOfTool(fixture))
          if (!subject.tools.some((pattern) => selectsTool(pattern, fixture)))
            return `the subject is not registered for the tools of ${event}`;
        if (!namesItsEvent(fixture) && !tellsEvent && registered?.size !== 1)
          return `the payload of ${event} does not name its event; it is fed only to a command with {event}`;
        if (shared.has(formOf(fixture)))
          return `payloads of ${event} look alike with two of the vendors; they are fed only to a command with {vendor}`;
        return undefined;
      }
    }
  }
  return { fixtures, leftOut: [...leftOut.values()] };
}

/** How a payload is built: member names and types, not values. Two payloads of one shape exercise the same code. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}:${shapeOf(member)}`);
  return `{${members.sort().join()}}`;
}

/** One fixture for each event, tool and shape of payload: what else the corpus holds would be the same experiment again. */
export function distinct(fixtures: readonly Fixture[]): readonly Fixture[] {
  const seen = new Set<string>();
  return fixtures.filter((fixture) => {
    const shape = fixture.stdin === undefined ? (fixture.raw ?? '') : shapeOf(fixture.stdin);
    const key = [fixture.vendor, fixture.event, nativeTool(fixture) ?? '', shape].join('\n');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The time one spawn gets, in milliseconds: the user's own limit, else the vendor's, at most 30 s. */
export function timeoutFor(subject: Subject, vendor: string): number {
  return subject.declaredTimeoutMs ?? Math.min(defaultTimeoutMs(vendor) ?? 30_000, 30_000);
}
