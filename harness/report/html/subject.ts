import type { Level, Outcome, Report, RequirementReport, SubjectReport } from '../../../types/generated/report.ts';
import { outcomeRows, outcomeVendors, undeclaredCases } from '../outcome-rows.ts';
import type { ReporterOptions } from '../reporter.ts';
import { commandText, count, list, noticeGroups, notTested, subjectStatus, summaryText, tally } from '../view.ts';
import { anchor, html, type Markup } from './markup.ts';
import { requirementPart, VERDICT_WORD } from './requirement.ts';

/** Verdicts in the order in which bars and lists show them: what needs a person first. */
export const SHOWN_VERDICTS = ['fail', 'error', 'untested', 'warn', 'pass', 'undecidable', 'not-applicable'] as const;

/** A level as a card with the look of a badge. */
export function levelCard(level: Level): Markup {
  const counts: readonly [number, string][] = [
    [level.passed, 'passed'],
    [level.failed, 'failed'],
    [level.warned, 'warned'],
    [level.untested, 'untested'],
    [level.notApplicable, 'not applicable'],
    [level.undecidable, 'undecidable'],
  ];
  const text = counts.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])).join(', ');
  const absent = level.absent ?? [];
  return html`<li class="level s-${level.status}"><p class="name"><b>${level.level}</b> <span class="status">${level.status}</span></p><p>${level.spec} ${
    level.edition
  }${level.role !== null && ` · ${level.role}`}${level.vendor !== null && ` · ${level.vendor}`}${level.claimed && html` · <b>claimed</b>`}</p><p>${text === '' ? 'nothing was judged' : text}</p>${
    level.status !== 'granted' && typeof level.reason === 'string' && html`<p class="why">${level.reason}</p>`
  }${absent.length > 0 && html`<p class="why">declared absent: ${absent.join(', ')}</p>`}${
    level.ours === true && html`<p class="why">a level of this suite, not of the specification</p>`
  }</li>`;
}

