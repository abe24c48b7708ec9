import type { Survivor, TreePaths } from '../model/observation.ts';
import type { Attempt } from './attempt.ts';
import type { Namespace } from './isolation/namespace.ts';
import { type Look, straysOf } from './strays.ts';
import { groupMembers, kill, killAll, processesIn, processesOf, type TreeProcess } from './survivors.ts';
import { type Younger, younger } from './younger.ts';

const MOST_LOOKS = 3;

/** How much is known of who is left of a case. */
export interface Ending {
  /** It let its children outlive it. */
  readonly lingered: boolean;
  /** It asks for every survivor, whatever the look costs. */
  readonly thorough: boolean;
  readonly namespace: Namespace | undefined;
}

/** What is left of one case: its subject's processes that have not ended with it. */
export class Remains {
  readonly #tree: TreePaths;
  readonly #attempts: readonly Attempt[];
  /** Processes that were started for any case and run still, by their numbers. */
  readonly #leaders: Set<number>;
  readonly #survivors = new Map<number, Survivor>();
  readonly #started = performance.now();

  /** `attempts` grows while the case runs. */
  constructor(tree: TreePaths, attempts: readonly Attempt[], leaders: Set<number>) {
    this.#tree = tree;
    this.#attempts = attempts;
    this.#leaders = leaders;
  }

  get survivors(): readonly Survivor[] {
    return [...this.#survivors.values()];
  }

  /** While a process runs, it is no other case's survivor. */
  leads({ pid, settled }: Attempt): void {
    if (pid === undefined) return;
    this.#leaders.add(pid);
    void settled.then(() => this.#leaders.delete(pid));
  }

  /** At a timeout what left the group goes too. Spawns that run beside it share the tree and are spared. */
  endOutsideGroup(timedOut: Attempt): void {
    const spared = new Set(this.#attempts.filter((other) => other !== timedOut).map((other) => other.pid));
    for (const found of processesOf(this.#tree.root)) {
      if (spared.has(found.group) || spared.has(found.pid)) continue;
      if (found.group !== timedOut.pid) this.#note(found);
      kill(found.pid, 'SIGKILL');
    }
  }

  anyone(): boolean {
    // A group also lives on by its zombies, where nobody reaps them.
    const living = ({ pid }: Attempt): boolean => pid !== undefined && groupMembers(pid).length > 0;
    return (
      this.#attempts.some((attempt) => attempt.groupAlive() && living(attempt)) ||
      processesOf(this.#tree.root).length > 0
    );
  }

  /** Ends whoever is left, and notes him. True: it is certain that nobody was, so that the case's tree may serve again. */
  end({ lingered, thorough, namespace }: Ending): boolean {
    const younger = this.#younger();
    if (younger?.pids.length === 0) for (const attempt of this.#attempts) attempt.groupGone();
    const grouped = this.#attempts.filter((attempt) => attempt.groupAlive());
    const suspicious = this.#attempts.some((attempt) => attempt.observation(0).stdoutHeldOpen);
    const quiet = !lingered && !thorough && grouped.length === 0 && !suspicious;
    const look = younger && this.#look(younger);
    let nobody = quiet && look?.certain === true && look.found.length === 0;
    if (!quiet || (look !== undefined && look.found.length > 0)) {
      for (const attempt of grouped) {
        if (!attempt.groupAlive() || attempt.pid === undefined) continue;
        for (const member of groupMembers(attempt.pid)) this.#note(member);
      }
      for (const attempt of grouped) attempt.end();
      for (const found of killAll(() => this.#findAll())) this.#note(found);
    }
    if (namespace !== undefined) {
      const found = killAll(() => processesIn(namespace.network, namespace.own));
      for (const one of found) this.#note(one);
      if (found.length > 0) nobody = false;
    }
    return nobody;
  }

  /** Who goes while he is looked at leaves a doubt, which the next look settles. */
  #look(younger: Younger): Look {
    let look = straysOf(this.#tree.root, younger, this.#leaders);
    for (let times = 1; times < MOST_LOOKS && !look.certain && look.found.length === 0; times++) {
      const again = this.#younger();
      if (again === undefined) break;
      look = straysOf(this.#tree.root, again, this.#leaders);
    }
    return look;
  }

  /** They are few, so a look at them is cheap; where it isn't, or isn't certain, the batch finds what is left. */
  #younger(): Younger | undefined {
    const first = this.#attempts.find(({ pid }) => pid !== undefined)?.pid;
    return first === undefined ? undefined : younger(first, this.#leaders, performance.now() - this.#started);
  }

  #findAll(): readonly TreeProcess[] {
    const { root } = this.#tree;
    const younger = this.#younger();
    return [...processesOf(root), ...(younger === undefined ? [] : straysOf(root, younger, this.#leaders).found)];
  }

  #note({ pid, command }: TreeProcess): void {
    if (!this.#survivors.has(pid)) this.#survivors.set(pid, { pid, command: hidePaths(command, this.#tree) });
  }
}

/** No text that a person may read names a folder of this run. */
export function hidePaths(text: string, tree: TreePaths): string {
  return text
    .replaceAll(tree.project, '<project>')
    .replaceAll(tree.home, '<home>')
    .replaceAll(tree.tmp, '<tmp>')
    .replaceAll(tree.root, '<tree>');
}
