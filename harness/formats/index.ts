import { isAnyRegex } from './any-regex.ts';
import { isDateTime, isFullDate, isFullTime, isIso8601DateTime } from './date-time.ts';
import { isUri } from './uri.ts';
import { isUuid, isUuidV4 } from './uuid.ts';

/**
 * The formats that our schemas assert, by the name that a schema uses. `re2` is apart (re2.ts): it brings a regular expression
 * engine, which only the manifests need. `iso-8601-date-time`, `uuid-v4`, `any-regex` and `re2` are our names; a validator that does not
 * know them treats them as annotations, as JSON Schema 2020-12 says.
 */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  date: isFullDate,
  time: isFullTime,
  uuid: isUuid,
  'uuid-v4': isUuidV4,
  uri: isUri,
  'iso-8601-date-time': isIso8601DateTime,
  'any-regex': isAnyRegex,
};
