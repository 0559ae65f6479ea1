import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon, { type Request } from 'autocannon';
import { readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { connect } from '../src/db/connect.ts';
import { startEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLog } from '../src/log.ts';
import { aesSecrets } from '../src/secrets.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../test/support/fixtures.ts';
import { freePort } from '../test/support/ringpost.ts';
import { percentiles } from './dispatch/figures.ts';
import { cpuSecondsOf, startReceiver } from './dispatch/processes.ts';

/**
 * `npm run bench:http`: what comes in over HTTP. A whole service in its own process on an embedded PostgreSQL; POST /calls
 * with a provider that accepts every call at once, and signed status callbacks of texts, each of which makes an event and
 * a delivery. autocannon with 32 connections; its own latencies are whole milliseconds, so each answer's raw time is kept.
 */
const connections = 32;
const seconds = process.argv.includes('--quick') ? 3 : 10;
const texts = 40_000;
const authToken = 'bench-token';

async function bench(folder: string): Promise<void> {
  console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}; load ${loadavg()[0]?.toFixed(1)}`);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: createLog('error') });
  const provider = await startProvider();
  const receiver = await startReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secretKey = randomBytes(32);
  await migrate(postgres.url);
  const service = await startService({
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    DATABASE_URL: postgres.url,
    PORT: String(port),
    OPERATOR_PORT: '0',
    PUBLIC_URL: url,
    VAPI_BASE_URL: provider.url,
    TWILIO_ACCOUNT_SID: 'bench',
    TWILIO_AUTH_TOKEN: authToken,
  });
  try {
    const { key, agentId } = await fill(postgres.url, secretKey, `http://127.0.0.1:${receiver.ports[0]}/hook`);
    const pid = service.pid ?? 0;
    console.log(`${connections} connections, ${seconds} s each after 2 s of warm-up\n`);
    const call = { agentId, phoneNumber: '+14155550100', variables: { name: 'Ada' }, metadata: { note: 'x'.repeat(900) } };
    const calls: Request = {
      method: 'POST',
      path: '/api/v1/public/calls',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(call),
    };
    await measure('POST /calls', url, calls, 201, pid);
    await measure('text status callbacks', url, callbacks(url), 200, pid);
  } finally {
    const exited = once(service, 'exit');
    service.kill('SIGTERM');
    await exited;
    receiver.close();
    provider.close();
    await postgres.stop();
  }
}

async function measure(name: string, url: string, request: Request, expected: number, pid: number): Promise<void> {
  await run(url, request, 2);
  const before = cpuSecondsOf(pid);
  const { times, statuses } = await run(url, request, seconds);
  const cpu = ((cpuSecondsOf(pid) - before) * 1e6) / times.length;
  const { p50, p90, p99, max } = percentiles(Float64Array.from(times));
  const figures = [p50, p90, p99, max].map((ms) => ms.toFixed(1)).join('/');
  console.log(
    `${name.padEnd(24)}${(times.length / seconds).toFixed(0).padStart(6)}/s  p50/p90/p99/max ms ${figures}  CPU of the service ${cpu.toFixed(0)} µs`,
  );
  const others = [...statuses].filter(([status]) => status !== expected);
  if (others.length > 0) throw new Error(`${name} was answered ${others.map(([status, count]) => `${status} ${count} times`).join(', ')}`);
}

function run(url: string, request: Request, duration: number): Promise<{ times: number[]; statuses: Map<number, number> }> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  return new Promise((fulfil, reject) => {
    const options = { url, connections, duration, requests: [request] };
    const cannon = autocannon(options, (error) => (error ? reject(error) : fulfil({ times, statuses })));
    cannon.on('response', (_client, status, _bytes, ms) => {
      times.push(ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
  });
}

/** Each of another text, signed as Twilio does. After the last it begins anew: a repeat says nothing new. */
function callbacks(url: string): Request {
  let next = 0;
  return {
    setupRequest(request) {
      const number = next++ % texts;
      const path = `/callbacks/sms/twilio?message=msg_bench_${number}`;
      const signed = `${url}${path}MessageSidSM${number}MessageStatusdelivered`;
      return {
        ...request,
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
        },
        body: `MessageSid=SM${number}&MessageStatus=delivered`,
      };
    },
  };
}

/** A tenant that may do as much as it likes, and its texts on their way. */
async function fill(databaseUrl: string, secretKey: Buffer, hook: string): Promise<{ key: string; agentId: string }> {
  const db = connect({ url: databaseUrl, poolSize: 2, prepared: true });
  const now = (): Date => new Date();
  const config = readConfig({ RINGPOST_ENV: 'sandbox' });
  const context = {
    config,
    db,
    clock: { now, realNow: now, refresh: async () => {} },
    secrets: aesSecrets(secretKey),
  } as unknown as Context;
  const most = 1_000_000;
  const limits = {
    writesPerMinute: most,
    readsPerMinute: most,
    concurrentCalls: most,
    callEventsPerMinute: most,
    textEventsPerMinute: most,
  };
  const { id } = await tenant(context, { limits });
  const { text: key } = await apiKey(context, id);
  const agentId = await agent(context, id);
  await phoneNumber(context, id);
  await trigger(context, id, (await endpoint(context, id, { url: hook })).id, { eventType: 'sms.delivered' });
  await db.engine.query(
    `insert into texts (id, tenant_id, direction, status, phone, our_phone, body, provider_message_id, asked_at, sent_at, created_at)
     select 'msg_bench_' || n, $1, 'outbound', 'sent', '+14155550123', '+14155550100', 'Hello', 'SM' || n, now(), now(), now()
       from generate_series(0, $2::integer - 1) as n`,
    [id, texts],
  );
  await db.engine.query('vacuum analyze texts');
  await db.close();
  return { key, agentId };
}

/** Vapi, as far as a placement goes: it accepts every call and then says nothing of it. */
async function startProvider(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: randomUUID(), status: 'queued' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, close: () => server.close() };
}

async function startService(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', cli, 'serve'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"msg":"ready"')) continue;
    child.stdout.resume();
    return child;
  }
  throw new Error('the service ended before it was ready');
}

const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
// As root the server runs as another user, which must pass through.
await chmod(dataFolder, 0o711);
try {
  await bench(dataFolder);
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}
