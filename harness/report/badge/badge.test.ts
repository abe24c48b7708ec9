import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { sample, sampleNames } from '../../../test/reports/samples.ts';
import type { Report } from '../../../types/generated/report.ts';
import { badgeOf } from './badge.ts';
import { badgeEndpoint, badgeSvg } from './svg.ts';

const includes = (_: string, level: string): readonly string[] =>
  ({ Taxonomy: ['Envelope'], Mapping: ['Taxonomy', 'Envelope'] })[level] ?? [];

function emitter(change: (report: Report) => void): Report {
  const report = sample('emitter');
  change(report);
  return report;
}

describe('what it says', () => {
  test.each([
    ['hook-passes', {}, 'brightgreen', /^3 passed \(hook: claude-code/],
    ['hook-fails', {}, 'red', /^2 requirements failed/],
    ['incomplete', {}, 'lightgrey', /^incomplete run/],
    ['emitter', {}, 'red', /^Mapping \(emitter\) withheld/],
    [
      'emitter',
      { level: 'Taxonomy' },
      'brightgreen',
      /^Taxonomy \(emitter\) without compaction · hookconf 0\.1\.0, 2026-01-01$/,
    ],
    ['emitter', { level: 'Privacy' }, 'red', /^Privacy \(emitter\) withheld/],
    ['emitter', { level: 'Nothing' }, 'lightgrey', /^not judged/],
    ['emitter', { spec: 'openhook' }, 'lightgrey', /^nothing tested/],
    ['project', {}, 'red', /^Extended withheld/],
    ['project', { role: 'converter' }, 'brightgreen', /^Core \+ Extended \(converter\)/],
  ] as const)('%s %j', (name, choice, colour, message) => {
    const badge = badgeOf(sample(name), choice);
    expect(badge.message).toMatch(message);
    expect(badge.colour).toBe(colour);
  });

  test('only the highest level is named', () => {
    const report = emitter(({ subjects }) => {
      for (const level of subjects[0]?.levels ?? []) level.claimed = false;
    });
    expect(badgeOf(report, { includes }).message).toMatch(/^Taxonomy \(emitter\) without compaction/);
  });
});

describe('never green on nothing', () => {
  test.each<[string, (report: Report) => void]>([
    ['incomplete', (report) => Object.assign(report, { complete: false })],
    [
      'flaky',
      ({ subjects }) => {
        for (const level of subjects[0]?.levels ?? []) level.status = 'granted';
        Object.assign(subjects[0] ?? {}, { flaky: [{ case: 'a', verdicts: ['pass', 'warn'], requirements: ['R'] }] });
      },
    ],
    ['no subject', (report) => Object.assign(report, { subjects: [] })],
    [
      'granted with nothing passed',
      ({ subjects }) => {
        for (const level of subjects[0]?.levels ?? []) Object.assign(level, { status: 'granted', passed: 0 });
      },
    ],
    [
      'undecided',
      ({ subjects }) => {
        for (const level of subjects[0]?.levels ?? []) Object.assign(level, { status: 'undecided' });
      },
    ],
  ])('%s is grey', (_, change) => {
    expect(badgeOf(emitter(change), {}).colour).toBe('lightgrey');
  });
});

test('the drawing is whole XML, and holds no more than text', async () => {
  for (const name of sampleNames) {
    const svg = badgeSvg(badgeOf(sample(name), {}));
    expect((await validateXML({ xml: svg, schema: SVG_XSD })).errors).toEqual([]);
    expect(svg).not.toMatch(/<(script|image|a|foreignObject)|href|on\w+=/);
  }
  const evil = sample('hook-passes');
  evil.hookconf = '"><script>alert(1)</script>\u0000';
  expect(badgeSvg(badgeOf(evil, {}))).not.toContain('<script');
});

test('the endpoint is what shields reads', () => {
  expect(JSON.parse(badgeEndpoint(badgeOf(sample('hook-passes'), {})))).toEqual({
    schemaVersion: 1,
    label: 'vendor contracts',
    message: '3 passed (hook: claude-code, codex, gemini-cli, cursor and copilot-cli) · hookconf 0.1.0, 2026-01-01',
    color: 'brightgreen',
    isError: false,
  });
});

/** Accepts any well-formed element of SVG's namespace: the point is that the document parses. */
const SVG_XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg">
  <xs:element name="svg"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`;
