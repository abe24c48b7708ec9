/** Answers to lookups of names, where there is nobody else to give one. RFC 1035. */

const HEADER = 12;
const TYPE_A = 1;
/** 198.18.0.0/15: set aside for tests of networks, so that no address of anybody is given (RFC 2544). */
const FIRST_ADDRESS = [198, 18] as const;
const MOST_NAMES = 60_000;

/** The servers that a system's `resolv.conf` names. */
export function nameserversOf(resolvConf: string): readonly string[] {
  return resolvConf.split('\n').flatMap((line) => /^\s*nameserver\s+([\da-fA-F.:]+)/.exec(line)?.[1] ?? []);
}

/** The name that a query asks for, and where its question ends; undefined where it is no query. */
export function questionOf(
  query: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } | undefined {
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = query[at];
    if (length === undefined || length > 63) return undefined;
    at += 1;
    if (length === 0) break;
    if (at + length > query.length) return undefined;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > query.length) return undefined;
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at), end: at + 4 };
}

/** Every name exists, and has an address of its own, at which nobody listens. */
export class Names {
  readonly #addresses = new Map<string, string>();
  #asked = new Set<string>();

  /** The answer to a query; undefined where it is none. */
  answer(query: Buffer): Buffer | undefined {
    const question = questionOf(query);
    if (question === undefined || question.name === '') return undefined;
    this.#asked.add(question.name);
    const header = Buffer.from(query.subarray(0, HEADER));
    // An answer, recursion available, no error; one question, and one answer where it was an address that was asked for.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(question.type === TYPE_A ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const parts = [header, query.subarray(HEADER, question.end)];
    if (question.type === TYPE_A) {
      const octets = this.#address(question.name).split('.').map(Number);
      // The name by reference to the question; type A, class IN, a second to live.
      parts.push(Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...octets]));
    }
    return Buffer.concat(parts);
  }

  /** The names that were asked for since the last call. */
  take(): readonly string[] {
    const asked = [...this.#asked];
    this.#asked = new Set();
    return asked;
  }

  /** Name by address, of all that were ever given. */
  given(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#addresses].map(([name, address]) => [address, name]));
  }

  #address(name: string): string {
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    const index = (this.#addresses.size % MOST_NAMES) + 1;
    const address = [...FIRST_ADDRESS, index >> 8, index & 255].join('.');
    this.#addresses.set(name, address);
    return address;
  }
}
