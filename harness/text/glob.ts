/** A pattern of --only and --skip: `*` stands for any characters, `?` for one; everything else for itself. Case counts. */
function globToRegExp(glob: string): RegExp {
  const body = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${body}$`, 's');
}

/** A test for several patterns: true when any of them matches. */
export function anyGlob(globs: readonly string[]): (text: string) => boolean {
  const patterns = globs.map(globToRegExp);
  return (text) => patterns.some((pattern) => pattern.test(text));
}
