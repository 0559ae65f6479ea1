import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { System } from './system.ts';

/**
 * Done behind the service's back when all is over, to show that the matrix sees it: a delivery goes, one comes once more,
 * one comes with other bytes, a telephone rings again for a call, or for a call that nobody asked for.
 */
export const sabotages = ['lost', 'duplicate', 'forged', 'double-dial', 'unasked-dial'] as const;
export type Sabotage = (typeof sabotages)[number];

export async function sabotage(system: System, how: Sabotage): Promise<void> {
  switch (how) {
    case 'lost':
      await system.context.db
        .knex('webhook_deliveries')
        .where({ id: (await someDelivery(system)).id })
        .delete();
      return;
    case 'duplicate':
      return sendAgain(system, (body) => body);
    case 'forged':
      return sendAgain(system, (body) => `${body} `);
    case 'double-dial':
      return ringAgain(system, (name) => name);
    case 'unasked-dial':
      return ringAgain(system, (name) => `${name}-unasked`);
  }
}

interface Delivered {
  readonly id: string;
  readonly body: string;
  readonly url: string;
}

async function someDelivery({ context: { db } }: System): Promise<Delivered> {
  const { rows } = await db.knex.raw<{ rows: Delivered[] }>(`
    select d.id, v.body, d.endpoint_snapshot ->> 'url' as url
      from webhook_deliveries d
      join webhook_events v on v.id = d.event_id
     where d.status = 'success' and d.event_type <> 'call.completed'
     order by d.id
     limit 1`);
  if (!rows[0]) throw new Error('nothing was delivered that could be sabotaged');
  return rows[0];
}

async function sendAgain(system: System, change: (body: string) => string): Promise<void> {
  const delivered = await someDelivery(system);
  const body = change(delivered.body);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const secret = system.oracle.secretOf(new URL(delivered.url).pathname.split('/').at(-1) ?? '');
  const answer = await request(delivered.url, {
    method: 'POST',
    headers: {
      'x-webhook-delivery-id': delivered.id,
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    },
    body,
  });
  await answer.body.dump();
}

async function ringAgain({ simulator }: System, changeName: (name: string) => string): Promise<void> {
  const [call] = simulator.calls.all();
  if (!call) throw new Error('no telephone rang');
  const answer = await request(`${simulator.vapiUrl}/call`, {
    method: 'POST',
    headers: { authorization: 'Bearer vapi-key', 'content-type': 'application/json' },
    body: JSON.stringify({ ...call.request, name: changeName(String(call.callId)) }),
  });
  await answer.body.dump();
}
