import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import { isObject } from '../model/json.ts';

/** Members that every reporter relies on. The schema says more; a file that has these was written by us or by a friend. */
const LISTS = ['levels', 'requirements', 'outcomes', 'leaks', 'notices', 'command'] as const;

/**
 * Reads a report from its text.
 * @throws UsageError that says what the file is instead, in one line.
 */
export function readReport(text: string, name: string): Report {
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
  const subjects = value['subjects'];
  const whole =
    Array.isArray(subjects) &&
    isObject(value['project']) &&
    Array.isArray(value['project']['levels']) &&
    subjects.every(
      (subject: unknown) =>
        isObject(subject) && isObject(subject['summary']) && LISTS.every((member) => Array.isArray(subject[member])),
    );
  if (!whole) throw new UsageError('broken-report', `${name} is a report with parts missing`, 'write it again');
  return value as unknown as Report;
}
