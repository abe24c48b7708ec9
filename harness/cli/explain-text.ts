import type { Requirement } from '../model/requirement.ts';
import { assertNever, type Grade } from '../model/words.ts';
import { wrap } from '../text/wrap.ts';

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

/** A requirement as a person reads it: what it says, who says it, what it costs, how it is tested. */
export function explainText(requirement: Requirement, width: number): string {
  const lines: string[] = [`${requirement.id}  ${requirement.keyword}`, ''];
  lines.push(...wrap(requirement.statement, Math.min(width, 100)), '');
  const label = (name: string, text: string | undefined): void => {
    if (text === undefined || text === '') return;
    const [first = '', ...more] = wrap(text, Math.min(width, 100) - 13);
    lines.push(`${name.padEnd(13)}${first}`, ...more.map((line) => `${' '.repeat(13)}${line}`));
  };
  label('source', `${requirement.spec}, section ${requirement.section} (edition mark ${requirement.edition})`);
  label('grade', `${requirement.grade}: ${cost(requirement.grade)}`);
  label('level', requirement.level);
  label('binds', requirement.roles.join(', '));
  label('why', requirement.why);
  label('not testable', requirement.undecidable);
  label('input', requirement.input);
  label('observed', requirement.observe);
  label('passes when', requirement.pass);
  label('limits', requirement.limits);
  label('passes', requirement.positive);
  label('fails', requirement.negative);
  label('rests on', requirement.dependsOn.join(', '));
  label('errata', requirement.errata.join(', '));
  label('note', requirement.note);
  return `${lines.join('\n')}\n`;
}
