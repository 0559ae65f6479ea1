import { dayMs, hourMs, minuteMs } from '../process/time.ts';
/**
 * Parses an ISO 8601 date or time as an instant, or returns null. It reads dates by calendar, week or ordinal day, with
 * or without separators, and single months and years. Without an offset the time is UTC (`C-TIME-01`). A `+` that a
 * client did not encode arrives as a space, which can mean nothing else before an offset.
 */
export function parseSince(text: string): Date | null {
  const [datePart = '', timePart, ...more] = text.split('T');
  if (more.length > 0) return null;
  const day = dayOf(datePart);
  if (day === null) return null;
  const time = timePart === undefined ? 0 : timeOf(timePart);
  return time === null ? null : new Date(day + time);
}

/**
 * Reads a time that the format `date-time` of a schema lets through, also leap seconds, offsets in hours and small letters, which `Date`
 * does not read. Returns null if it is none, or if it lies, read as UTC, outside the years of four digits, which no answer could contain.
 */
export function parseMoment(text: string): Date | null {
  const moment = parseSince(text.toUpperCase().replace(' ', 'T'));
  return moment !== null && moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9_999 ? moment : null;
}

/** Returns midnight of the day, or of the first day of a month, week or year. */
function dayOf(text: string): number | null {
  const calendar = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (calendar) return calendarDay(Number(calendar[1]), Number(calendar[2] ?? 1), Number(calendar[3] ?? 1));
  const week = /^(\d{4})-W(\d\d)(?:-([1-7]))?$/.exec(text) ?? /^(\d{4})W(\d\d)([1-7])?$/.exec(text);
  if (week) return weekDay(Number(week[1]), Number(week[2]), Number(week[3] ?? 1));
  const ordinal = /^(\d{4})-?(\d{3})$/.exec(text);
  return ordinal ? ordinalDay(Number(ordinal[1]), Number(ordinal[2])) : null;
}

function calendarDay(year: number, month: number, day: number): number | null {
  const date = new Date(newYear(year));
  date.setUTCMonth(month - 1, day);
  // A day that does not exist runs over into the next month.
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** Returns a day by week. Week 1 contains 4 January, and weeks begin on Mondays. */
function weekDay(year: number, week: number, day: number): number | null {
  const weekOne = mondayBefore(newYear(year) + 3 * dayMs);
  const weeks = (mondayBefore(newYear(year + 1) + 3 * dayMs) - weekOne) / (7 * dayMs);
  return week >= 1 && week <= weeks ? weekOne + ((week - 1) * 7 + day - 1) * dayMs : null;
}

function ordinalDay(year: number, day: number): number | null {
  const days = (newYear(year + 1) - newYear(year)) / dayMs;
  return day >= 1 && day <= days ? newYear(year) + (day - 1) * dayMs : null;
}

/** Returns 1 January of a year. `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
const newYear = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);
const mondayBefore = (ms: number): number => ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;

const time = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(Z|[+\- −]\d\d(?::?\d\d)?)?$/;

function timeOf(text: string): number | null {
  const [matched, hours, minutes = '0', seconds = '0', fraction = '0', zone = 'Z'] = time.exec(text) ?? [];
  if (matched === undefined) return null;
  const ms = Number(hours) * hourMs + Number(minutes) * minuteMs + (Number(seconds) + Number(`0.${fraction}`)) * 1_000;
  // 24:00 is the end of the day, and second 60 a leap second.
  if (Number(minutes) > 59 || Number(seconds) > 60 || ms > dayMs) return null;
  const offset = offsetOf(zone);
  return offset === null ? null : Math.floor(ms) - offset;
}

function offsetOf(zone: string): number | null {
  if (zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') || zone.startsWith('−') ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}
