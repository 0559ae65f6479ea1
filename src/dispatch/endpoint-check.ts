import type { Pool } from 'pg';
import { groupCommit } from '../db/group-commit.ts';
import type { EndpointCache, Target } from './endpoint-cache.ts';

/**
 * Asks right before an attempt whether its endpoint is still what it was when the delivery was leased. So a secret that was
 * rotated a moment ago signs nothing any more, and nothing is sent if the endpoint was deleted, or if it or the trigger was
 * switched off, in whichever process the delivery waited. One query at a time answers for all attempts that begin together, so
 * that it costs a busy process little and an idle one half a millisecond.
 *
 * Returns the target to use now, `inactive` if it or the trigger is switched off, or `gone` if it was deleted or cannot be used.
 * Without a trigger the endpoint decides alone.
 */
export type EndpointCheck = (target: Target, triggerId: string | null) => Promise<Target | 'inactive' | 'gone'>;

export function endpointCheck(engine: Pool, cache: EndpointCache): EndpointCheck {
  // The query is sent at the end of the tick, so that other attempts of the tick share it.
  const ask = groupCommit((asked: readonly Asked[]) => askAll(engine, asked), {
    maxWeight: Number.POSITIVE_INFINITY,
    gather: () => Promise.resolve(),
  });
  return async (target, triggerId) => {
    const { endpoint, isTriggerOff } = await ask({ endpointId: target.id, triggerId });
    if (!endpoint) return 'gone';
    if (!endpoint.is_active || isTriggerOff) return 'inactive';
    if (endpoint.version === target.version) return target;
    const renewed = await cache.targets([{ endpointId: target.id, endpointVersion: endpoint.version }]);
    return renewed.get(target.id) ?? 'gone';
  };
}

interface Asked {
  readonly endpointId: string;
  readonly triggerId: string | null;
}

/** A row is an endpoint, or a trigger that is switched off. */
interface Row {
  readonly id: string;
  readonly version: number;
  readonly is_active: boolean;
}

async function askAll(engine: Pool, asked: readonly Asked[]) {
  const ids = new Set(asked.flatMap(({ endpointId, triggerId }) => (triggerId === null ? [endpointId] : [endpointId, triggerId])));
  const { rows } = await engine.query<Row>({ name: 'check-endpoints', text: statement, values: [[...ids]] });
  const found = new Map(rows.map((row) => [row.id, row]));
  return asked.map(({ endpointId, triggerId }) => ({
    endpoint: found.get(endpointId),
    isTriggerOff: triggerId !== null && found.has(triggerId),
  }));
}

/** The deliveries of a trigger that was deleted are still sent, so only a trigger that exists and is off makes a row. */
const statement = `
  select id, version, is_active
    from webhook_endpoints
   where id = any($1)
   union all
  select id, 0, false
    from automation_triggers
   where id = any($1)
     and not is_active`;
