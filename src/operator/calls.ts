import { callSummaryView, callWithRecordingText } from '../calls/call.ts';
import { searchCalls as search } from '../calls/call-search.ts';
import { findApiCallOfAnyTenant } from '../calls/calls.ts';
import { recordingUrl } from '../calls/read-call.ts';
import { deliveriesOfEvents } from '../deliveries/deliveries.ts';
import { callCompletedKey, qualifiedByCallKey } from '../deliveries/event-subject.ts';
import { expiryAt, hasExpired } from '../deliveries/retention.ts';
import { callNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { after, minuteMs } from '../process/time.ts';
import { findTenant } from '../tenants/tenants.ts';
import { ledgerOfCall } from '../tenants/wallet.ts';
import { deliveryView } from './delivery-view.ts';
import { searchedSpan } from './moment.ts';

export const searchCalls: OperatorOperation<'searchCalls'> = async (context, { query }) => {
  const { since, until } = searchedSpan(context, query);
  const soon = after(context.clock.now(), minuteMs);
  const wanted = {
    tenantId: query.tenantId ?? null,
    status: query.status ?? null,
    outcome: query.outcome ?? null,
    since,
    // No call is made later, and a span that grows begins here.
    until: until < soon ? until : soon,
    cursor: query.cursor ?? null,
    limit: query.limit ?? 50,
  };
  const { rows, next } = await context.db.reading(({ knex }) => search(knex, wanted));
  return { status: 200, body: { calls: rows.map((row) => ({ call: callSummaryView(row), tenantId: row.tenant_id })), nextCursor: next } };
};

/** The call stands in the answer as its tenant reads it, byte for byte. */
export const readAnyCall: OperatorOperation<'readAnyCall'> = async (context, { path, about }) => {
  const { knex } = context.db;
  const call = await findApiCallOfAnyTenant(knex, path.callId);
  if (!call || (await findTenant(knex, call.tenant_id))?.deleting_since !== null) throw callNotFound();
  about.callId = call.id;
  const expiry = expiryAt(context);
  const [url, entries, deliveries] = await Promise.all([
    recordingUrl(context, call),
    ledgerOfCall(knex, call.tenant_id, call.id),
    deliveriesOfEvents(knex, call.tenant_id, [callCompletedKey(call.id), qualifiedByCallKey(call.id)]),
  ]);
  const beside = {
    tenantId: call.tenant_id,
    recordingPath: context.recordings.served && url !== null ? pathOf(url) : null,
    ledger: entries,
    deliveries: deliveries.filter((row) => !hasExpired(row, expiry)).map(deliveryView),
  };
  return { status: 200, rawJson: withMembers(callWithRecordingText(call, url), beside) };
};

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.slice(pathname.indexOf('/recordings/')) + search;
}

/** Both are objects with members. */
const withMembers = (objectText: string, members: object): string => `${objectText.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
