import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, sample, sampleNames } from '../../../test/reports/samples.ts';
import type { Report } from '../../../types/generated/report.ts';
import { compareSite } from '../compare/site.ts';
import { jsonDiff } from './diff.ts';
import { html } from './markup.ts';
import { htmlPage } from './page.ts';

const CHROMIUM = '/usr/bin/chromium';

test('text of others is escaped, markup of ours is not', () => {
  const part = html`<b title="${'"\'<&>'}">${['<i>', html`<u>${1}</u>`, null, false, undefined]}</b>`;
  expect(part.text).toBe('<b title="&quot;&#39;&lt;&amp;&gt;">&lt;i&gt;<u>1</u></b>');
});

test('a difference names what was expected and what came', () => {
  expect(jsonDiff('{"a":1,"b":2}', '{"a":1,"b":3}')?.map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
    'same {',
    'same "a": 1,',
    'expected "b": 2',
    'actual "b": 3',
    'same }',
  ]);
  expect(jsonDiff('anything', '{}')).toBeUndefined();
});

test.each(sampleNames)('%s is one file that fetches nothing', (name) => {
  const page = htmlPage(sample(name), plain);
  expect(page).toMatch(/^<!doctype html>\n/);
  expect(page).not.toMatch(/<(link|img|iframe|object|embed)\b|(src|action)=|@import|url\((?!#)/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('default-src &#39;none&#39;');
});

function hostile(): Report {
  const report = sample('project');
  const text = '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';
  for (const subject of report.subjects) {
    subject.name += text;
    for (const entry of subject.requirements) {
      for (const failure of entry.failures)
        Object.assign(failure, { message: text, input: text, repro: text, actual: text });
    }
  }
  return report;
}

// The repository's tests never install a browser: without Debian's Chromium these are skipped, by name.
describe.skipIf(!existsSync(CHROMIUM))('in a real browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    folder = mkdtempSync(join(tmpdir(), 'page-'));
  });
  afterAll(async () => {
    await browser?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  async function open(report: Report, hash = '', scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const file = join(folder, `${Math.abs(report.seed)}-${report.subjects.length}.html`);
    writeFileSync(file, htmlPage(report, plain));
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1200, height: 800 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
    await page.goto(pathToFileURL(file).href + hash);
    expect(problems).toEqual([]);
    return page;
  }

  async function seriousProblems(page: Page, axe: string): Promise<string[]> {
    await page.evaluate("for (const entry of document.querySelectorAll('details')) entry.open = true");
    await page.evaluate(readFileSync(axe, 'utf8'));
    const found = (await page.evaluate('axe.run()')) as {
      violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  }

  const visible = (page: Page): Promise<string[]> =>
    page.$$eval('.requirement:not([hidden])', (entries) => entries.map((entry) => entry.getAttribute('data-id') ?? ''));

  test('filters by verdict, by specification and by words, and says how many are shown', async () => {
    const page = await open(sample('project'));
    const all = await visible(page);
    expect(all.length).toBe(18);
    await page.selectOption('#spec', 'hook-interchange');
    expect((await visible(page)).every((id) => id.startsWith('HIF-'))).toBe(true);
    await page.selectOption('#spec', '');
    for (const verdict of ['pass', 'warn', 'untested', 'undecidable', 'not-applicable']) {
      await page.uncheck(`input[value="${verdict}"]`);
    }
    expect(await visible(page)).toEqual(['HIF-OUT-005', 'NV-GEMINI-CLI-012', 'DC-GUARD']);
    expect(await page.textContent('#shown')).toBe('3 of 18 shown');
    await page.fill('#search', 'gemini exit');
    expect(await visible(page)).toEqual(['NV-GEMINI-CLI-012']);
    await page.fill('#search', 'no such words');
    expect(await page.isVisible('#none')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await visible(page)).toEqual(all);
    await page.close();
  });

  test('a link to a requirement opens it, by its anchor and by its id alone', async () => {
    for (const hash of ['#HIF-OUT-005', '#s--2--acme-runner--HIF-OUT-005']) {
      const page = await open(sample('project'), hash);
      const entry = page.locator('#s--2--acme-runner--HIF-OUT-005');
      expect(await entry.getAttribute('open')).not.toBeNull();
      expect(await entry.locator('.message').isVisible()).toBe(true);
      await page.close();
    }
    const page = await open(sample('project'));
    await page.uncheck('input[value="pass"]');
    await page.evaluate("location.hash = '#HIF-MAP-002'");
    await page.waitForSelector('[data-id="HIF-MAP-002"][open]');
    expect(await page.isChecked('input[value="pass"]')).toBe(true);
    await page.close();
  });

  test('keys walk through what failed, and reach the search', async () => {
    const page = await open(sample('hook-fails'));
    const here = (): Promise<string | null> => page.$eval('.here', (entry) => entry.getAttribute('data-id'));
    await page.keyboard.press('n');
    expect(await here()).toBe('NV-GEMINI-CLI-012');
    await page.keyboard.press('n');
    expect(await here()).toBe('NV-CURSOR-003');
    await page.keyboard.press('p');
    expect(await here()).toBe('NV-GEMINI-CLI-012');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await page.keyboard.press('/');
    await page.keyboard.type('nt/');
    expect(await page.inputValue('#search')).toBe('nt/');
    await page.close();
  });

  test('the theme follows the reader, and their choice', async () => {
    const page = await open(sample('emitter'), '', 'dark');
    const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.click('#theme');
    const light = await background();
    expect(light).not.toBe(dark);
    // A browser writes its storage when it likes; the choice must be there soon, not in the same instant.
    await expect
      .poll(
        async () => {
          await page.reload();
          return background();
        },
        { timeout: 50_000, interval: 200 },
      )
      .toBe(light);
    await page.close();
  });

  test('printing opens what failed and leaves the controls out', async () => {
    const page = await open(sample('hook-fails'));
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.isVisible('.filters')).toBe(false);
    expect(await page.isVisible('[data-id="NV-GEMINI-CLI-012"] .message')).toBe(true);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.close();
  });

  test('it reads without its script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const file = join(folder, 'plain.html');
    writeFileSync(file, htmlPage(sample('hook-fails'), plain));
    await page.goto(pathToFileURL(file).href);
    expect(await page.isVisible('.filters')).toBe(false);
    await page.click('[data-id="NV-GEMINI-CLI-012"] > summary');
    expect(await page.isVisible('[data-id="NV-GEMINI-CLI-012"] .message')).toBe(true);
    await context.close();
  });

  test('what a subject printed never runs', async () => {
    const page = await open(hostile());
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('img').count()).toBe(0);
    await page.close();
  });

  test('the site of a comparison filters by its worst verdicts, and axe finds nothing serious', async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const site = compareSite(
      ['project', 'hook-passes'].map((name) => ({ name, report: sample(name) })),
      plain,
    );
    const file = join(folder, 'index.html');
    writeFileSync(file, site.get('index.html') ?? '');
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    for (const box of await page.locator('input[name="verdict"]').all()) {
      if ((await box.getAttribute('value')) !== 'fail') await box.uncheck();
    }
    expect(await visible(page)).toEqual(['HIF-OUT-005', 'NV-GEMINI-CLI-012', 'DC-GUARD']);
    expect(await seriousProblems(page, axe)).toEqual([]);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (scheme) => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    for (const name of ['emitter', 'hook-fails', 'project']) {
      const page = await open(sample(name), '', scheme);
      expect(await seriousProblems(page, axe)).toEqual([]);
      await page.close();
    }
  });
});
