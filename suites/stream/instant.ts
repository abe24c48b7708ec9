import { isDateTime, isIso8601DateTime } from '../../harness/formats/date-time.ts';

/** An ISO 8601 date and time to the second, in its parts; a basic form is put into the extended one. */
const PARTS =
  /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})(?:[.,](\d+))?(?:(Z)|([+\u2212-])(\d{2})(?::?(\d{2}))?)$/;

/**
 * When a timestamp says that something happened, in milliseconds since 1970. Undefined for all that names no moment: what is no
 * date with a time and a zone (its own row says so, and a lenient reader would guess, by the zone of this machine at that), and
 * forms that can't be ordered here (weeks, days of a year, leap seconds). Rules about order, distance and age hold it to
 * nothing then.
 */
export function instantOf(stamp: unknown): number | undefined {
  if (typeof stamp !== 'string') return undefined;
  if (isDateTime(stamp)) return known(Date.parse(stamp.toUpperCase()));
  const parts = isIso8601DateTime(stamp) ? PARTS.exec(stamp) : null;
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, utc, sign, offsetHour, offsetMinute] = parts;
  const zone = utc ?? `${sign === '+' ? '+' : '-'}${offsetHour}:${offsetMinute ?? '00'}`;
  return known(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction ?? '0'}${zone}`));
}

const known = (time: number): number | undefined => (Number.isNaN(time) ? undefined : time);