function bar(subject: SubjectReport): Markup {
  const counts = tally(subject.requirements);
  const total = Math.max(1, subject.requirements.length);
  let at = 0;
  const parts = SHOWN_VERDICTS.map((verdict) => {
    const width = (counts[verdict] / total) * 1000;
    const part =
      width > 0 && html`<rect class="v-${verdict}" x="${at.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    at += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${summaryText(subject)}">${parts}</svg>`;
}

function leaksPart(subject: SubjectReport, id: string): Markup | false {
  if (subject.leaks.length === 0) return false;
  const bound = new Set(subject.requirements.map((entry) => entry.id));
  return html`<section class="leaks" aria-labelledby="${id}--leaks"><h3 id="${id}--leaks">Leaks</h3><p>${count(
    subject.leaks.length,
    'planted text',
  )} came out again.</p><div class="scroll" tabindex="0" role="region" aria-label="Leaks"><table><thead><tr><th scope="col">Kind</th><th scope="col">Planted in</th><th scope="col">Left through</th><th scope="col">Encoding</th><th scope="col">Requirement</th></tr></thead><tbody>${subject.leaks.map(
    (leak) =>
      html`<tr class="${leak.verdict ?? 'none'}"><td>${leak.kind}</td><td><code>${leak.canary}</code> ${leak.vendor} ${leak.event}</td><td>${leak.channel}: <code>${leak.place}</code></td><td>${leak.encoding}</td><td>${
        leak.requirements.length === 0
          ? 'none'
          : leak.requirements.map((requirement) =>
              bound.has(requirement)
                ? html`<a href="#${anchor(id, requirement)}">${requirement}</a> `
                : `${requirement} `,
            )
      }</td></tr>`,
  )}</tbody></table></div></section>`;
}

function outcomeCell(outcomes: readonly Outcome[] | undefined): Markup {
  if (outcomes === undefined) return html`<td></td>`;
  // Two events that come to the same for the same reason need it said once.
  const told = new Map(
    outcomes.map((one) => [JSON.stringify([one.effect, one.adds, one.why, one.provenance]), one] as const),
  );
  return html`<td>${[...told.values()].map(
    (outcome) =>
      html`<div class="outcome"><b class="e-${outcome.effect}">${outcome.effect}</b>${outcome.adds.map((add) => html` <span class="chip">+${add}</span>`)}<span class="why">${outcome.why} <i>${outcome.provenance}</i></span></div>`,
  )}</td>`;
}

function outcomesPart(subject: SubjectReport, id: string): Markup | false {
  const rows = outcomeRows(subject.outcomes, false, undeclaredCases(subject));
  if (rows.length === 0) return false;
  const vendors = outcomeVendors(subject.outcomes);
  return html`<section aria-labelledby="${id}--outcomes"><h3 id="${id}--outcomes">What each vendor does with the answers</h3><div class="scroll" tabindex="0" role="region" aria-label="Outcomes by vendor"><table class="outcomes"><thead><tr><th scope="col">Scenario</th><th scope="col">It answered</th>${vendors.map(
    (vendor) => html`<th scope="col">${vendor}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.label}${row.scenarios.length > 1 && html`<details class="inputs"><summary>all of them</summary><ul class="plain">${row.scenarios.map((scenario) => html`<li>${scenario}</li>`)}</ul></details>`}</th><td><code>${row.answer}</code></td>${vendors.map((vendor) => outcomeCell(row.cells.get(vendor)))}</tr>`,
  )}</tbody></table></div></section>`;
}

function fedPart(subject: SubjectReport, id: string): Markup | false {
  const fed = subject.fed ?? [];
  if (fed.length === 0) return false;
  return html`<section aria-labelledby="${id}--fed"><h3 id="${id}--fed">What came out of each native event</h3><div class="scroll" tabindex="0" role="region" aria-label="Native events"><table><thead><tr><th scope="col">Native event</th><th scope="col">Fed</th><th scope="col">Emitted</th><th scope="col">Missing</th></tr></thead><tbody>${fed.map(
    (row) => {
      const missing = (row.expected ?? []).filter((type) => !row.emitted.includes(type));
      return html`<tr class="${missing.length > 0 ? 'fail' : 'none'}"><th scope="row">${row.vendor} ${row.event}</th><td>${row.cases}</td><td>${
        row.emitted.length > 0 ? row.emitted.join(', ') : 'nothing'
      }</td><td>${missing.length > 0 ? missing.join(', ') : row.note}</td></tr>`;
    },
  )}</tbody></table></div></section>`;
}

/** Requirements by specification and level, in catalogue order within each. */
function groups(subject: SubjectReport): readonly (readonly [string, readonly RequirementReport[]])[] {
  const found = new Map<string, RequirementReport[]>();
  for (const entry of subject.requirements) {
    const name = entry.level === undefined ? entry.spec : `${entry.spec} · ${entry.level}`;
    const entries = found.get(name);
    if (entries === undefined) found.set(name, [entry]);
    else entries.push(entry);
  }
  return [...found];
}

function requirementsPart(subject: SubjectReport, id: string, options: ReporterOptions): Markup | false {
  if (subject.requirements.length === 0) return false;
  // One requirement may stand twice, once for each edition; an id of a page may not.
  const seen = new Map<string, number>();
  const unique = (entry: RequirementReport): string => {
    const times = (seen.get(entry.id) ?? 0) + 1;
    seen.set(entry.id, times);
    return times === 1 ? anchor(id, entry.id) : anchor(id, entry.id, String(times));
  };
  return html`<section class="requirements" aria-labelledby="${id}--requirements"><h3 id="${id}--requirements">Requirements</h3>${groups(
    subject,
  ).map(([name, entries]) => {
    const counts = tally(entries);
    const text = SHOWN_VERDICTS.flatMap((verdict) =>
      counts[verdict] > 0 ? [`${counts[verdict]} ${VERDICT_WORD[verdict]}`] : [],
    );
    const open = counts.fail + counts.error + counts.warn + counts.untested > 0;
    return html`<details class="group"${open && html` open`}><summary><b>${name}</b> <span class="times">${text.join(' · ')}</span></summary>${entries.map(
      (entry) => requirementPart(entry, unique(entry), options),
    )}</details>`;
  })}</section>`;
}

function flakyPart(subject: SubjectReport, id: string): Markup | false {
  const flaky = subject.flaky ?? [];
  if (flaky.length === 0) return false;
  return html`<section aria-labelledby="${id}--flaky"><h3 id="${id}--flaky">Flaky</h3><p>${count(
    flaky.length,
    'case',
  )} did not come out the same twice.</p><ul class="plain">${flaky.map(
    (one) =>
      html`<li><code>${one.case}</code> ${one.message} <span class="times">${one.verdicts.join(', ')}</span></li>`,
  )}</ul></section>`;
}

function notesPart(subject: SubjectReport, id: string): Markup | false {
  const notices = noticeGroups(subject);
  const untested = notTested(subject);
  if (notices.length + untested.length === 0) return false;
  return html`${
    notices.length > 0 &&
    html`<section aria-labelledby="${id}--notices"><h3 id="${id}--notices">Worth knowing</h3><ul class="plain">${notices.map(
      ({ id: rule, message, times }) =>
        html`<li><code>${rule}</code> ${message}${times > 1 && ` (${times} cases)`}</li>`,
    )}</ul></section>`
  }${
    untested.length > 0 &&
    html`<section aria-labelledby="${id}--untested"><h3 id="${id}--untested">Not tested</h3><ul class="plain">${untested.map(
      (group) =>
        html`<li><b>${group.ids.length} ${VERDICT_WORD[group.verdict]}</b>: ${group.reason} <span class="times">${list(group.ids, 8)}</span></li>`,
    )}</ul></section>`
  }`;
}

/** Everything about one subject. */
export function subjectPart(subject: SubjectReport, index: number, report: Report, options: ReporterOptions): Markup {
  const id = anchor('s', String(index + 1), subject.name);
  const status = subjectStatus(subject, report);
  const facts = [subject.role, subject.spec, (subject.vendors ?? []).join(', ')].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  const head = html`<header><h2 id="${id}">${subject.name} <span class="pill p-${status}">${status}</span></h2><p class="facts">${facts.join(
    ' · ',
  )}</p><p><code>${commandText(subject)}</code></p>`;
  if (typeof subject.unusable === 'string') {
    return html`<section class="subject">${head}</header><p class="banner">It could not be started: ${subject.unusable}</p></section>`;
  }
  return html`<section class="subject" aria-labelledby="${id}">${head}${bar(subject)}<p>${summaryText(subject)} · ${count(
    subject.summary.cases,
    'case',
  )}, ${count(subject.summary.spawns, 'process', 'processes')}</p></header>${leaksPart(subject, id)}${
    subject.levels.length > 0 && html`<ul class="levels">${subject.levels.map(levelCard)}</ul>`
  }${outcomesPart(subject, id)}${fedPart(subject, id)}${flakyPart(subject, id)}${requirementsPart(subject, id, options)}${notesPart(subject, id)}</section>`;
}
