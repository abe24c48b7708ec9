import type { Finding } from '../../harness/model/finding.ts';
import { at } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { IdentitySet, Lately, Recent } from '../stream/identity.ts';
import { instantOf } from '../stream/instant.ts';
import type { StreamJudge } from '../stream/stream-judge.ts';
import { judgeStreamTime, type SessionTimes } from '../stream/times.ts';
import { type Fault, shown, Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';

const REMEMBERED = 10_000;

type Placed = (pointer: string) => Pick<Fault, 'where'>;

/** OpenHook in a recorded stream: single events, identity, order, pairs. */
export class OpenHookStream implements StreamJudge {
  private readonly readAt: number;
  private readonly times = new Recent<SessionTimes>(REMEMBERED);
  private readonly verdicts = new Verdicts();
  private readonly ids = new IdentitySet();
  /** Sessions by the time of their session.end. */
  private readonly ended = new Recent<true>(REMEMBERED);
  /** Tool calls, by session and id: the time of their tool.start, or of a tool.end that came first. */
  private readonly calls = new Recent<{ readonly type: 'tool.start' | 'tool.end'; readonly time: number }>(REMEMBERED);
  private readonly latest = new Lately(64);
  private invalid = false;

  /** `readAt`: when the stream is read, in milliseconds since 1970. */
  constructor(readAt: number) {
    this.readAt = readAt;
  }

  event(event: Emitted, locate: Locate): void {
    const { verdicts } = this;
    const valid = judgeEvent(event, verdicts, locate);
    if (!valid) this.invalid = true;
    verdicts.met('OH-ENV-001');
    const { id, session_id: session, type } = event.value;
    // Nothing but a session.end is asked of a tool (3.1): a stream that has one shows as much as a run does.
    if (valid && type === 'session.end') verdicts.met('OH-EVT-006');
    const placed = (pointer: string): Pick<Fault, 'where'> => {
      const where = locate(event, pointer);
      return where === undefined ? {} : { where };
    };
    if (typeof id === 'string' && id !== '')
      verdicts.check('OH-ENV-013', this.ids.add(id), () => ({
        message: `the id ${shown(id)} was there before; make one for each event`,
        expected: 'an id of its own for each event',
        actual: shown(id),
        ...placed('/id'),
      }));
    if (typeof session !== 'string' || typeof type !== 'string') return;
    if (this.ended.get(session) === true && type !== 'session.start' && type !== 'session.end')
      verdicts.broken('OH-EVT-008', {
        message: `${type} comes after the session.end of its session; session.end is not emitted at the end of a turn`,
        expected: 'session.end last',
        actual: type,
        ...placed('/type'),
      });
    if (type === 'session.end') this.ended.set(session, true);
    else this.ended.delete(session);
    const time = instantOf(event.value['time']);
    if (time === undefined) return;
    judgeStreamTime('time', time, this.times, session, this.readAt, verdicts, () => placed('/time'));
    if (type === 'tool.start' || type === 'tool.end') this.pair(event, session, type, time, placed);
    this.again(event, session, type, time, placed);
  }

  private pair(event: Emitted, session: string, type: string, time: number, placed: Placed): void {
    const call = at(event.value, '/data/tool_call_id');
    if (typeof call !== 'string') return;
    const key = `${session} ${call}`;
    const known = this.calls.get(key);
    if (type === 'tool.start') {
      const late = known?.type === 'tool.end' && time >= known.time;
      this.verdicts.check('OH-EVT-007', !late, () => ({
        message: `the tool.start of ${shown(call)} comes after its tool.end; a tool begins before it ends`,
        expected: 'tool.start first',
        actual: 'tool.end first',
        ...placed('/type'),
      }));
      this.calls.set(key, { type, time });
    }
    if (type !== 'tool.end') return;
    this.calls.set(key, { type, time });
    if (known?.type === 'tool.start')
      this.verdicts.check('OH-EVT-007', time >= known.time, () => ({
        message: `the time of this tool.end lies before that of its tool.start; a tool ends after it began`,
        expected: new Date(known.time).toISOString(),
        actual: shown(event.value['time']),
        ...placed('/time'),
      }));
  }

  /** Ours: the same hook registered twice emits everything twice, with different ids. */
  private again(event: Emitted, session: string, type: string, time: number, placed: Placed): void {
    if (this.latest.again(session, type, time, event.value['data'], 1000))
      this.verdicts.notice(
        'HC-DUPLICATE-EVENT',
        `an equal ${type} stands less than a second before; is the hook registered twice?`,
        placed('/type').where,
      );
  }

  end(): readonly Finding[] {
    // What breaks an envelope is told where it stands; that all are whole is seen only at the end.
    if (!this.invalid && this.verdicts.decided().size > 0) this.verdicts.met('OH-LVL-002');
    return this.verdicts.findings();
  }
}
