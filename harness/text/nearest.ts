/** Edit distance with adjacent swaps (optimal string alignment), cut off at `limit`: beyond it the exact number is of no use. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** How many characters two words begin with alike. */
function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Whether the candidate's beginning is the word but for one slip. */
function beginsLike(candidate: string, word: string): boolean {
  return [-1, 0, 1].some((more) => distance(word, candidate.slice(0, word.length + more), 1) <= 1);
}

/**
 * The known word that somebody most likely meant, or undefined when none is close. Case, hyphens and underscores are
 * forgiven first, since `PreToolUse`, `pre_tool_use` and `pre-tool-use` are the usual slips in this field.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_\s.]/g, '');
  const wanted = plain(word);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const found = plain(candidate);
    let d = distance(wanted, found, limit);
    // Half a word typed is a better guess than none: `claude` means `claude-code`.
    if (d > limit && wanted.length >= 3 && (found.startsWith(wanted) || wanted.startsWith(found))) d = limit;
    // And so is half a word with a slip in it: `clade`, `gemni`.
    if (d > limit && wanted.length >= 5 && beginsLike(found, wanted)) d = limit;
    // Or the longer half of a word: `PreToolCall` means `PreToolUse`.
    if (d > limit && sharedStart(wanted, found) >= Math.max(6, wanted.length * 0.6)) d = limit;
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** `; did you mean "claude-code"?` or an empty string: appended to the sentence that reports an unknown word. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const guess = nearest(word, known);
  return guess === undefined ? '' : `; did you mean "${guess}"?`;
}
