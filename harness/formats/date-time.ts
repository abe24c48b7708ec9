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

const MINUTES_A_DAY = 1440;
const DAY = 86_400_000;

/** Midnight UTC of a day, in milliseconds since 1970; years below 100 are meant as they stand. */
function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/**
 * Whether second 60 can be: in the last minute of a month in UTC, whatever the offset (RFC 3339, section 5.7). `start` is the
 * midnight of the local day; `minute` counts from it; `offset` is in minutes.
 */
function endsMonth(start: number, minute: number, offset: number): boolean {
  const utc = minute - offset;
  if ((utc + 2 * MINUTES_A_DAY) % MINUTES_A_DAY !== MINUTES_A_DAY - 1) return false;
  return new Date(start + Math.floor(utc / MINUTES_A_DAY) * DAY + DAY).getUTCDate() === 1;
}

const FULL_TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * RFC 3339 `full-time`. Second 60 is allowed only where a leap second can be: 23:59:60 UTC, whatever the offset (section 5.7);
 * that the day ends a month is for {@link isDateTime}, which knows the day. The offset `-00:00` is allowed: it says that the local offset is unknown (section 4.3).
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

/** What nearly every timestamp looks like, with nothing in it that a calendar has to be asked about. */
const PLAIN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** RFC 3339 `date-time`: a date, `T`, a time with an offset. Both `T` and `Z` may be in lower case (section 5.6, note). */
export function isDateTime(text: string): boolean {
  if (PLAIN.test(text)) return true;
  const separator = text[10];
  const [date, time] = [text.slice(0, 10), text.slice(11)];
  if ((separator !== 'T' && separator !== 't') || !isFullDate(date) || !isFullTime(time)) return false;
  if (time.slice(6, 8) !== '60') return true;
  const zone = FULL_TIME.exec(time);
  const offset = (Number(zone?.[5] ?? 0) * 60 + Number(zone?.[6] ?? 0)) * (zone?.[4] === '-' ? -1 : 1);
  const start = midnight(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
  return endsMonth(start, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)), offset);
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

/** Midnight UTC of a calendar, week or ordinal date; undefined where there is no such day. */
function isoDate(text: string): number | undefined {
  if (!ISO_DATE_SHAPE.test(text)) return undefined;
  const parts = ISO_DATE.exec(text);
  if (parts === null) return undefined;
  const year = Number(parts[1]);
  if (parts[2] !== undefined) {
    const [month, day] = [Number(parts[2]), Number(parts[3])];
    return dayExists(year, month, day) ? midnight(year, month, day) : undefined;
  }
  if (parts[4] !== undefined) {
    const week = Number(parts[4]);
    if (week < 1 || week > weeksIn(year)) return undefined;
    // Week 1 is the one with 4 January; weeks begin on Mondays.
    const fourth = midnight(year, 1, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
    return monday + ((week - 1) * 7 + Number(parts[5]) - 1) * DAY;
  }
  const day = Number(parts[6]);
  return day >= 1 && day <= (isLeapYear(year) ? 366 : 365) ? midnight(year, 1, 1) + (day - 1) * DAY : undefined;
}

function isIsoTime(text: string, start: number): boolean {
  const parts = ISO_TIME.exec(text);
  if (parts === null) return false;
  const hour = Number(parts[1]);
  const minute = Number(parts[2] ?? parts[4] ?? 0);
  const second = Number(parts[3] ?? parts[5] ?? 0);
  const offsetMinute = Number(parts[8] ?? 0);
  if (minute > 59 || second > 60 || offsetMinute > 59 || Number(parts[7] ?? 0) > 23) return false;
  if (second === 60) {
    const offset = (Number(parts[7] ?? 0) * 60 + offsetMinute) * (/[-\u2212]/.test(parts[6] ?? '') ? -1 : 1);
    return hour < 24 && endsMonth(start, hour * 60 + minute, offset);
  }
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
  const start = separator > 0 ? isoDate(text.slice(0, separator)) : undefined;
  return start !== undefined && isIsoTime(text.slice(separator + 1), start);
}
