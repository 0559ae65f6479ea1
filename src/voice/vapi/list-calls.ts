import type { ProviderClient } from '../../network/provider-client.ts';
import { type Fields, fields, identifier, inner, text, time } from '../../network/provider-json.ts';
import { clockSkewMs, placementGraceMs } from '../../process/limits.ts';
import { after, before } from '../../process/time.ts';
import type { TraceContext } from '../../process/trace-context.ts';
import type { CallReference, FindResult, ListedCall, ListResult } from '../voice-provider.ts';

const largestPage = 100;

/** The list of calls cannot be read, or not to its end. */
class Unreadable extends Error {}

/**
 * Reads the calls of a span of time, a page at a time. `GET /call` has no page number, so pages are read newest first by
 * `createdAtLe`; the oldest call of one is the newest of the next. Throws `Unreadable`.
 */
async function* pagesOfCalls(client: ProviderClient, { from, until, trace }: Listed): AsyncGenerator<readonly (Fields | null)[]> {
  const createdAtGe = before(from, clockSkewMs).toISOString();
  const seen = new Set<string>();
  let pageSize = largestPage;
  let createdAtLe = after(until, clockSkewMs).toISOString();
  for (;;) {
    const asked = { limit: String(pageSize), createdAtGe, createdAtLe };
    const result = await client.get('/call', asked, trace);
    if (result.kind === 'no_answer' && result.isTooLarge && pageSize > 2) {
      // A call is listed with all that was said, several times over. Pages overlap by a call, so the smallest has two.
      pageSize = Math.ceil(pageSize / 4);
      continue;
    }
    if (result.kind !== 'answer') throw new Unreadable(result.raw);
    if (result.status !== 200 || !Array.isArray(result.body)) throw new Unreadable(result.raw);
    const page = result.body.map(fields);
    const fresh = page.filter((call) => !seen.has(text(call, 'id') ?? ''));
    for (const call of fresh) seen.add(text(call, 'id') ?? '');
    yield fresh;
    const oldest = oldestOf(page);
    if (page.length < pageSize || oldest === createdAtGe) return;
    // A full page without anything new leads to no next page, so the list's end stays unread.
    if (fresh.length === 0 || oldest === null) throw new Unreadable('The list of calls cannot be read to its end.');
    createdAtLe = oldest;
  }
}

interface Listed {
  readonly from: Date;
  readonly until: Date;
  readonly trace?: TraceContext | null;
}

const unreachable = (error: unknown): { kind: 'unreachable'; raw: string } => {
  if (error instanceof Unreadable) return { kind: 'unreachable', raw: error.message };
  throw error;
};

/**
 * Finds a call by its name, for which `GET /call` has no filter, among those that were made when it was asked for. The result is `absent`
 * only if they were all read.
 */
export async function findByName(client: ProviderClient, callId: string, sentAt: Date, trace?: TraceContext | null): Promise<FindResult> {
  try {
    for await (const page of pagesOfCalls(client, { from: sentAt, until: after(sentAt, placementGraceMs), trace: trace ?? null })) {
      const found = page.find((call) => callIdsOf(call).includes(callId)) ?? null;
      const providerCallId = identifier(found, 'id');
      if (providerCallId !== null) return { kind: 'found', providerCallId, controlUrl: controlUrlOf(found) };
    }
    return { kind: 'absent' };
  } catch (error) {
    return unreachable(error);
  }
}

export async function listCalls(client: ProviderClient, from: Date, until: Date): Promise<ListResult> {
  const calls: ListedCall[] = [];
  try {
    for await (const page of pagesOfCalls(client, { from, until })) calls.push(...page.flatMap(listedCall));
    return { kind: 'calls', calls };
  } catch (error) {
    return unreachable(error);
  }
}

function listedCall(call: Fields | null): ListedCall[] {
  const providerCallId = identifier(call, 'id');
  if (providerCallId === null) return [];
  const status = text(call, 'status');
  const overrides = inner(call, 'assistantOverrides');
  return [
    {
      providerCallId,
      controlUrl: controlUrlOf(call),
      reference: referenceOf(inner(overrides, 'metadata')),
      callId: callIdsOf(call).find((id) => id?.startsWith('call_')) ?? null,
      to: text(inner(call, 'customer'), 'number'),
      providerNumberId: identifier(call, 'phoneNumberId'),
      variables: inner(overrides, 'variableValues') ?? {},
      createdAt: time(call, 'createdAt'),
      isOver: status === 'ended' || status === 'not-found',
    },
  ];
}

function referenceOf(metadata: Fields | null): CallReference | null {
  const [callId, tenantId, agentId] = [identifier(metadata, 'callId'), identifier(metadata, 'tenantId'), identifier(metadata, 'agentId')];
  if (callId === null || tenantId === null || agentId === null) return null;
  return { callId, tenantId, agentId, keyHash: text(metadata, 'keyHash'), cell: text(metadata, 'cell') };
}

/** Returns the places of a call in which the service's id may stand. */
const callIdsOf = (call: Fields | null): readonly (string | null)[] => [
  text(call, 'name'),
  text(inner(inner(call, 'assistantOverrides'), 'metadata'), 'callId'),
];

const oldestOf = (page: readonly (Fields | null)[]): string | null =>
  page.reduce<string | null>((oldest, call) => {
    const createdAt = text(call, 'createdAt');
    return createdAt !== null && (oldest === null || createdAt < oldest) ? createdAt : oldest;
  }, null);

export const controlUrlOf = (call: Fields | null): string | null => text(inner(call, 'monitor'), 'controlUrl');
