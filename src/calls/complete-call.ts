import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { callCompleted } from '../events/call-completed.ts';
import type { OutgoingEvent } from '../events/event.ts';
import { leadQualifiedByCall } from '../events/lead-qualified.ts';
import { publishWith } from '../events/publish.ts';
import { callIds } from '../process/log.ts';
import type { TraceContext } from '../process/trace-context.ts';
import { beginCallSpan } from '../tracing/call-span.ts';
import { mayBeClassified } from './advance.ts';
import { type CallRow, findCall, isQualified, isTerminal, lockCall } from './calls.ts';
import { closeHold } from './hold.ts';
import { markCompleted } from './live-calls.ts';

/**
 * Completes an ended call: its hold is closed if it is still open, and its events are published with their deliveries, in one transaction with the
 * mark that says so. So each ended call has its one `call.completed`, however often this runs and whichever process dies. False:
 * there was nothing to complete.
 */
export async function completeCall(
  context: Context,
  { tenant_id: tenantId, id }: Pick<CallRow, 'tenant_id' | 'id'>,
  trace: TraceContext | null = null,
): Promise<boolean> {
  for (;;) {
    const found = await findCall(context.db.knex, tenantId, id);
    if (!found || !isTerminal(found.status) || isComplete(found)) return false;
    const call = lacksAnalysis(found) ? { ...found, extraction_error: 'no analysis has come within a minute' } : found;
    const at = context.clock.now();
    // A completion that does nothing leaves no span, since the span is never ended.
    const span = beginCallSpan(context.tracing, { id: call.id, trace: trace ?? call.trace }, 'complete call');
    const events = inTrace(await eventsOf(context.db.knex, call, at), span?.context ?? call.trace);
    const result = await publishWith(context, events, (publish) =>
      context.db.knex.transaction(async (trx) => {
        const locked = await lockCall(trx, tenantId, id);
        if (!locked || isComplete(locked)) return 'nothing';
        // Something came while the events were planned, so they would tell less than the call knows.
        if (!isDeepStrictEqual(locked, found)) return 'again';
        await closeHold(trx, context.config.pricing, call, at);
        await markCompleted(trx, call, at);
        return { eventIds: await publish(trx) };
      }),
    );
    if (result === 'again') continue;
    if (result === 'nothing') return false;
    span?.end();
    context.log.info(
      { ...callIds(call), tenantId: call.tenant_id, status: call.status, outcome: call.outcome, ...result },
      'a call is complete',
    );
    return true;
  }
}

/** True for a conversation whose data are still to be extracted. They may come later, and then replace what is said of them. */
const lacksAnalysis = (call: CallRow): boolean => call.extraction_schema !== null && call.analyzed_at === null && mayBeClassified(call);

const inTrace = (events: readonly OutgoingEvent[], trace: TraceContext | null): readonly OutgoingEvent[] =>
  trace === null ? events : events.map((event) => ({ ...event, trace }));

async function eventsOf(sql: Knex, call: CallRow, at: Date): Promise<readonly OutgoingEvent[]> {
  const contact = (await findContactByPhone(sql, call.tenant_id, call.phone_number)) ?? null;
  return [
    ...(call.completed_event_at === null ? [callCompleted(call, contact, at)] : []),
    ...(isQualified(call) ? [leadQualifiedByCall(call, contact, at)] : []),
  ];
}

/** True for a call whose events are out. One that was qualified after its `call.completed` is due again, for its `lead.qualified`. */
const isComplete = (call: CallRow): boolean => call.completed_event_at !== null && call.completion_due_at === null;
