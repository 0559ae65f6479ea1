import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { developmentSecrets } from '../src/development-secrets.ts';
import { newIdentifier } from '../src/identifiers.ts';
import { defaultTenantLimits } from '../src/limits.ts';
import { createLog } from '../src/log.ts';
import { startService } from '../src/main.ts';
import { insertTenant } from '../src/tenants/tenants.ts';

/**
 * `npm run bench:text-callbacks`: signed status callbacks of Twilio's, 64 connections at once, from a process of its own
 * over loopback, each the `delivered` of another text, so each is a signature, a change of the text and an event that
 * nobody subscribes to. A whole service on an embedded PostgreSQL with its own durable settings; 500 to warm up, then
 * three rounds. Not measured: the deliveries that follow.
 */
const connections = 64;
const warmUp = 500;
const perRound = 2_500;
const rounds = 3;
const token = 'twilio-token';
const publicUrl = 'http://127.0.0.1:8080';

interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

async function bench(dataFolder: string): Promise<void> {
  const environment = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_ROLES: 'api',
    RINGPOST_DATA_FOLDER: dataFolder,
    PORT: '0',
    OPERATOR_PORT: '0',
    PUBLIC_URL: publicUrl,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: token,
  };
  const service = await startService(readConfig({ ...developmentSecrets(dataFolder), ...environment }), createLog('silent'));
  const client = fork(new URL(import.meta.url), ['client', `http://127.0.0.1:${service.publicAddress?.port}`], {
    execArgv: ['--import', 'tsx'],
  });
  try {
    console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`);
    await report(client, await insertSentTexts(service.context, warmUp));
    for (let n = 0; n < rounds; n++) {
      const ids = await insertSentTexts(service.context, perRound);
      const before = process.cpuUsage();
      const { perSecond, p50, p99 } = await report(client, ids);
      const { user, system } = process.cpuUsage(before);
      const cpu = ((user + system) / perRound).toFixed(0);
      console.log(
        `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu} us of the service's CPU each`,
      );
    }
  } finally {
    client.disconnect();
    await service.stop();
  }
}

async function insertSentTexts({ db, clock }: Context, count: number): Promise<readonly string[]> {
  const at = clock.now();
  const tenantId = newIdentifier('ten', at);
  const tenant = { id: tenantId, name: 'Bench', publicApiEnabled: true, billing: 'invoice', limits: defaultTenantLimits } as const;
  await insertTenant(db.knex, tenant, at);
  const ids = Array.from({ length: count }, () => newIdentifier('msg', at));
  await db.knex.raw(
    `insert into texts (id, tenant_id, direction, status, phone, our_phone, body, provider_message_id, sent_at, created_at)
     select id, ?, 'outbound', 'sent', '+14155550123', '+14155550199', 'Still selling.', 'SM' || id, now(), now()
       from unnest(?::text[]) as id`,
    [tenantId, ids],
  );
  return ids;
}

async function report(client: ChildProcess, ids: readonly string[]): Promise<Round> {
  client.send(ids);
  const [round] = (await once(client, 'message')) as [Round];
  return round;
}

/** The other process: sends a callback for each of the texts, and says how it went. */
function serveAsClient(origin: string): void {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  process.on('message', async (ids: string[]) => {
    const requests = ids.map(callbackOf);
    const times: number[] = [];
    const begun = performance.now();
    const sendAll = async (): Promise<void> => {
      for (let next = requests.pop(); next; next = requests.pop()) {
        const sent = performance.now();
        const { statusCode, body } = await pool.request(next);
        await body.dump();
        if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: connections }, sendAll));
    times.sort((a, b) => a - b);
    const at = (part: number): number => times[Math.ceil(part * times.length) - 1] ?? 0;
    process.send?.({ perSecond: (times.length * 1_000) / (performance.now() - begun), p50: at(0.5), p99: at(0.99) } satisfies Round);
  });
  process.on('disconnect', () => process.exit());
}

function callbackOf(id: string) {
  const path = `/callbacks/sms/twilio?message=${id}`;
  const form = { AccountSid: 'AC1', MessageSid: `SM${id}`, MessageStatus: 'delivered' };
  const signed = Object.entries(form).flat().join('');
  const signature = createHmac('sha1', token)
    .update(publicUrl + path + signed)
    .digest('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return { path, method: 'POST', headers, body: new URLSearchParams(form).toString() } as const;
}

const [, , role, origin = ''] = process.argv;
if (role === 'client') serveAsClient(origin);
else {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  await bench(dataFolder).finally(() => rm(dataFolder, { recursive: true, force: true }));
}
