import type { Attempt, CallRow, DeliveryRow, Entry, Step, TextRow } from './rows.ts';

/**
 * The console's data, made from the timeline alone: entries are added in order, and calls, texts and deliveries result.
 * The maps grow in place, because a thousand calls have ten thousand entries.
 */
export class Model {
  readonly calls = new Map<string, CallRow>();
  readonly texts = new Map<string, TextRow>();
  readonly deliveries = new Map<string, DeliveryRow>();
  /** Counts what arrives at receivers, and the receivers that are made. This and the three below never fall, and grow when all is forgotten. */
  arrivals = 0;
  /** Counts how often a fault was set or struck. */
  faults = 0;
  /** Counts requests to the providers. */
  requests = 0;
  /** Counts how often time was paced or moved. */
  timeSteps = 0;
  /** Counts attempts of the simulator's own webhooks to receivers that are not its own, so that no delivery shows them. */
  sentElsewhere = 0;
  resets = 0;
  /** Holds the newest call for each id of the service, which has two calls if the service dialled twice. */
  readonly callOf = new Map<string, CallRow>();
  readonly textOf = new Map<string, TextRow>();
  entries: Entry[] = [];
  /** Counts the rows of each list that were dropped because there are too many. */
  readonly dropped = { calls: 0, texts: 0, deliveries: 0, timeline: 0 };
  /** Is true if the simulator had forgotten entries before the first one here, and with them what they tell. */
  isCut = false;
  /** Grows with every change, so that components know when to draw. */
  version = 0;
  /** Holds the subject of an entry, for the entries that it causes. */
  readonly bySeq = new Map<number, CallRow | TextRow | DeliveryRow>();
}

/** The simulator itself remembers the same number. */
const keptEntries = 10_000;
const keptRows = 5_000;

export function clear(model: Model): void {
  for (const each of [model.calls, model.texts, model.deliveries, model.callOf, model.textOf, model.bySeq]) each.clear();
  model.entries = [];
  Object.assign(model.dropped, { calls: 0, texts: 0, deliveries: 0, timeline: 0 });
  model.isCut = false;
  for (const counted of ['arrivals', 'faults', 'requests', 'timeSteps'] as const) model[counted] += 1;
  model.sentElsewhere = 0;
  model.version += 1;
}

export function take(model: Model, entry: Entry): void {
  model.version += 1;
  if (entry.kind === 'reset') {
    clear(model);
    model.resets += 1;
  }
  if (model.entries.length === 0 && entry.seq > 1 && entry.kind !== 'reset') model.isCut = true;
  model.entries.push(entry);
  if (model.entries.length > keptEntries * 1.2) {
    model.dropped.timeline += model.entries.length - keptEntries;
    model.entries = model.entries.slice(-keptEntries);
  }
  if (entry.kind.startsWith('fault')) model.faults += 1;
  if (entry.kind.startsWith('time.')) model.timeSteps += 1;
  if (entry.kind === 'provider.request' || entry.kind === 'text.request') model.requests += 1;
  if (entry.kind === 'delivery' || entry.kind === 'receiver.created') model.arrivals += 1;
  const taken = takers[entry.kind]?.(model, entry);
  if (taken) {
    taken.entries.push(entry);
    model.bySeq.set(entry.seq, taken);
  }
  for (const list of ['calls', 'texts', 'deliveries'] as const) model.dropped[list] += forgetOldest<string>(model[list]);
  forgetOldest(model.callOf);
  forgetOldest(model.textOf);
  forgetOldest(model.bySeq, keptEntries);
}

/** Returns how many it has dropped. */
function forgetOldest<Key>(rows: Map<Key, unknown>, kept = keptRows): 0 | 1 {
  if (rows.size <= kept) return 0;
  for (const key of rows.keys()) {
    rows.delete(key);
    return 1;
  }
  return 0;
}

type Taken = CallRow | TextRow | DeliveryRow | undefined;

