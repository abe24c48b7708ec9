import type { NetworkAttempt } from '../../model/observation.ts';
import type { Tried } from './keeper.ts';

/** A socket that is gone, as the kernel tells it. */
export interface Destroyed {
  readonly protocol: 'tcp' | 'udp';
  /** Address that it was, or was to be, connected with; empty where it never was. */
  readonly peer: string;
  /** Null where the kernel has forgotten it, as after a refusal. */
  readonly port: number | null;
}

/** Counts of a network namespace. */
export interface Counters {
  /** Connections that were asked for and refused. */
  readonly refused: number;
  /** Datagrams that nobody listened for. */
  readonly unheard: number;
}

/** Both counts from `/proc/net/snmp`, which gives a line of names and a line of numbers for each protocol. */
export function countersOf(snmp: string): Counters {
  const lines = snmp.split('\n').map((line) => line.split(/\s+/));
  const value = (protocol: string, name: string): number => {
    const [names, numbers] = lines.filter(([first]) => first === `${protocol}:`);
    return Number(numbers?.[names?.indexOf(name) ?? -1] ?? 0);
  };
  return { refused: value('Tcp', 'AttemptFails'), unheard: value('Udp', 'NoPorts') };
}

/** One line of `ss -H -n -t -u -E`: protocol, state, two queues, own address, the other's address. */
export function destroyedOf(line: string): Destroyed | undefined {
  const [protocol, , , , , peer = ''] = line.trim().split(/\s+/);
  if (protocol !== 'tcp' && protocol !== 'udp') return undefined;
  const at = peer.lastIndexOf(':');
  const port = Number(peer.slice(at + 1));
  const address = peer
    .slice(0, at)
    .replaceAll(/[[\]]/g, '')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/, '');
  const none = address === '*' || address === '' || address === '0.0.0.0' || address === '::';
  return { protocol, peer: none ? '' : address, port: Number.isInteger(port) && port > 0 ? port : null };
}

const LOOPBACK = /^(?:127\.|::1$)/;
const NAME_SERVICE = 53;

/** What a case tried to reach beside its sink, in a stable order, each once. */
export function attemptsOf({ names, destroyed, counters, nameOf }: Tried): readonly NetworkAttempt[] {
  const found = new Map<string, NetworkAttempt>();
  const note = (how: NetworkAttempt['how'], to: string): void => {
    found.set(`${to} ${how}`, { how, to });
  };
  let told = 0;
  for (const { protocol, peer, port } of destroyed ?? []) {
    // Who asked for a name talked to a server of names, and whom it asked for is known.
    if (peer === '' || LOOPBACK.test(peer) || (protocol === 'udp' && port === NAME_SERVICE)) continue;
    if (protocol === 'tcp') told += 1;
    note(protocol === 'tcp' ? 'connection' : 'datagram', nameOf[peer] ?? peer);
  }
  if (counters.refused > told) note('connection', destroyed === null ? 'an address' : 'another port of this machine');
  const datagrams = [...found.values()].some(({ how }) => how === 'datagram');
  if (counters.unheard > 0 && !datagrams) note('datagram', 'an address');
  for (const name of names) if (!found.has(`${name} connection`)) note('lookup', name);
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? []);
}
