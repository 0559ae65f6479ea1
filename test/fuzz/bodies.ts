import fc from 'fast-check';
import { numberFor } from '../../simulator/scenarios.ts';
import type { FuzzedRoute } from './routes.ts';
import type { Ids } from './stage.ts';
import { oddKeys, oddTokens, oddValue } from './values.ts';

/** One change to a body: at the value with this `index`, or in its text. */
export type BodyChange =
  | { readonly kind: 'set'; readonly index: number; readonly value: unknown }
  | { readonly kind: 'drop'; readonly index: number }
  | { readonly kind: 'add'; readonly index: number; readonly key: string; readonly value: unknown }
  | { readonly kind: 'token'; readonly index: number; readonly token: string }
  | { readonly kind: 'bytes'; readonly index: number; readonly bytes: readonly number[] };

const index = fc.nat(40);

export const oddBody: fc.Arbitrary<BodyChange> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), index, value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('drop' as const), index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), index, key: fc.constantFrom(...oddKeys), value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('token' as const), index, token: fc.constantFrom(...oddTokens) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bytes' as const),
      index: fc.nat(400),
      bytes: fc.array(fc.nat(255), { minLength: 1, maxLength: 4 }),
    }),
  },
);

/** The bytes of a valid body after its changes, its ids being those of things that exist. */
export function bodyOf(route: FuzzedRoute, valid: unknown, changes: readonly BodyChange[], ids: Ids): Buffer {
  const tokens: string[] = [];
  let value = withIds(valid, ids);
  for (const change of changes) {
    if (change.kind === 'set') value = changed(value, change.index, () => change.value);
    if (change.kind === 'drop') value = changed(value, change.index, () => undefined);
    if (change.kind === 'add') value = changed(value, change.index, (old) => withKey(old, change.key, change.value));
    if (change.kind === 'token') value = changed(value, change.index, () => `@token ${tokens.push(change.token) - 1}@`);
  }
  const text = route.path.includes('twilio') ? formText(value) : (JSON.stringify(value) ?? '');
  let bytes = Buffer.from(text.replace(/"@token (\d+)@"/g, (_, nth: string) => tokens[Number(nth)] ?? ''));
  for (const change of changes) {
    if (change.kind !== 'bytes') continue;
    const at = change.index % (bytes.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(change.bytes), bytes.subarray(at + 1)]);
  }
  return bytes;
}

/** Examples hold ids of nobody: where a property's name says what it names, ours stands there. */
function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ourOwn(name, member, value, ids)]));
}

function ourOwn(name: string, member: unknown, owner: object, ids: Ids): unknown {
  if (name === 'call' && typeof member === 'object') return { ...member, id: ids.providerCallId, name: ids.callId };
  if (name === 'phoneNumber' && 'agentId' in owner) return numberFor('answered-interested', 2);
  if (name === 'contactId' || name === 'agentId' || name === 'webhookEndpointId' || name === 'fromPhoneNumberId') return ids[name];
  if (name === 'MessageSid' && 'MessageStatus' in owner) return ids.providerMessageId;
  if (name === 'To' && 'MessageSid' in owner) return ids.ownNumber;
  // One key for all would answer every later request with the first one's answer.
  if (name === 'idempotencyKey' || name === 'dedupeKey') return `${member}-${unlike++}`;
  return withIds(member, ids);
}

let unlike = 0;

/** Replaces the member at one index of the value; undefined leaves it out. Members are counted on the way down. */
function changed(root: unknown, at: number, change: (old: unknown) => unknown): unknown {
  const total = count(root);
  let left = at % total;
  const walk = (value: unknown): unknown => {
    if (left-- === 0) return change(value);
    if (Array.isArray(value)) return value.map(walk).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    // Pairs, because assigning to `__proto__` would not make a property.
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
  };
  return walk(root);
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  for (const member of Object.values(value)) sum += count(member);
  return sum;
}

const withKey = (value: unknown, key: string, member: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries([...Object.entries(value), [key, member]])
    : [value, member];

/** A form has one level: what is deeper stands there as JSON. */
const formText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, member]) => `${form(name)}=${form(typeof member === 'string' ? member : (JSON.stringify(member) ?? ''))}`)
        .join('&')
    : String(value);

const form = (text: string): string => encodeURIComponent(text.toWellFormed());