const takers: Readonly<Record<string, (model: Model, entry: Entry) => Taken>> = {
  dial: (model, entry) => addCall(model, newCall(entry.providerCallId ?? String(entry.seq), entry)),
  'provider.answer': (model, entry) => {
    if (entry['answer'] === 'created') return callOf(model, entry);
    const call = callOf(model, entry) ?? addCall(model, newCall(`request ${entry.seq}`, { ...requestOf(model, entry), ...entry }));
    call.refused = String(entry['answer']);
    return call;
  },
  'call.state': (model, entry) => {
    const call = callOf(model, entry);
    if (!call) return undefined;
    call.steps.push(stepOf(entry));
    if (entry['endedReason'] !== undefined) call.endedReason = String(entry['endedReason']);
    return call;
  },
  'callback.sent': callOf,
  'callback.withheld': callOf,
  'control.end-call': callOf,
  'webhook.sent': (model, entry) => {
    if (entry.receiver === undefined) model.sentElsewhere += 1;
    else markOwn(model, entry);
    return callOf(model, entry);
  },
  'text.accepted': (model, entry) => addText(model, entry, 'outbound'),
  'text.received': (model, entry) => {
    const text = addText(model, entry, 'inbound');
    text.steps.push({ state: 'received', at: entry.at, storySeconds: 0 });
    return text;
  },
  'text.answer': (model, entry) => {
    const sent = entry.messageId ? model.textOf.get(entry.messageId) : undefined;
    if (entry['answer'] === 'created') return sent;
    const text = sent ?? addText(model, { ...requestOf(model, entry), ...entry }, 'outbound');
    text.refused = String(entry['answer']);
    return text;
  },
  'text.state': (model, entry) => {
    const text = model.texts.get(entry.providerMessageId ?? '');
    if (!text) return undefined;
    text.steps.push(stepOf(entry));
    if (entry['errorCode'] !== undefined && entry['errorCode'] !== null) text.errorCode = String(entry['errorCode']);
    return text;
  },
  'text.callback': (model, entry) => model.texts.get(entry.providerMessageId ?? ''),
  'text.inbound': (model, entry) => model.texts.get(entry.providerMessageId ?? ''),
  'text.withheld': (model, entry) => model.texts.get(entry.providerMessageId ?? ''),
  delivery: takeDelivery,
  'delivery.answered': (model, entry) => {
    const row = model.bySeq.get(entry.causedBy ?? -1);
    if (!row || !('attempts' in row)) return undefined;
    const attempt = row.attempts.find(({ seq }) => seq === entry.causedBy);
    if (attempt) Object.assign(attempt, { answered: answerOf(entry['answered']), answeredAt: entry.at });
    return row;
  },
};

/** Marks the newest attempt that got the answer which the simulator's own webhook came back with. */
function markOwn(model: Model, entry: Entry): void {
  const isIt = ({ isOwn, answered }: Attempt): boolean => !isOwn && (typeof answered === 'number' ? answered : null) === entry['answered'];
  const attempt = model.deliveries.get(`${entry.receiver} ${entry.deliveryId}`)?.attempts.findLast(isIt);
  if (attempt) attempt.isOwn = true;
}

function takeDelivery(model: Model, entry: Entry): DeliveryRow {
  const key = `${entry.receiver ?? ''} ${entry.deliveryId ?? `entry ${entry.seq}`}`;
  const known = model.deliveries.get(key);
  const row: DeliveryRow = known ?? {
    key,
    receiver: entry.receiver ?? '',
    deliveryId: entry.deliveryId ?? null,
    event: textOf(entry['event']),
    outcome: textOf(entry['outcome']),
    callId: entry.callId ?? null,
    messageId: entry.messageId ?? null,
    at: entry.at,
    attempts: [],
    entries: [],
  };
  row.attempts.push({
    seq: entry.seq,
    attempt: Number(entry['attempt'] ?? row.attempts.length + 1),
    at: entry.at,
    result: resultOf(entry['result']),
    explanation: textOf(entry['explanation']) ?? '',
    isOwn: false,
    answered: null,
    answeredAt: null,
  });
  if (!known) {
    model.deliveries.set(key, row);
    const about = row.callId !== null ? model.callOf.get(row.callId) : model.textOf.get(row.messageId ?? '');
    about?.deliveries.push(row);
  }
  return row;
}

function callOf(model: Model, entry: Entry): CallRow | undefined {
  if (entry.providerCallId !== undefined) return model.calls.get(entry.providerCallId);
  return entry.callId ? model.callOf.get(entry.callId) : undefined;
}

function addCall(model: Model, call: CallRow): CallRow {
  model.calls.set(call.key, call);
  if (call.callId !== null) model.callOf.set(call.callId, call);
  return call;
}

/** Returns the request that caused an answer without a result. */
const requestOf = (model: Model, entry: Entry): Partial<Entry> => model.entries.findLast(({ seq }) => seq === entry.causedBy) ?? {};

/** Returns what a call or a text is before anything has happened to it. */
const unplayed = (entry: Entry) => ({
  scenario: textOf(entry['scenario']),
  at: entry.at,
  steps: [],
  deliveries: [],
  entries: [],
  refused: null,
});

const newCall = (key: string, entry: Entry): CallRow => ({
  ...unplayed(entry),
  key,
  callId: entry.callId ?? null,
  providerCallId: entry.providerCallId ?? null,
  number: textOf(entry['number']) ?? '',
  endedReason: null,
});

function addText(model: Model, entry: Entry, direction: 'outbound' | 'inbound'): TextRow {
  const text: TextRow = {
    ...unplayed(entry),
    key: entry.providerMessageId ?? `request ${entry.seq}`,
    messageId: entry.messageId ?? null,
    direction,
    from: textOf(entry['from']) ?? '',
    to: textOf(entry['to']) ?? '',
    errorCode: null,
  };
  model.texts.set(text.key, text);
  if (text.messageId !== null) model.textOf.set(text.messageId, text);
  return text;
}

const stepOf = (entry: Entry): Step => ({
  state: textOf(entry['state']) ?? '',
  at: entry.at,
  storySeconds: typeof entry['storySeconds'] === 'number' ? entry['storySeconds'] : null,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const resultOf = (value: unknown): Attempt['result'] => (value === 'valid' || value === 'not_checked' ? value : 'invalid');

const answerOf = (value: unknown): number | string | null => (typeof value === 'number' || typeof value === 'string' ? value : null);
