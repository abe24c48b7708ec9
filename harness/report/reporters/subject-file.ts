import type { Report, SubjectReport, Where } from '../../../types/generated/report.ts';
import type { ReporterOptions } from '../reporter.ts';
import { subjectWords } from '../verify.ts';
import { configOf } from '../view.ts';

/** True for a word of a command that looks like a file of the user's own: relative, with a folder or an extension. */
function looksLikeFile(word: string): boolean {
  if (/^[-/~]|^[a-z]+:|[\s{}$"'`|&;<>()]/i.test(word)) return false;
  return /\/[^/]/.test(word) || /\.[a-z][a-z0-9]{0,4}$/i.test(word);
}

const bare = (file: string): string => file.replace(/^(\.\/)+/, '');

/**
 * The file that findings about a subject point at: the first file that its command names, else the configuration that
 * describes it: the vendor's, for a hook that was found there. Annotations and code scanning need a file of the repository,
 * named from its root.
 */
export function subjectFile(
  subject: SubjectReport,
  report: Report,
  { locate }: Pick<ReporterOptions, 'locate'>,
): string {
  const named = Object.keys(subject.files ?? {});
  const words = [...named, ...subjectWords(subject)];
  for (const word of words) {
    const located = locate?.(report, word, 'subject') ?? word;
    // A file that was read is one, whatever it is called; one that lies elsewhere is none of the repository.
    if (looksLikeFile(word) || (named.includes(word) && located !== word)) return bare(located);
  }
  const { registeredIn } = subject;
  if (registeredIn !== undefined) return bare(locate?.(report, registeredIn, 'subject') ?? registeredIn);
  const config = configOf(report) ?? 'hookconf.json';
  return bare(locate?.(report, config, 'document') ?? config);
}

/** The place of a finding: the document and line that it names, else the first line of the subject's file. */
export function placeOf(
  subject: SubjectReport,
  where: Where | undefined,
  report: Report,
  options: Pick<ReporterOptions, 'locate'>,
): { readonly file: string; readonly line: number; readonly column?: number } {
  if (where === undefined) return { file: subjectFile(subject, report, options), line: 1 };
  const file = options.locate?.(report, where.file, 'document') ?? where.file;
  return { file: file.replaceAll('\\', '/'), line: where.line, column: where.column };
}
