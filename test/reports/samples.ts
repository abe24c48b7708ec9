/** Sample reports, made by hand: what reporters are tested on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReporterOptions } from '../../harness/report/reporter.ts';
import { findRequirement } from '../../suites/catalogue.ts';
import type { Report } from '../../types/generated/report.ts';

export const sampleNames: readonly string[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

export function sample(name: string): Report {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Report;
}

export const plain: ReporterOptions = {
  width: 80,
  color: false,
  ascii: false,
  verbose: false,
  quiet: false,
  requirement: findRequirement,
};
