import type { SubjectReport } from '../../../types/generated/report.ts';

/** True for a word of a command that looks like a file of the user's own: relative, with a folder or an extension. */
function looksLikeFile(word: string): boolean {
  if (/^[-/~]|^[a-z]+:|[\s{}]/i.test(word)) return false;
  return /\/[^/]/.test(word) || /\.[a-z][a-z0-9]{0,4}$/i.test(word);
}

/**
 * The file that findings about a subject point at, relative to where hookconf ran: the first file that its command names,
 * else the configuration that describes it. Annotations and code scanning need a file of the repository.
 */
export function subjectFile(subject: SubjectReport): string {
  const named = Object.keys(subject.files ?? {});
  const words = [...named, ...subject.command, ...Object.values(subject.commands ?? {}).flat()];
  const file = words.find(looksLikeFile);
  return file === undefined ? 'hookconf.json' : file.replace(/^(\.\/)+/, '');
}
