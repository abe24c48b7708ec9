import type { Level, Verdict } from '../../../types/generated/report.ts';
import { badgeOf } from '../badge/badge.ts';
import { badgeEndpoint, badgeSvg } from '../badge/svg.ts';
import { anchor, html, type Markup } from '../html/markup.ts';
import { htmlPage, page } from '../html/page.ts';
import { VERDICT_WORD } from '../html/requirement.ts';
import { SHOWN_VERDICTS } from '../html/subject.ts';
import type { ReporterOptions } from '../reporter.ts';
import { count, subjectStatus } from '../view.ts';
import {
  compare,
  type Implementation,
  type LevelColumn,
  levelOf,
  type Matrix,
  type Named,
  type RequirementRow,
} from './matrix.ts';
import { compareJson } from './text.ts';

const SIGN: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  error: 'E',
  untested: '?',
  undecidable: '~',
  'not-applicable': '–',
};

function levelCell(level: Level | undefined, href: string): Markup {
  if (level === undefined) return html`<td class="v-none"><span aria-label="not judged">·</span></td>`;
  const kind = level.status === 'granted' ? 'pass' : level.status === 'withheld' ? 'fail' : 'untested';
  const total = level.passed + level.failed + level.warned + level.untested;
  return html`<td class="v-${kind}"><a href="${href}"><b>${level.status}</b></a> <small>${level.passed} of ${total}</small></td>`;
}

function columnName(column: LevelColumn): string {
  return [column.level, column.vendor].filter((word) => word !== null).join(' ');
}

function levelTables(matrix: Matrix, hrefs: readonly string[]): readonly Markup[] {
  const groups = new Map<string, LevelColumn[]>();
  for (const column of matrix.levels) {
    const key = [column.spec, column.edition, column.role].filter((word) => word !== null).join(' · ');
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups].map(([name, columns]) => {
    const rows = matrix.implementations.flatMap((one, at) =>
      columns.some((column) => levelOf(one, column) !== undefined) ? [{ one, href: hrefs[at] ?? '' }] : [],
    );
    return html`<section class="subject" aria-label="${name}"><h2>${name}</h2><div class="scroll" tabindex="0" role="region" aria-label="Levels of ${name}"><table class="matrix"><thead><tr><th scope="col">Implementation</th>${columns.map(
      (column) => html`<th scope="col">${columnName(column)}</th>`,
    )}</tr></thead><tbody>${rows.map(
      ({ one, href }) =>
        html`<tr><th scope="row"><a href="${href}">${one.name}</a></th>${columns.map((column) => levelCell(levelOf(one, column), href))}</tr>`,
    )}</tbody></table></div></section>`;
  });
}

function summaryTable(matrix: Matrix, hrefs: readonly string[]): Markup {
  return html`<section class="subject" aria-labelledby="implementations"><h2 id="implementations">Implementations</h2><div class="scroll" tabindex="0" role="region" aria-label="Implementations"><table class="matrix"><thead><tr><th scope="col">Implementation</th><th scope="col">Role</th><th scope="col">Result</th>${SHOWN_VERDICTS.map(
    (verdict) => html`<th scope="col">${VERDICT_WORD[verdict]}</th>`,
  )}<th scope="col">Cases</th><th scope="col">Run</th></tr></thead><tbody>${matrix.implementations.map((one, at) => {
    const { summary } = one.subject;
    const counts: Readonly<Record<Verdict, number>> = {
      pass: summary.passed,
      fail: summary.failed,
      warn: summary.warned,
      error: summary.errors,
      untested: summary.untested,
      undecidable: summary.undecidable,
      'not-applicable': summary.notApplicable,
    };
    const status = subjectStatus(one.subject, one.report);
    return html`<tr><th scope="row"><a href="${hrefs[at] ?? ''}">${one.name}</a></th><td>${one.subject.role}</td><td><span class="pill p-${status}">${status}</span></td>${SHOWN_VERDICTS.map(
      (verdict) => html`<td>${counts[verdict]}</td>`,
    )}<td>${summary.cases}</td><td class="nowrap">${one.report.startedAt.slice(0, 10)}, ${one.report.hookconf}</td></tr>`;
  })}</tbody></table></div></section>`;
}

/** Worst verdict of a row, in the order of what needs a person first: the page's filters work by it. */
function worst(row: RequirementRow): Verdict {
  return SHOWN_VERDICTS.find((verdict) => row.verdicts.includes(verdict)) ?? 'untested';
}

