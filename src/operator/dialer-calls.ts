import { findAgent } from '../agents/agents.ts';
import { type DialerCallRow, recordDialerResult } from '../calls/dialer-calls.ts';
import { isE164 } from '../calls/phone-number.ts';
import type { components } from '../contract/generated/operator.ts';
import { memberOf } from '../contract/json-members.ts';
import { invalidMembers } from '../contract/problems.ts';
import { agentNotFound, invalidPhoneNumber, type Problem } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { maxEventLeadMs } from '../process/limits.ts';
import { momentOf } from './moment.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const recordDialerCall: OperatorOperation<'recordDialerCall'> = async (context, { path, body, rawBody, about }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  if (!isE164(body.phoneNumber)) throw invalidPhoneNumber(body.phoneNumber);
  if (!isE164(body.fromPhoneNumber)) throw invalidPhoneNumber(body.fromPhoneNumber, 'fromPhoneNumber');
  const [startedAt, endedAt] = [momentOf(body.startedAt, '/body/startedAt'), momentOf(body.endedAt, '/body/endedAt')];
  const problems = problemsOf(body, { startedAt, endedAt, now: context.clock.now() });
  if (problems.length > 0) throw invalidMembers(problems);
  const agentId = body.agentId ?? null;
  if (agentId !== null && !(await findAgent(context.db.knex, path.tenantId, agentId))) throw agentNotFound();
  const { call, isNew } = await recordDialerResult(context, path.tenantId, {
    dedupeKey: body.dedupeKey,
    requestId: about.requestId,
    trace: about.span?.context ?? null,
    agentId,
    phoneNumber: body.phoneNumber,
    fromPhoneNumber: body.fromPhoneNumber,
    status: body.status,
    outcome: body.outcome,
    notes: body.notes ?? null,
    durationSeconds: body.durationSeconds,
    startedAt,
    endedAt,
    transcript: body.transcript ?? null,
    campaign: body.campaign ?? null,
    callback: body.callback ?? null,
    extraction: body.extraction ? (memberOf(rawBody, 'extraction') ?? null) : null,
    extractionError: body.extractionError ?? null,
  });
  about.callId = call.id;
  return { status: 201, body: { call: dialerCallView(call) }, ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }) };
};

interface Times {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly now: Date;
}

/** Finds problems that the schema cannot express: parts of a result that contradict each other. */
function problemsOf({ status, durationSeconds }: components['schemas']['DialerCallInput'], { startedAt, endedAt, now }: Times) {
  const problems: Problem[] = [];
  if (endedAt < startedAt) problems.push({ path: '/body/endedAt', message: 'must not be before startedAt' });
  if (endedAt.getTime() - now.getTime() > maxEventLeadMs)
    problems.push({ path: '/body/endedAt', message: 'must not be ahead of now by more than five minutes' });
  if (neverAnswered.has(status) && durationSeconds)
    problems.push({ path: '/body/durationSeconds', message: `must be null or 0 where the status is ${status}` });
  return problems;
}

/** A call that was never answered has no duration (`V-CALL-04`). */
const neverAnswered: ReadonlySet<string> = new Set(['no_answer', 'busy']);

const dialerCallView = (row: DialerCallRow): components['schemas']['DialerCall'] => ({
  id: row.id,
  dedupeKey: row.dialer_dedupe_key,
  agentId: row.agent_id,
  phoneNumber: row.phone_number,
  fromPhoneNumber: row.from_phone_number,
  direction: 'dialer_outbound',
  // The call was recorded as ended, and its status never changes.
  status: row.status as components['schemas']['DialerCallStatus'],
  outcome: row.outcome,
  notes: row.notes,
  durationSeconds: row.duration_seconds,
  startedAt: (row.started_at ?? row.created_at).toISOString(),
  endedAt: (row.ended_at ?? row.created_at).toISOString(),
  createdAt: row.created_at.toISOString(),
  transcript: row.transcript,
  campaign: row.campaign,
  callback: row.callback,
  extraction: row.extraction === null ? null : JSON.parse(row.extraction),
  extractionError: row.extraction_error,
});
