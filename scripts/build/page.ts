import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeData } from './data.ts';

/** The style sheet and script of the HTML report, so that the reporter needs no file of the sources. */
export function buildPage(root: string): void {
  const folder = join(root, 'harness/report/html/assets');
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'));
  const css = sheets.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  writeData(root, 'report/page', { css: css.join(''), js: readFileSync(join(folder, 'client.js'), 'utf8') });
}
