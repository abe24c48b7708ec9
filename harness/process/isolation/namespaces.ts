import { Namespace } from './namespace.ts';

/** Namespaces of an engine: as many as cases run at once, each given to one case after the other. */
export class Namespaces {
  readonly #all = new Set<Namespace>();
  readonly #free: Namespace[] = [];
  #closed = false;

  /** A namespace that no case is in. @throws Error where the system gives no further one. */
  async take(): Promise<Namespace> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const made = await this.#make();
    if (typeof made === 'string') throw new Error(`no further network could be made for a case: ${made}`);
    return made;
  }

  /** Makes the first one, and gives the reason where that can't be done. */
  async open(): Promise<string | null> {
    const made = await this.#make();
    if (typeof made === 'string') return made;
    this.#free.push(made);
    return null;
  }

  giveBack(namespace: Namespace): void {
    if (!this.#closed) this.#free.push(namespace);
  }

  close(): void {
    this.#closed = true;
    for (const namespace of this.#all) namespace.close();
    this.#all.clear();
  }

  async #make(): Promise<Namespace | string> {
    const made = await Namespace.make();
    if (typeof made === 'string') return made;
    if (this.#closed) {
      made.close();
      return 'the run has ended';
    }
    this.#all.add(made);
    return made;
  }
}
