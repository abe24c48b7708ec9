/** The files that the patch below touches, by what it does to them; the first is the one that a fallback key names. */
const PATCH_FILES = {
  added: 'src/added.ts',
  updated: 'src/updated.ts',
  moved: 'src/moved.ts',
  deleted: 'src/deleted.ts',
} as const;

/** One patch with every kind of header; `added` and `removed` stand in its body, of which nothing may be kept. ASCII, if they are. */
export function patchText(added: string, removed: string): string {
  return [
    '*** Begin Patch',
    `*** Add File: ${PATCH_FILES.added}`,
    `+const value = "${added}";`,
    `*** Update File: ${PATCH_FILES.updated}`,
    `*** Move to: ${PATCH_FILES.moved}`,
    '@@',
    `-const value = "${removed}";`,
    '+const value = "x";',
    `*** Delete File: ${PATCH_FILES.deleted}`,
    '*** End Patch',
    '',
  ].join('\n');
}
