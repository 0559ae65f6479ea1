import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { components } from '../contract/generated/operator.ts';
import { requireRow } from '../db/require-row.ts';
import { type Expiry, expiryAt } from '../deliveries/retention.ts';
import { conflict, replayNotFound, webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import * as replays from '../replays/webhook-replays.ts';
import { findEndpoint } from '../webhooks/endpoints.ts';
import { momentOf } from './moment.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const createReplay: OperatorOperation<'createReplay'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const replay = {
    id: newIdentifier('rpl', at),
    tenant_id: path.tenantId,
    endpoint_id: path.webhookEndpointId,
    since: momentOf(body.since, '/body/since'),
    until: at,
    created_at: at,
  };
  const begun = await context.db.knex.transaction(async (trx) => {
    // The endpoint is locked, so that the second of two simultaneous requests finds the first one's replay.
    const endpoint = await trx<{ id: string; tenant_id: string; is_active: boolean }>('webhook_endpoints')
      .where({ tenant_id: path.tenantId, id: path.webhookEndpointId })
      .forNoKeyUpdate()
      .first('is_active');
    if (!endpoint) throw webhookNotFound();
    if (!endpoint.is_active) throw conflict('The endpoint is switched off. Switch it on first.');
    const running = await replays.runningReplayOf(trx, path.tenantId, path.webhookEndpointId);
    if (running) throw conflict(`A replay of this endpoint is running: ${running.id}.`);
    await replays.insertReplay(trx, { ...replay, total: await replays.countFailed(trx, replay, expiryAt(context)) });
    const row = requireRow(await replays.findReplay(trx, path.tenantId, path.webhookEndpointId, replay.id));
    return replayView(trx, row, expiryAt(context));
  });
  return { status: 202, body: { replay: begun } };
};

export const previewReplay: OperatorOperation<'previewReplay'> = async (context, { path, query }) => {
  const { tenantId, webhookEndpointId } = path;
  await requireTenant(context, tenantId);
  const { knex } = context.db;
  if (!(await findEndpoint(knex, tenantId, webhookEndpointId))) throw webhookNotFound();
  const [since, until] = [momentOf(query.since, '/query/since'), context.clock.now()];
  const [total, running] = await Promise.all([
    replays.countFailed(knex, { tenant_id: tenantId, endpoint_id: webhookEndpointId, since, until }, expiryAt(context)),
    replays.runningReplayOf(knex, tenantId, webhookEndpointId),
  ]);
  return {
    status: 200,
    body: { preview: { since: since.toISOString(), until: until.toISOString(), total, running: running?.id ?? null } },
  };
};

export const readReplay: OperatorOperation<'readReplay'> = async (context, { path }) => ({
  status: 200,
  body: { replay: await replayInPath(context, path) },
});

/** Returns the replay in the path as it is now, or throws the 404 of the first thing in the path that does not exist. */
async function replayInPath(context: Context, path: ReplayPath) {
  await requireTenant(context, path.tenantId);
  return context.db.knex.transaction(
    async (trx) => {
      if (!(await findEndpoint(trx, path.tenantId, path.webhookEndpointId))) throw webhookNotFound();
      const row = await replays.findReplay(trx, path.tenantId, path.webhookEndpointId, path.replayId);
      if (!row) throw replayNotFound();
      return replayView(trx, row, expiryAt(context));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

interface ReplayPath {
  readonly tenantId: string;
  readonly webhookEndpointId: string;
  readonly replayId: string;
}

export const cancelReplay: OperatorOperation<'cancelReplay'> = async (context, { path }) => {
  await replayInPath(context, path);
  const replay = await context.db.knex.transaction(async (trx) => {
    const running = await replays.lockReplay(trx, path.tenantId, path.replayId);
    if (running)
      await replays.endReplay(trx, running, 'canceled', await replays.countFailed(trx, running, expiryAt(context)), context.clock.now());
    const row = await replays.findReplay(trx, path.tenantId, path.webhookEndpointId, path.replayId);
    if (!row) throw replayNotFound();
    return replayView(trx, row, expiryAt(context));
  });
  return { status: 200, body: { replay } };
};

/** Counts what remains while the replay runs. It uses the snapshot of the row, or the numbers would not agree. */
async function replayView(sql: Knex, row: replays.ReplayRow, expiry: Expiry): Promise<components['schemas']['ReplayView']> {
  const remaining = row.remaining ?? (await replays.countFailed(sql, row, expiry));
  // An outcome from before the replay began may have been written just after it was counted.
  const total = Math.max(row.total, row.replayed + remaining);
  return {
    id: row.id,
    webhookEndpointId: row.endpoint_id,
    since: row.since.toISOString(),
    state: row.state,
    total,
    replayed: row.replayed,
    skipped: total - row.replayed - remaining,
    remaining,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
