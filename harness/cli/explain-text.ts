import type { ErratumExplanation, Explanation } from '../../suites/explain.ts';
import { assertNever, type Grade } from '../model/words.ts';
import { wrap } from '../text/wrap.ts';

/** Column in which the text of a label starts. */
const INDENT = 13;
/** Planted faults named; `npm run mutants` knows them all. */
const BROKEN_SHOWN = 3;

function cost(grade: Grade): string {
  switch (grade) {
    case 'fail':
      return 'breaking it fails the subject';
    case 'warn':
      return 'breaking it is a warning; it fails nobody unless --strict is given';
    case 'info':
      return 'breaking it is only a notice, without a verdict';
    default:
      return assertNever(grade);
  }
}

/** Markdown emphasis that the data carries is for documents; a terminal shows the words alone. */
function plain(text: string): string {
  return text.replaceAll('**', '').replaceAll(/(?<=^|\s)\*([^*\s][^*]*)\*/g, '$1');
}

/** A requirement as a person reads it: what it says, who says it, what it costs, how it is tested, what others say. */
export function explainText(explanation: Explanation, width: number): string {
  const { requirement, citation, tested } = explanation;
  const columns = Math.min(width, 100);
  const lines: string[] = [`${requirement.id}  ${requirement.keyword}`, ''];
  lines.push(...wrap(requirement.statement, columns), '');
  const label = (name: string, text: string | undefined): void => {
    if (text === undefined || text === '') return;
    const [first = '', ...more] = wrap(plain(text), columns - INDENT);
    lines.push(`${name.padEnd(INDENT)}${first}`, ...more.map((line) => `${' '.repeat(INDENT)}${line}`));
  };
  const heading = (text: string): void => {
    lines.push('', ...wrap(text, columns));
  };
  const editions = citation.editions.length === 0 ? '' : `; binds in edition ${citation.editions.join(' and ')}`;
  label('source', `${citation.spec}, section ${citation.section}${editions}`);
  label('grade', `${requirement.grade}: ${cost(requirement.grade)}`);
  label('level', requirement.level);
  label('binds', explanation.binds.join(', '));
  label('why', explanation.why);
  label('usual causes', explanation.causes.join('; '));
  label('not testable', explanation.undecidable);
  if (tested !== undefined) {
    label('tested as', `${tested.title}: ${tested.given}`);
    label('input', tested.input);
    label('observed', tested.observed);
    label('passes when', tested.pass);
    label('limits', tested.limits);
  }
  label('passes', explanation.passes);
  label('fails', explanation.fails);
  const { groupExample } = explanation;
  const halves = [
    ['passes', groupExample?.passes],
    ['fails', groupExample?.fails],
  ] as const;
  for (const [index, [word, example]] of halves.filter(([, half]) => half !== undefined).entries())
    label(index === 0 ? 'for example' : '', `(of ${explanation.group}) ${word}: ${example}`);
  for (const [index, program] of explanation.brokenBy.slice(0, BROKEN_SHOWN).entries()) {
    label(index === 0 ? 'caught in' : '', program);
  }
  label('rests on', explanation.dependsOn.map(({ id }) => id).join(', '));
  label('note', explanation.note);
  for (const erratum of explanation.errata) {
    heading(`${erratum.id} ${erratum.title}`);
    label('text', erratum.text);
    label('reading', erratum.reading);
    label('because', erratum.why);
    label('settled by', erratum.settles);
  }
  for (const reading of explanation.readings) {
    heading(`${reading.id} more than one answer passes`);
    label('reading', reading.text);
  }
  for (const other of explanation.elsewhere) {
    heading(`Elsewhere: ${other.about}`);
    for (const { spec, text } of other.says)
      lines.push(...wrap(`${spec}: ${text}`, columns).map((line) => `  ${line}`));
    label('conflict', other.conflict);
  }
  return `${lines.join('\n')}\n`;
}

/** An erratum or a reading as a person reads it. */
export function erratumText(erratum: ErratumExplanation, width: number): string {
  const columns = Math.min(width, 100);
  const lines: string[] = [`${erratum.id}  ${erratum.title}`, ''];
  const label = (name: string, text: string | undefined): void => {
    if (text === undefined || text === '') return;
    const [first = '', ...more] = wrap(plain(text), columns - INDENT);
    lines.push(`${name.padEnd(INDENT)}${first}`, ...more.map((line) => `${' '.repeat(INDENT)}${line}`));
  };
  label('of', erratum.specs.join(', '));
  label('text', erratum.text);
  label('reading', erratum.reading);
  label('because', erratum.why);
  label('settled by', erratum.settles);
  label('decides', erratum.requirements.map(({ id, grade }) => `${id} (${grade})`).join(', '));
  return `${lines.join('\n')}\n`;
}
