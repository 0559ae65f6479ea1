import { isDeepStrictEqual } from 'node:util';
import { findAgent } from '../../src/agents/agents.ts';
import type { CallRow } from '../../src/calls/calls.ts';
import { placeCall } from '../../src/calls/place-call.ts';
import type { OrderParts } from '../../src/calls/placement.ts';
import { ApiError } from '../../src/errors.ts';
import type { Caller } from '../../src/operation.ts';
import { findPhoneNumber } from '../../src/tenants/phone-numbers.ts';
import type { TestContext } from '../support/context.ts';
import { type ApiKeyOptions, agent, caller, phoneNumber, type TenantOptions } from '../support/fixtures.ts';
import { bodyOf, requestWith } from '../support/requests.ts';

/** Plain words for tests of calls. */

export interface Ready {
  readonly who: Caller;
  readonly agentId: string;
  readonly numberId: string;
}

/** A tenant that can call: a key, an agent, a number. */
export async function readyToCall(
  context: TestContext,
  options: TenantOptions & ApiKeyOptions & { systemPrompt?: string } = {},
): Promise<Ready> {
  const who = await caller(context, options);
  const { systemPrompt } = options;
  const agentId = await agent(context, who.tenantId, systemPrompt === undefined ? {} : { systemPrompt });
  return { who, agentId, numberId: await phoneNumber(context, who.tenantId) };
}

type Body = Parameters<typeof placeCall>[2]['body'];

export const place = (context: TestContext, { who, agentId }: Ready, body: Partial<Body> = {}) =>
  placeCall(context, who, requestWith({ agentId, phoneNumber: '+14155550100', ...body }));

export interface CallBody {
  readonly call: Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };
}

export const placed = async (context: TestContext, ready: Ready, body: Partial<Body> = {}): Promise<CallBody['call']> =>
  bodyOf<CallBody>(await place(context, ready, body)).call;

export const calls = (context: TestContext): Promise<CallRow[]> => context.db.knex<CallRow>('calls').select('*');

export async function onlyCall(context: TestContext): Promise<CallRow> {
  const [call, ...others] = await calls(context);
  if (!call || others.length > 0) throw new Error(`there are ${call ? others.length + 1 : 0} calls, not one`);
  return call;
}

export const keys = (context: TestContext): Promise<unknown[]> => context.db.knex('idempotency_keys').select('*');

export async function balance(context: TestContext, tenantId: string): Promise<number> {
  const row = await context.db.knex('wallets').where({ tenant_id: tenantId }).first('balance_micros');
  return row.balance_micros;
}

/** How many of the tenant's permits are taken. */
export async function permitsTaken({ db }: Pick<TestContext, 'db'>, tenantId: string): Promise<number> {
  const { rows } = await db.knex.raw<{ rows: { active: number; unknown_fate: number }[] }>(
    'select * from grant_permits(array[?], waits => true)',
    [tenantId],
  );
  const [grant] = rows;
  return grant ? grant.active + grant.unknown_fate : 0;
}

/** For `assert.rejects`: a `placement_failed` that says this of what became of the call. */
export const failedWith =
  (details: object) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.code === 'placement_failed' && isDeepStrictEqual(error.details, details);

/** What a dialler knows of a call beside its row. */
export async function partsOf({ db }: TestContext, { who, agentId, numberId }: Ready): Promise<OrderParts> {
  const agentRow = await findAgent(db.knex, who.tenantId, agentId);
  const number = await findPhoneNumber(db.knex, who.tenantId, numberId);
  if (!agentRow || !number) throw new Error('the agent or the number is gone');
  return { agent: agentRow, number };
}
