import { createHash } from 'node:crypto';
import { makeCanary } from '../harness/leaks/canary.ts';
import { LeakScanner } from '../harness/leaks/scanner.ts';
import { type Figure, ownCpu } from './measure.ts';

const EVENT = {
  spec_version: '0.1.0',
  event_id: '3f0c3b0a-9d1e-4b1a-8f57-0d9c2d3f4a5b',
  timestamp: '2026-01-01T00:00:00Z',
  data: { action: { name: 'shell', input: { command: 'rg -n "foo" src/ --glob \'*.ts\'' } } },
};

function digests(form: 'hex' | 'base64'): string {
  return Array.from({ length: 4000 }, (_, n) =>
    createHash('sha512').update(`${n}`).digest(form).replace(/=+$/, ''),
  ).join('');
}

const TEXTS: Readonly<Record<string, string>> = {
  prose: 'The quick brown fox jumps over the lazy dog, again and again. ',
  'JSON lines': `${JSON.stringify(EVENT)}\n`,
  'escaped JSON in JSON': `${JSON.stringify(JSON.stringify({ text: 'a "quoted"\nline\twith\\escapes', url: 'a%20b%2Fc&amp;d' }))}\n`,
  hex: digests('hex'),
  base64: digests('base64'),
};

/** Speed by CPU time, not by the clock, with 50 canaries, in pieces as a pipe delivers them. */
export function leakScan(megabytes: number): Figure[] {
  const canaries = Array.from({ length: 50 }, (_, spawn) =>
    makeCanary({ seed: 1, scope: 'bench', spawn }, '/x', 'prompt'),
  );
  const speed = (content: Buffer, deep: boolean): number => {
    const scan = new LeakScanner(canaries, { deep }).open({ channel: 'stdout', name: 'stdout', spawn: 0 });
    const before = ownCpu();
    for (let at = 0; at < content.length; at += 65_536) scan.push(content.subarray(at, at + 65_536));
    scan.finish(content.subarray(0, 1 << 24));
    return content.length / 1000 / (ownCpu() - before);
  };
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(TEXTS)) {
    const size = megabytes * 1_000_000;
    const content = Buffer.from(text.repeat(Math.ceil(size / text.length)).slice(0, size));
    speed(content.subarray(0, size / 4), true);
    const [flat, deep] = [speed(content, false), speed(content, true)];
    figures.push({ name: `leak scan as it stands, ${name}`, value: flat, unit: 'MB/s', bound: { least: 200 } });
    figures.push({ name: `leak scan of everything, ${name}`, value: deep, unit: 'MB/s', bound: { least: 40 } });
    if (name !== 'prose') continue;
    const half = speed(content.subarray(0, size / 2), true);
    figures.push({ name: 'twice the output, time for each byte', value: half / deep, unit: 'x', bound: { most: 1.5 } });
  }
  return figures;
}
