/**
 * Dates and times as RFC 3339 (section 5.6) and ISO 8601 have them. Nothing lenient: what a lenient parser would repair, a
 * conforming reader in another language refuses.
 */

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function dayExists(year: number, month: number, day: number): boolean {
  const days = DAYS[month - 1];
  if (days === undefined || day < 1 || day > days) return false;
  return month !== 2 || day < 29 || isLeapYear(year);
}

const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** RFC 3339 `full-date`: a day that the calendar has. */
export function isFullDate(text: string): boolean {
  const parts = FULL_DATE.exec(text);
  return parts !== null && dayExists(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

const FULL_TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const MINUTES_A_DAY = 1440;

/**
 * RFC 3339 `full-time`. Second 60 is allowed only where a leap second can be: 23:59:60 UTC, whatever the offset (section 5.7).
 * The offset `-00:00` is allowed: it says that the local offset is unknown (section 4.3).
 */
export function isFullTime(text: string): boolean {
  const parts = FULL_TIME.exec(text);
  if (parts === null) return false;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1);
  return (hour * 60 + minute - offset + 2 * MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1;
}

/** RFC 3339 `date-time`: a date, `T`, a time with an offset. Both `T` and `Z` may be in lower case (section 5.6, note). */
export function isDateTime(text: string): boolean {
  const separator = text[10];
  return (separator === 'T' || separator === 't') && isFullDate(text.slice(0, 10)) && isFullTime(text.slice(11));
}

const ISO_DATE = /^(\d{4})(?:-?(\d{2})-?(\d{2})|-?W(\d{2})-?([1-7])|-?(\d{3}))$/;
const ISO_DATE_SHAPE = /^\d{4}(?:-\d{2}-\d{2}|\d{4}|-W\d{2}-\d|W\d{3}|-\d{3}|\d{3})$/;
const ISO_TIME =
  /^(?:(\d{2})(?::(\d{2})(?::(\d{2}))?|(\d{2})(\d{2})?)?)(?:[.,]\d+)?(?:Z|([+\u2212-])(\d{2})(?::?(\d{2}))?)$/;

function weeksIn(year: number): number {
  // A year has 53 weeks when it begins on a Thursday, or on a Wednesday and is a leap year.
  const first = new Date(Date.UTC(2000, 0, 1));
  first.setUTCFullYear(year);
  const weekday = first.getUTCDay();
  return weekday === 4 || (weekday === 3 && isLeapYear(year)) ? 53 : 52;
}

function isIsoDate(text: string): boolean {
  if (!ISO_DATE_SHAPE.test(text)) return false;
  const parts = ISO_DATE.exec(text);
  if (parts === null) return false;
  const year = Number(parts[1]);
  if (parts[2] !== undefined) return dayExists(year, Number(parts[2]), Number(parts[3]));
  if (parts[4] !== undefined) return Number(parts[4]) >= 1 && Number(parts[4]) <= weeksIn(year);
  const day = Number(parts[6]);
  return day >= 1 && day <= (isLeapYear(year) ? 366 : 365);
}

function isIsoTime(text: string): boolean {
  const parts = ISO_TIME.exec(text);
  if (parts === null) return false;
  const hour = Number(parts[1]);
  const minute = Number(parts[2] ?? parts[4] ?? 0);
  const second = Number(parts[3] ?? parts[5] ?? 0);
  const offsetMinute = Number(parts[8] ?? 0);
  if (minute > 59 || second > 60 || offsetMinute > 59 || Number(parts[7] ?? 0) > 23) return false;
  // 24:00 is the end of the day; nothing comes after it.
  return hour < 24 || (hour === 24 && minute === 0 && second === 0 && !/[.,]0*[1-9]/.test(text));
}

/**
 * An ISO 8601 date and time with a time zone, complete to the day and at least to the hour, extended or basic; wider than
 * RFC 3339 (`20260223T101530Z`, `2026-02-23T10:15+01`), and like it refuses anything after the zone.
 */
export function isIso8601DateTime(text: string): boolean {
  if (isDateTime(text)) return true;
  const separator = text.indexOf('T');
  return separator > 0 && isIsoDate(text.slice(0, separator)) && isIsoTime(text.slice(separator + 1));
}
