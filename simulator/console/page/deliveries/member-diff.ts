import { isObject as isJsonObject, type Json } from '../../../../src/contract/json.ts';
import { isDigits } from '../frame/json-in.ts';

/** A member of two compared bodies that is not the same in both. */
export interface MemberChange {
  /** Leads to the member: `data.items[2].name`. It is empty for the whole body. */
  readonly path: string;
  /** Are the values as JSON; undefined where the member is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns what differs, member by member. The order of an object's members does not count. */
export function memberChanges(before: unknown, after: unknown, path = ''): readonly MemberChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, index) => memberChanges(before[index], after[index], `${path}[${index}]`));
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => memberChanges(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)] as const;
  return one === other ? [] : [{ path, before: one, after: other }];
}

const isObject = (value: unknown): value is Json => isJsonObject(value) && !isDigits(value);
