import { createHash } from 'node:crypto';
import type { Report } from '../../../types/generated/report.ts';
import { data } from '../../assets.ts';
import type { Reporter } from '../reporter.ts';
import { count, duration, reportStatus, subjectStatus, tally } from '../view.ts';
import { anchor, html, type Markup, type Part, trusted } from './markup.ts';
import { VERDICT_WORD } from './requirement.ts';
import { levelCard, SHOWN_VERDICTS, subjectPart } from './subject.ts';

interface Assets {
  readonly css: string;
  readonly js: string;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The frame of every page of ours: one file, nothing fetched. The policy lets our own style and script run, by digest, and
 * nothing else, so that whatever a subject printed stays text even if an escape were missed.
 */
export function page(title: string, body: Part, withScript = true): string {
  const { css, js } = data<Assets>('report/page');
  const policy = [
    "default-src 'none'",
    `style-src ${hash(css)}`,
    withScript ? `script-src ${hash(js)}` : '',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.filter((rule) => rule !== '').join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(css)}</style>
</head>
<body>
${body}
${withScript && html`<script>${trusted(js)}</script>`}
</body>
</html>
`;
  return markup.text;
}

function filters(report: Report): Markup {
  const counts = tally(report.subjects.flatMap((subject) => subject.requirements));
  const specs = [...new Set(report.subjects.flatMap((subject) => subject.requirements.map((entry) => entry.spec)))];
  return html`<form class="filters" role="search" aria-label="Requirements" hidden><label class="search"><span>Search</span><input type="search" id="search" placeholder="id, words, message   ( / )" autocomplete="off" spellcheck="false"></label>${
    specs.length > 1 &&
    html`<label><span>Specification</span><select id="spec"><option value="">all</option>${specs.map((spec) => html`<option>${spec}</option>`)}</select></label>`
  }<fieldset><legend>Verdict</legend>${SHOWN_VERDICTS.map((verdict) =>
    counts[verdict] === 0
      ? false
      : html`<label class="toggle v-${verdict}"><input type="checkbox" name="verdict" value="${verdict}" checked><span>${VERDICT_WORD[verdict]} ${counts[verdict]}</span></label>`,
  )}</fieldset><output id="shown" aria-live="polite"></output></form>`;
}

function projectPart(report: Report): Markup | false {
  if (report.project.levels.length === 0) return false;
  return html`<section aria-labelledby="project"><h2 id="project">Project ${report.project.name}</h2><ul class="levels">${report.project.levels.map(levelCard)}</ul></section>`;
}

function baselinePart(report: Report): Markup | false {
  const baseline = report.baseline;
  if (baseline === undefined) return false;
  const parts: readonly [string, readonly { message: string }[]][] = [
    ['known', baseline.applied],
    ['stale', baseline.stale],
    ['expired', baseline.expired],
    ['fails differently', baseline.changed],
  ];
  return html`<section aria-labelledby="baseline"><h2 id="baseline">Baseline <code>${baseline.file}</code></h2><ul class="plain">${parts.flatMap(
    ([word, uses]) => uses.map((use) => html`<li><b>${word}</b> ${use.message}</li>`),
  )}</ul></section>`;
}

/** The report as one self-contained page. It reads without its script, which adds filters, search and deep links. */
export const htmlPage: Reporter = (report, options) => {
  const status = reportStatus(report);
  const date = report.startedAt.slice(0, 10);
  const body = html`<a class="skip" href="#main">Skip to the results</a>
<header class="top"><div><h1>hookconf <span class="pill p-${status}">${status}</span></h1><p class="facts">${date} · version ${report.hookconf} · seed ${report.seed} · ${duration(
    report.durationMs,
  )}${report.evidence === 'stream' && ' · judged from a recorded stream'}</p></div><div class="tools"><button type="button" id="theme" hidden>Dark</button><button type="button" id="open" hidden>Open failures</button></div></header>
${
  report.subjects.length > 1 &&
  html`<nav aria-label="Subjects"><ul>${report.subjects.map(
    (subject, index) =>
      html`<li><a href="#${anchor('s', String(index + 1), subject.name)}"><span class="dot p-${subjectStatus(subject, report)}"></span>${subject.name} <small>${subject.role}</small></a></li>`,
  )}</ul></nav>`
}
<main id="main" tabindex="-1">${
    !report.complete &&
    html`<p class="banner" role="status">The run is incomplete: ${report.incomplete ?? 'it was cut off.'} Nothing is granted by it.</p>`
  }${projectPart(report)}${filters(report)}<p id="none" hidden>No requirement matches.</p>${report.subjects.map(
    (subject, index) => subjectPart(subject, index, report, options),
  )}${report.subjects.length === 0 && html`<p>Nothing was tested.</p>`}${baselinePart(report)}</main>
<footer><p>${count(report.subjects.length, 'subject')}${
    report.environment !== undefined &&
    ` · Node ${report.environment.node}, ${report.environment.platform} ${report.environment.arch}`
  }${report.digests !== undefined && html` · corpus <code>${report.digests.corpus.slice(7, 19)}</code>, requirements <code>${report.digests.requirements.slice(7, 19)}</code>`}</p><p class="keys" hidden>Keys: <kbd>/</kbd> search · <kbd>n</kbd> next failure · <kbd>p</kbd> previous · <kbd>t</kbd> theme · <kbd>Esc</kbd> clear</p></footer>`;
  return page(`hookconf: ${report.subjects.map((subject) => subject.name).join(', ') || 'report'} ${status}`, body);
};
