import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../contract/document.ts';
import type { Account, Fields } from './account.ts';

/** What decides whether the data of a received event is true. */
export interface Truth {
  readonly account: Account;
  /** Returns the call as the API shows it, or null. */
  readCall(id: string): Promise<Fields | null>;
}

/** Returns what is wrong with the values of an event that was received, or null. */
export async function faultOf({ account, readCall }: Truth, event: string, data: Fields): Promise<string | null> {
  if (published(account, event, data) > 0) return null;
  const callId = event === 'call.completed' ? data['call_id'] : isObject(data['call']) ? data['call']['id'] : undefined;
  if (account.calls.has(String(callId)) || account.possibleCalls.has(String(callId))) {
    const call = await readCall(String(callId));
    if (!call) return null;
    return event === 'call.completed' ? callFault(data, call) : leadFault(data, call);
  }
  if (event === 'call.completed')
    return recorded(account, data) > 0 ? null : 'tells of no call that was placed or recorded with these values';
  return 'has data that was not published';
}

/** Returns what a `call.completed` says otherwise than its call, or null. */
export const callFault = (data: Fields, call: Fields): string | null => difference(valuesOfCall(data), ofCall(call));

/** Returns what a `lead.qualified` of origin `ai_call` says otherwise than its call, or null. */
export const leadFault = (data: Fields, call: Fields): string | null => difference(valuesOfLead(data), ofLead(call));

/** Returns how often an event with this data happened. */
export function matching(account: Account, event: string, data: Fields): number {
  const times = published(account, event, data);
  if (times > 0) return times;
  return event === 'call.completed' && !account.calls.has(String(data['call_id'])) ? Math.max(1, recorded(account, data)) : 1;
}

const published = (account: Account, event: string, data: Fields): number => {
  const received = comparableText(data);
  return account.published.filter((sent) => sent.eventType === event && toldOf(sent) === received).length;
};

/** Returns what webhooks say of a published event. Each webhook is compared with every event of its tenant. */
function toldOf(sent: Account['published'][number]): string {
  const known = told.get(sent);
  if (known !== undefined) return known;
  const made = comparableText(withinCaps(sent.data));
  told.set(sent, made);
  return made;
}
const told = new WeakMap<object, string>();

const recorded = ({ dialerCalls }: Account, data: Fields): number => dialerCalls.filter((call) => isRecordedCall(call, data)).length;

const isRecordedCall = (call: Fields, data: Fields): boolean =>
  (call['outcome'] ?? data['outcome']) === data['outcome'] &&
  call['durationSeconds'] === data['duration_seconds'] &&
  timeOf(call['startedAt']) === timeOf(data['started_at']) &&
  (call['notes'] ?? null) === data['notes'] &&
  cut(String(call['transcript'] ?? '')) === data['transcript'] &&
  isObject(data['contact']) &&
  data['contact']['phone'] === call['phoneNumber'] &&
  apiOnly.every((name) => !(name in data));

/** Members of `call.completed` that only calls placed through the API have. */
const apiOnly = ['variables', 'metadata', 'known_consent', 'consent_record_id'];

const ofCall = (call: Fields): Fields => ({
  outcome: call['outcome'] ?? 'UNKNOWN',
  duration_seconds: call['durationSeconds'],
  started_at: timeOf(call['startedAt'] ?? call['createdAt']),
  transcript: cut(String(call['transcript'] ?? '')),
  phone: call['phoneNumber'],
  variables: call['variables'],
  metadata: call['metadata'],
  known_consent: call['knownConsent'],
  consent_record_id: call['consentRecordId'],
  extraction: call['extraction'],
  extraction_error: call['extractionError'],
});

const valuesOfCall = ({ contact, ...data }: Fields): Fields => ({
  ...Object.fromEntries(Object.keys(ofCall({})).map((name) => [name, data[name]])),
  started_at: timeOf(data['started_at']),
  phone: isObject(contact) ? contact['phone'] : undefined,
});

const ofLead = (call: Fields): Fields => ({
  phone: call['phoneNumber'],
  outcome: call['outcome'] ?? 'UNKNOWN',
  durationSeconds: call['durationSeconds'],
  transcript: cut(String(call['transcript'] ?? '')),
  startedAt: timeOf(call['startedAt']),
  metadata: call['metadata'],
  consentRecordId: call['consentRecordId'],
});

const valuesOfLead = ({ call, lead, metadata, consentRecordId }: Fields): Fields => {
  const { outcome, durationSeconds, transcript, startedAt } = isObject(call) ? call : {};
  const phone = isObject(lead) ? lead['phone'] : undefined;
  return { phone, outcome, durationSeconds, transcript, startedAt: timeOf(startedAt), metadata, consentRecordId };
};

function difference(told: Fields, truth: Fields): string | null {
  const name = Object.keys(truth).find((each) => !isDeepStrictEqual(told[each], truth[each]));
  return name === undefined ? null : `says that ${name} is ${short(told[name])}, and the call says ${short(truth[name])}`;
}

const short = (value: unknown): string => String(JSON.stringify(value)).slice(0, 200);

/** Returns the data with the documented caps applied: transcripts are cut, custom fields that are too large left out. */
function withinCaps(data: unknown): unknown {
  if (!isObject(data)) return data;
  const { call, property } = data;
  const { customFields, ...rest } = isObject(property) ? property : {};
  return {
    ...data,
    ...(isObject(call) && typeof call['transcript'] === 'string' && { call: { ...call, transcript: cut(call['transcript']) } }),
    ...(isObject(property) && customFields !== undefined && JSON.stringify(customFields).length > 16_384 && { property: rest }),
  };
}

const longest = 10_000;
const ending = '...[truncated]';

function cut(transcript: string): string {
  const characters = [...transcript];
  return characters.length <= longest ? transcript : characters.slice(0, longest - ending.length).join('') + ending;
}

/** Returns the value as JSON that is the same for the same value: names are in order, and times in UTC with milliseconds, as the service writes them. */
const comparableText = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1))) : timeOf(member),
  );

const timeOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? new Date(value).toISOString() : value;
