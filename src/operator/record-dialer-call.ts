import { findAgent } from '../agents/agents.ts';
import { type DialerCallRow, recordDialerResult } from '../calls/dialer-calls.ts';
import { isE164 } from '../calls/phone-number.ts';
import type { components } from '../contract/generated/operator.ts';
import { memberOf } from '../contract/json-members.ts';
import { agentNotFound, invalidPhoneNumber, invalidRequest } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { requireTenant } from './require-tenant.ts';

export const recordDialerCall: OperatorOperation<'recordDialerCall'> = async (context, { path, body, rawBody }) => {
  await requireTenant(context, path.tenantId);
  if (!isE164(body.phoneNumber)) throw invalidPhoneNumber(body.phoneNumber);
  if (!isE164(body.fromPhoneNumber)) throw invalidPhoneNumber(body.fromPhoneNumber, 'fromPhoneNumber');
  const [startedAt, endedAt] = [new Date(body.startedAt), new Date(body.endedAt)];
  if (endedAt < startedAt)
    throw invalidRequest('The request is not valid.', [{ path: '/body/endedAt', message: 'must not be before startedAt' }]);
  const agentId = body.agentId ?? null;
  if (agentId !== null && !(await findAgent(context.db.knex, path.tenantId, agentId))) throw agentNotFound();
  const { call, isNew } = await recordDialerResult(context, path.tenantId, {
    dedupeKey: body.dedupeKey,
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
  return { status: 201, body: { call: dialerCallView(call) }, ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }) };
};

const dialerCallView = (row: DialerCallRow): components['schemas']['DialerCall'] => ({
  id: row.id,
  dedupeKey: row.dialer_dedupe_key,
  agentId: row.agent_id,
  phoneNumber: row.phone_number,
  fromPhoneNumber: row.from_phone_number,
  direction: 'dialer_outbound',
  // Recorded as ended, and so it stays.
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
