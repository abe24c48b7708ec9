/** A word as a POSIX shell takes it back unchanged; quoted only where it must be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line that can be pasted. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/**
 * The words of a text for a shell, without their quotes; nothing is expanded. Good enough to tell which files it names:
 * operators part words, and what a word would become by a variable stays as it is written.
 */
export function wordsOfText(text: string): readonly string[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;|&<>()])+/gs) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
      (_whole, double?: string, single?: string, one?: string) =>
        double === undefined ? (single ?? one ?? '') : double.replaceAll(/\\(["\\$`])/g, '$1'),
    ),
  );
}
