import { createHmac, randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import pg from 'pg';
import { authToken, type Stage } from '../stage/stage.ts';
import type { LoadTenant } from '../stage/tenants.ts';

/** The requests to a server, and the expected answers. */
export interface Case {
  readonly name: string;
  readonly expected: number;
  /** Lists the servers that take part. */
  readonly servers: readonly ServerName[];
  requests(url: string): readonly Request[];
}

export type ServerName = 'ringpost' | 'against' | 'bare' | 'fastify' | 'pipeline' | 'pipeline against' | 'bucket';

const everyone: readonly ServerName[] = ['ringpost', 'against', 'bare', 'fastify'];
const oursAlone: readonly ServerName[] = ['ringpost', 'against'];

/** A connection sends this many requests before it starts over, or one for each tenant if there are more. */
const inTurns = 500;

export const readCalls = (tenants: readonly LoadTenant[]): Case => ({
  name: 'GET /calls/:id',
  expected: 200,
  servers: everyone,
  requests: () => readsOfCalls(tenants),
});

/** Sends the same requests to a server that does nothing for them. */
export const passPipeline = (tenants: readonly LoadTenant[]): Case => ({
  name: 'pipeline alone',
  expected: 200,
  servers: ['pipeline', 'pipeline against', 'bucket'],
  requests: () => readsOfCalls(tenants),
});

const readsOfCalls = (tenants: readonly LoadTenant[]): readonly Request[] =>
  turns(tenants, (n) => {
    const { key, callIds } = nth(tenants, n);
    return { method: 'GET', path: `/api/v1/public/calls/${nth(callIds, n)}`, headers: { authorization: `Bearer ${key}` } };
  });

/** Places calls as the documents recommend: each has its own idempotency key and about 1 KB of JSON. `tenants` prepay. */
export const placeCallsAsRecommended = (tenants: readonly LoadTenant[]): Case => {
  let next = 0;
  const run = randomUUID();
  return {
    name: 'POST /calls recommended',
    expected: 201,
    servers: everyone,
    requests: () =>
      turns(tenants, (n) => {
        const request = placementBy(nth(tenants, n));
        return {
          ...request,
          setupRequest: (set) => ({ ...set, body: JSON.stringify({ ...request.wanted, idempotencyKey: `${run}-${next++}` }) }),
        };
      }),
  };
};

/** Places the same calls without an idempotency key, for tenants that pay by invoice. */
export const placeCalls = (tenants: readonly LoadTenant[]): Case => ({
  name: 'POST /calls',
  expected: 201,
  servers: everyone,
  requests: () =>
    turns(tenants, (n) => {
      const request = placementBy(nth(tenants, n));
      return { ...request, body: JSON.stringify(request.wanted) };
    }),
});

const placementBy = ({ key, agentId }: LoadTenant) =>
  ({
    method: 'POST',
    path: '/api/v1/public/calls',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    wanted: { agentId, phoneNumber: '+14155550100', variables: { name: 'Ada' }, metadata: { note: 'x'.repeat(850) } },
  }) as const;

export const listDeliveries = (tenants: readonly LoadTenant[]): Case => ({
  name: 'GET /webhook-deliveries',
  expected: 200,
  servers: oursAlone,
  requests: () =>
    turns(tenants, (n) => ({
      method: 'GET',
      path: '/api/v1/public/webhook-deliveries',
      headers: { authorization: `Bearer ${nth(tenants, n).key}` },
    })),
});

/** Sends Twilio's reports that texts were delivered, with Twilio's signature. Each makes an event and a delivery, once. */
export function textCallbacks(): Case {
  let next = 0;
  return {
    name: 'text callback',
    expected: 200,
    servers: oursAlone,
    requests: (url) => [
      {
        method: 'POST',
        setupRequest(request) {
          const number = next++ % texts;
          const path = `/callbacks/sms/twilio?message=msg_bench_${number}`;
          const signed = `${url}${path}MessageSidSM${number}MessageStatusdelivered`;
          const signature = createHmac('sha1', authToken).update(signed).digest('base64');
          const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
          return { ...request, method: 'POST', path, headers, body: `MessageSid=SM${number}&MessageStatus=delivered` };
        },
      },
    ],
  };
}

/** No run uses up this many texts. */
const texts = 200_000;

/** Inserts texts that are under way, for all the tenants in turns. */
export async function insertTexts(stage: Stage, tenants: readonly LoadTenant[]): Promise<void> {
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  await client.query(
    `insert into texts (id, tenant_id, direction, status, phone, our_phone, body, provider_message_id, asked_at, sent_at, created_at)
     select 'msg_bench_' || n, ($1::text[])[1 + n % cardinality($1::text[])], 'outbound', 'sent', '+14155550123', '+14155550100', 'Hello',
            'SM' || n, now(), now(), now()
       from generate_series(0, $2::integer - 1) as n`,
    [tenants.map(({ id }) => id), texts],
  );
  await client.query('vacuum analyze texts');
  await client.end();
}

const turns = (tenants: readonly LoadTenant[], request: (n: number) => Request): readonly Request[] =>
  Array.from({ length: Math.max(inTurns, tenants.length) }, (_, n) => request(n));

function nth<T>(all: readonly T[], n: number): T {
  const one = all[n % all.length];
  if (one === undefined) throw new Error('There is nothing to ask for.');
  return one;
}