function requirementTables(matrix: Matrix, hrefs: readonly string[], options: ReporterOptions): readonly Markup[] {
  const groups = new Map<string, RequirementRow[]>();
  for (const row of matrix.requirements) {
    const name = row.level === undefined || row.level === '' ? row.spec : `${row.spec} · ${row.level}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return [...groups].map(([name, rows]) => {
    const bound = matrix.implementations.flatMap((one, at) =>
      rows.some((row) => row.verdicts[at] !== undefined) ? [{ one, at }] : [],
    );
    const differing = rows.filter((row) => row.differs).length;
    return html`<details class="group"${differing > 0 && html` open`}><summary><b>${name}</b> <span class="times">${count(rows.length, 'requirement')}, ${differing} on which they differ</span></summary><div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="matrix"><thead><tr><th scope="col">Requirement</th>${bound.map(
      ({ one, at }) => html`<th scope="col"><a href="${hrefs[at] ?? ''}">${one.name}</a></th>`,
    )}</tr></thead><tbody>${rows.map((row) => {
      const statement = options.requirement(row.id)?.statement ?? '';
      return html`<tr class="requirement" id="${anchor(row.id)}" data-id="${row.id}" data-verdict="${worst(row)}" data-spec="${row.spec}" data-search="${`${row.id} ${statement} ${row.spec}`.toLowerCase()}"><th scope="row" title="${statement}">${row.id}<span class="says">${statement}</span></th>${bound.map(
        ({ one, at }) => cell(row.verdicts[at], `${hrefs[at] ?? ''}#${row.id}`, one),
      )}</tr>`;
    })}</tbody></table></div></details>`;
  });
}

function cell(verdict: Verdict | undefined, href: string, one: Implementation): Markup {
  if (verdict === undefined) return html`<td class="v-none"><span aria-label="does not bind ${one.name}">·</span></td>`;
  return html`<td class="v-${verdict}"><a href="${href}" aria-label="${VERDICT_WORD[verdict]}">${SIGN[verdict]}</a></td>`;
}

function filters(matrix: Matrix): Markup {
  const specs = [...new Set(matrix.requirements.map((row) => row.spec))];
  const verdicts = SHOWN_VERDICTS.filter((verdict) => matrix.requirements.some((row) => worst(row) === verdict));
  return html`<form class="filters" role="search" aria-label="Requirements" hidden><label class="search"><span>Search</span><input type="search" id="search" placeholder="id or words   ( / )" autocomplete="off" spellcheck="false"></label>${
    specs.length > 1 &&
    html`<label><span>Specification</span><select id="spec"><option value="">all</option>${specs.map((spec) => html`<option>${spec}</option>`)}</select></label>`
  }<fieldset><legend>Worst verdict</legend>${verdicts.map(
    (verdict) =>
      html`<label class="toggle v-${verdict}"><input type="checkbox" name="verdict" value="${verdict}" checked><span>${VERDICT_WORD[verdict]}</span></label>`,
  )}</fieldset><output id="shown" aria-live="polite"></output></form><p id="none" hidden>No requirement matches.</p>`;
}

/**
 * The site that compares implementations: file names and contents. `index.html` is the matrix by level and requirement,
 * `reports/` holds each report whole, `badges/` a badge for each implementation, `comparison.json` the matrix as data.
 */
export function compareSite(reports: readonly Named[], options: ReporterOptions): ReadonlyMap<string, string> {
  const matrix = compare(reports);
  const files = new Map<string, string>();
  const pageOf = new Map(reports.map((named, at) => [named.report, `reports/${at + 1}-${anchor(named.name)}.html`]));
  for (const { report } of reports) files.set(pageOf.get(report) ?? '', htmlPage(report, options));
  const hrefs = matrix.implementations.map((one) => pageOf.get(one.report) ?? '');
  for (const [at, one] of matrix.implementations.entries()) {
    const badge = badgeOf({ ...one.report, project: { levels: [] }, subjects: [one.subject] }, {});
    const name = `badges/${at + 1}-${anchor(one.name)}`;
    files.set(`${name}.svg`, badgeSvg(badge));
    files.set(`${name}.json`, badgeEndpoint(badge));
  }
  files.set('comparison.json', compareJson(reports));
  const body = html`<a class="skip" href="#main">Skip to the results</a>
<header class="top"><div><h1>hookconf</h1><p class="facts">${count(matrix.implementations.length, 'implementation')} of hooks, side by side</p></div><div class="tools"><button type="button" id="theme" hidden>Dark</button><button type="button" id="open" hidden>Open all</button></div></header>
<main id="main" tabindex="-1">${summaryTable(matrix, hrefs)}${levelTables(matrix, hrefs)}<section class="subject" aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>${filters(matrix)}${requirementTables(matrix, hrefs, options)}</section></main>
<footer><p>${SHOWN_VERDICTS.map((verdict) => `${SIGN[verdict]} ${VERDICT_WORD[verdict]}`).join(' · ')} · a dot: it does not bind</p><p class="keys" hidden>Keys: <kbd>/</kbd> search · <kbd>n</kbd> next failure · <kbd>p</kbd> previous · <kbd>t</kbd> theme · <kbd>Esc</kbd> clear</p></footer>`;
  files.set('index.html', page('hookconf: implementations', body));
  return files;
}
