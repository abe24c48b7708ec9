/** A word as a POSIX shell takes it back unchanged; quoted only where it must be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line that can be pasted. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
