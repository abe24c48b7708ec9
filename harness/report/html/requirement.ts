import type { Failure, RequirementReport, Seen } from '../../../types/generated/report.ts';
import type { ReporterOptions } from '../reporter.ts';
import { citation, count, groupFailures, isKnown } from '../view.ts';
import { jsonDiff, prettyText } from './diff.ts';
import { html, type Markup } from './markup.ts';

export const VERDICT_WORD = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warning',
  'not-applicable': 'not applicable',
  undecidable: 'undecidable',
  untested: 'untested',
  error: 'error of this suite',
} as const;

function panel(title: string, text: string, kind = ''): Markup {
  return html`<figure class="panel ${kind}"><figcaption>${title}</figcaption><pre tabindex="0">${
    text === '' ? html`<i>nothing</i>` : prettyText(text)
  }</pre></figure>`;
}

function comparison(failure: Failure): Markup {
  const diff = jsonDiff(failure.expected, failure.actual);
  if (diff === undefined) {
    return html`<div class="pair">${panel('Expected', failure.expected, 'want')}${panel('Came back', failure.actual, 'got')}</div>`;
  }
  const line = { same: '  ', expected: '- ', actual: '+ ' };
  return html`<figure class="panel"><figcaption>Difference <span class="want">− expected</span> <span class="got">+ came back</span></figcaption><pre class="diff" tabindex="0">${diff.map(
    ({ kind, text }) => html`<span class="${kind}">${line[kind] + text}\n</span>`,
  )}</pre></figure>`;
}

function seenPart(seen: Seen | undefined): Markup | false {
  if (seen === undefined) return false;
  return html`<details class="seen"><summary>Everything that the case saw</summary>${seen.spawns.map(
    (spawn, index) =>
      html`<h5>Process ${index + 1}: ${spawn.end}</h5>${
        spawn.environment !== undefined &&
        Object.keys(spawn.environment).length > 0 &&
        panel(
          'Environment',
          Object.entries(spawn.environment)
            .map(([name, value]) => `${name}=${value}`)
            .join('\n'),
        )
      }${panel('stdin', spawn.stdin)}${panel('stdout', spawn.stdout)}${panel('stderr', spawn.stderr)}`,
  )}${(seen.files ?? []).map((file) => panel(`File ${file.change}: ${file.place}`, file.content))}${(
    seen.requests ?? []
  ).map((request) => panel(`Request: ${request.method} ${request.url}`, request.body))}</details>`;
}

function failurePart(failure: Failure, cases: readonly string[]): Markup {
  const where = failure.where;
  const facts = [failure.vendor, failure.event].filter((word) => typeof word === 'string');
  return html`<article class="case"><p class="message">${
    where !== undefined && html`<code>${`${where.file}:${where.line}:${where.column}`}</code> `
  }${failure.message}</p><p class="facts"><code>${failure.case}</code>${facts.length > 0 && ` · ${facts.join(' ')}`}${
    cases.length > 1 && ` · the same in ${count(cases.length - 1, 'more case')}`
  }${failure.known !== undefined && html` · <b>known: ${failure.known}</b>`}</p>${panel('Sent', failure.input)}${comparison(
    failure,
  )}<div class="replay"><span>Replay</span><code>${failure.repro}</code><button type="button" class="copy" data-copy="${
    failure.repro
  }" aria-label="Copy the command that replays this case">Copy</button></div>${seenPart(failure.seen)}</article>`;
}

/** One requirement, closed; its summary is what a list shows, its inside what `hookconf explain` says and what failed. */
export function requirementPart(entry: RequirementReport, id: string, options: ReporterOptions): Markup {
  const known = options.requirement(entry.id);
  const statement = known?.statement ?? entry.failures[0]?.message ?? entry.reason ?? '';
  const facts: readonly [string, string | undefined][] = [
    ['Source', known === undefined ? entry.spec : citation(known)],
    ['Why', known?.why],
    ['How it is tested', known?.observe],
    ['Passes', known?.positive ?? known?.pass],
    ['Fails', known?.negative],
    ['Not decided', entry.reason ?? undefined],
  ];
  const groups = groupFailures(entry.failures);
  const search = `${entry.id} ${statement} ${entry.spec} ${entry.failures.map((failure) => failure.message).join(' ')}`;
  return html`<details class="requirement v-${entry.verdict}" id="${id}" data-id="${entry.id}" data-verdict="${
    entry.verdict
  }" data-spec="${entry.spec}" data-search="${search.toLowerCase()}"><summary><span class="verdict">${
    VERDICT_WORD[entry.verdict]
  }</span> <code class="rid">${entry.id}</code> <span class="keyword">${entry.keyword}</span> <span class="statement">${statement}</span>${
    isKnown(entry) && html` <span class="chip">known</span>`
  }${entry.flaky === true && html` <span class="chip">flaky</span>`} <span class="times">${count(
    entry.cases,
    'case',
  )}</span></summary><div class="inside"><dl>${facts.map(([title, text]) =>
    text === undefined || text === '' ? false : html`<dt>${title}</dt><dd>${text}</dd>`,
  )}</dl>${groups.map((group) => failurePart(group.first, group.cases))}<p class="links"><a href="#${id}">Link to this requirement</a> · <code>hookconf explain ${
    entry.id
  }</code></p></div></details>`;
}
