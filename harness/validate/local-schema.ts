/**
 * A schema for a folder of its own: without its `$id`, so that its relative references lead to the files beside it and no tool
 * looks for them on the network. The comment keeps the name that people cite.
 */
export function localSchema(text: string): string {
  return text.replace(
    /^ {2}"\$id": ("[^"]*"),$/m,
    (_, id: string) => `  "$comment": "Published as ${id.slice(1, -1)}",`,
  );
}
