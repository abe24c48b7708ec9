import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import { isObject } from '../model/json.ts';
import { compiledValidator } from '../validate/compiled.ts';

/**
 * Reads a report from its text.
 * @throws UsageError that says what the file is instead, in one line.
 */
export async function readReport(text: string, name: string): Promise<Report> {
  const hint = 'name a report written with --reporter json=<file>';
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError('not-json', `${name} is not JSON: ${(error as Error).message.split('\n')[0] ?? ''}`, hint);
  }
  if (!isObject(value) || typeof value['schema'] !== 'string' || !value['schema'].startsWith('hookconf-report/')) {
    throw new UsageError('not-a-report', `${name} is not a report of hookconf`, hint);
  }
  if (value['schema'] !== 'hookconf-report/1') {
    throw new UsageError(
      'report-version',
      `${name} is a ${value['schema']}; this version reads hookconf-report/1`,
      'use the version that wrote it',
    );
  }
  // A later version may say more; what this one reads must be there, or reporters would take a hole for a pass.
  const validate = await compiledValidator('hookconf/report');
  const problem = validate(value).find(({ keyword }) => keyword !== 'additionalProperties');
  if (problem !== undefined) {
    throw new UsageError('broken-report', `${name} is no whole report: ${problem.message}`, 'write it again');
  }
  return value as unknown as Report;
}
