import type { Finding } from '../../harness/model/finding.ts';
import { at, isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { IdentitySet, Lately, Recent, Waiting } from '../stream/identity.ts';
import { instantOf } from '../stream/instant.ts';
import type { StreamJudge } from '../stream/stream-judge.ts';
import { judgeStreamTime, type SessionTimes } from '../stream/times.ts';
import { type Fault, shown, Verdicts } from '../stream/verdicts.ts';
import { RISKS } from './envelope.ts';
import { judgeEvent } from './event-rules.ts';
import { checkRiskRanges } from './run-rules.ts';

/** Sessions and open actions that are remembered at once. */
const REMEMBERED = 10_000;

type Placed = (pointer: string) => Pick<Fault, 'where'>;

interface Session {
  /** Type that ended it, once one did. */
  ended: string | undefined;
  events: number;
}

/** A session that goes on after it was left begins a second time. */
export function isResumed(event: Emitted): boolean {
  const reason = at(event.value, '/data/start_reason');
  return reason === 'resume' || reason === 'restart';
}

/** Agent Hooks in a recorded stream: single events, identity, order, pairs, risk. */
export class AgentHooksStream implements StreamJudge {
  private readonly readAt: number;
  private readonly times = new Recent<SessionTimes>(REMEMBERED);
  private readonly verdicts = new Verdicts();
  private readonly ids = new IdentitySet();
  private readonly sessions = new Recent<Session>(REMEMBERED);
  /** Action.Before events that await their Action.After, by session, name and input: their timestamp. */
  private readonly open = new Waiting(REMEMBERED);
  private readonly latest = new Lately(64);
  private readonly risks = new Map<string, { low: number; high: number }>();

  /** `readAt`: when the stream is read, in milliseconds since 1970. */
  constructor(readAt: number) {
    this.readAt = readAt;
  }

  event(event: Emitted, locate: Locate): void {
    const { verdicts } = this;
    judgeEvent(event, verdicts, locate);
    const { event_id: id, session_id: session, event_type: type } = event.value;
    const placed = (pointer: string): Pick<Fault, 'where'> => {
      const where = locate(event, pointer);
      return where === undefined ? {} : { where };
    };
    if (typeof id === 'string' && id !== '')
      verdicts.check('AH-ENV-010', this.ids.add(id), () => ({
        message: `the event_id ${shown(id)} was there before; make one for each event`,
        expected: 'an id of its own for each event',
        actual: shown(id),
        ...placed('/event_id'),
      }));
    if (typeof session === 'string' && typeof type === 'string') this.inSession(event, session, type, placed);
    const { risk } = event.value;
    if (!isObject(risk)) return;
    const { score } = risk;
    const level = RISKS.find((one) => one === risk['level']);
    if (typeof score !== 'number' || level === undefined) return;
    const range = this.risks.get(level) ?? { low: score, high: score };
    this.risks.set(level, { low: Math.min(range.low, score), high: Math.max(range.high, score) });
  }

  private inSession(event: Emitted, name: string, type: string, placed: Placed): void {
    const { verdicts } = this;
    const session = this.sessions.get(name) ?? { ended: undefined, events: 0 };
    const resumed = type === 'Session.Start' && (session.ended !== undefined || isResumed(event));
    const ends = type === 'Session.End' || type === 'Session.Abort';
    if (type === 'Session.Start' || ends) verdicts.met('AH-TAX-026');
    if (type === 'Session.Start' && session.events > 0 && !resumed)
      verdicts.broken('AH-TAX-026', {
        message: `Session.Start comes after other events of its session; it is the first`,
        expected: 'Session.Start first',
        actual: `${session.events} events before it`,
        ...placed('/event_type'),
      });
    if (session.ended !== undefined && !resumed)
      verdicts.broken('AH-TAX-026', {
        message: `${type} comes after the ${session.ended} of its session; nothing follows the end (is the end of a turn taken for it?)`,
        expected: `${session.ended} last`,
        actual: type,
        ...placed('/event_type'),
      });
    session.ended = ends ? type : resumed ? undefined : session.ended;
    session.events++;
    if (session.events === 1 || ends) this.sessions.set(name, session);
    const time = instantOf(event.value['timestamp']);
    if (time === undefined) return;
    judgeStreamTime('timestamp', time, this.times, name, this.readAt, verdicts, () => placed('/timestamp'));
    if (type === 'Action.Before' || type === 'Action.After') this.pair(event, name, type, time, placed);
    this.again(event, name, type, time, placed);
  }

  private pair(event: Emitted, session: string, type: string, time: number, placed: Placed): void {
    const action = at(event.value, '/data/action') as { name?: unknown; input?: unknown } | undefined;
    if (typeof action?.name !== 'string') return;
    const key = `${session} ${action.name}`;
    if (type === 'Action.Before') {
      this.open.put(key, time, action.input);
      return;
    }
    const began = this.open.take(key, action.input);
    if (began === undefined) return;
    this.verdicts.check('AH-TAX-027', time >= began, () => ({
      message: `the timestamp of this Action.After lies before that of its Action.Before; an action ends after it began`,
      expected: new Date(began).toISOString(),
      actual: shown(event.value['timestamp']),
      ...placed('/timestamp'),
    }));
  }

  /** Ours: the same hook registered twice emits everything twice, with different ids. */
  private again(event: Emitted, session: string, type: string, time: number, placed: Placed): void {
    const data = event.value['data'];
    if (data === undefined || type.startsWith('Context.')) return;
    if (this.latest.again(session, type, time, data, 1000))
      this.verdicts.notice(
        'HC-DUPLICATE-EVENT',
        `an equal ${type} stands less than a second before; is the hook registered twice?`,
        placed('/event_type').where,
      );
  }

  end(): readonly Finding[] {
    checkRiskRanges(this.risks, this.verdicts);
    // The row that sums up the schema is told by what breaks it: each of those stands at its own place.
    return this.verdicts
      .findings()
      .filter((finding) => finding.kind !== 'broken' || finding.requirement !== 'AH-ENV-001');
  }
}
