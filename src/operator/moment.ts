import { invalidMembers } from '../contract/problems.ts';
import { parseSince } from '../contract/since.ts';

/** Reads a time that the schema allows, also leap seconds, offsets in hours and small letters, which `Date` does not read. */
export function momentOf(text: string, path: string): Date {
  const moment = parseSince(text.toUpperCase().replace(' ', 'T'));
  if (moment === null || !isWritable(moment)) throw invalidMembers([{ path, message: 'must be a time' }]);
  return moment;
}

/** Read as UTC, a leap second or an offset may lead out of the years of four digits, and no answer could contain the time. */
const isWritable = (moment: Date): boolean => moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9_999;
