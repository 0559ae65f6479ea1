import type { Knex } from 'knex';
import { request as send } from 'undici';
import type { Context } from '../src/context.ts';
import { ensurePartitions } from '../src/db/partitions.ts';
import { startService } from '../src/main.ts';
import { readConfig } from '../src/process/config.ts';
import { developmentSecrets } from '../src/process/development-secrets.ts';
import { newIdentifier } from '../src/process/identifiers.ts';
import { defaultTenantLimits } from '../src/process/limits.ts';
import { createLog } from '../src/process/log.ts';
import { before, dayMs } from '../src/process/time.ts';
import { issueApiKey } from '../src/tenants/api-keys.ts';
import { insertTenant } from '../src/tenants/tenants.ts';
import { runningEmbeddedPostgres } from '../tools/embedded/postgres.ts';
import { embeddedServers } from '../tools/embedded/servers.ts';
import { machine } from '../tools/load/machine.ts';
import { percentile } from './dispatch/figures.ts';
import { cpuSecondsOf } from './dispatch/processes.ts';
import { benchOptions } from './stage/bench-options.ts';
import { type Ends, partOf } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';
import { fillDeliveries, keepCounts } from './stage/deliveries.ts';
import { postmasterPid } from './stage/postmaster.ts';

/**
 * `npm run bench:deliveries` measures the time of GET /webhook-deliveries for a tenant with a million deliveries in the
 * window, and the CPU of all processes of PostgreSQL. A service without dispatcher and scheduler on an embedded PostgreSQL
 * is asked over HTTP on loopback, one request at a time, after ten to warm up. The table also holds 250,000 deliveries of
 * 25 other tenants. Not measured: a cold disk, and concurrent traffic. Exits 1 if any p99 reaches the goal, or the first
 * page's median or CPU is above its own.
 */
benchOptions('deliveries', {});

const deliveries = 1_000_000;
const others = { tenants: 25, deliveriesEach: 10_000 };
const requests = 500;
const goals = { p99Ms: 200, firstPageMs: 20, firstPagePostgresMs: 1 };

async function bench(dataFolder: string, ends: Ends): Promise<number> {
  const environment = { RINGPOST_ENV: 'sandbox', RINGPOST_ROLES: 'api', RINGPOST_DATA_FOLDER: dataFolder, PORT: '0', OPERATOR_PORT: '0' };
  const config = readConfig({ ...developmentSecrets(dataFolder), ...environment });
  const service = await partOf(ends, startService(config, { log: createLog('silent'), embedded: embeddedServers(dataFolder) }), (started) =>
    started.stop(),
  );
  const { context, publicAddress } = service;
  const { knex } = context.db;
  const now = context.clock.now();
  console.log(machine());
  await ensurePartitions(knex, before(now, 90 * dayMs), now);
  const { tenantId, key } = await tenantWithKey(context);
  const filling = performance.now();
  await fillDeliveries(knex, tenantId, deliveries, now);
  for (let n = 0; n < others.tenants; n++) await fillDeliveries(knex, `ten_other_${n}`, others.deliveriesEach, now);
  const folded = await keepCounts(context);
  await knex.raw('vacuum analyze');
  await endWorkOfFilling(knex);
  console.log(`filled in ${((performance.now() - filling) / 1_000).toFixed(0)} s; ${folded} changes folded\n`);
  const url = `http://127.0.0.1:${publicAddress?.port}/api/v1/public/webhook-deliveries`;
  return measureAll(url, key, await postmasterPid((await runningEmbeddedPostgres(dataFolder)) ?? ''));
}

/** What PostgreSQL still has to do for the filled tables would be counted as a page's work. */
async function endWorkOfFilling(knex: Knex): Promise<void> {
  await knex.raw('alter system set autovacuum = off');
  await knex.raw('select pg_reload_conf()');
  await knex.raw('checkpoint');
}

/** Makes a tenant with unlimited reads, since the list is measured and not the budget. */
async function tenantWithKey(context: Context): Promise<{ tenantId: string; key: string }> {
  const at = context.clock.now();
  const tenantId = newIdentifier('ten', at);
  const limits = { ...defaultTenantLimits, readsPerMinute: 1_000_000 };
  await insertTenant(context.db.knex, { id: tenantId, name: 'Bench', publicApiEnabled: true, billing: 'invoice', limits }, at);
  const { text } = await issueApiKey(context, tenantId, { name: 'bench', scopes: ['webhooks'], expiresAt: null });
  return { tenantId, key: text };
}

async function measureAll(url: string, key: string, postgresPid: number): Promise<number> {
  const totals = new Map<string, number>();
  for (const status of ['', 'success', 'failed', 'retrying', 'pending']) {
    const page = await ask(`${url}?status=${status}`.replace(/\?status=$/, ''), key);
    totals.set(status, page.pagination.total);
  }
  const sum = ['success', 'failed', 'retrying', 'pending'].reduce((all, status) => all + (totals.get(status) ?? 0), 0);
  if (totals.get('') !== deliveries || sum !== deliveries) throw new Error(`the totals are wrong: ${JSON.stringify([...totals])}`);
  const lastPage = (status: string, limit: number): number => Math.max(1, Math.ceil((totals.get(status) ?? 0) / limit));
  const cases: readonly (readonly [name: string, query: string])[] = [
    ['first page', ''],
    ['first page of 50', '?limit=50'],
    ['page 20,000', '?page=20000'],
    [`middle page of 50`, `?limit=50&page=${Math.round(lastPage('', 50) / 2)}`],
    ['last page', `?page=${lastPage('', 20)}`],
    ['beyond the last page', `?page=${lastPage('', 20) + 1}`],
    ...['success', 'failed', 'retrying', 'pending'].flatMap((status): readonly (readonly [string, string])[] => [
      [`${status}, first page of 50`, `?status=${status}&limit=50`],
      [`${status}, last page of 50`, `?status=${status}&limit=50&page=${lastPage(status, 50)}`],
    ]),
  ];
  console.log(
    `${'GET /webhook-deliveries'.padEnd(34)}${['p50 ms', 'p99 ms', 'max ms', 'PostgreSQL ms'].map((head) => head.padStart(15)).join('')}`,
  );
  let failed = false;
  for (const [name, query] of cases) {
    for (let n = 0; n < 10; n++) await ask(`${url}${query}`, key);
    const cpuBefore = cpuSecondsOf(postgresPid);
    const times = await measure(`${url}${query}`, key);
    const postgresMs = ((cpuSecondsOf(postgresPid) - cpuBefore) * 1_000) / times.length;
    const [p50, p99, max] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)];
    const misses = p99 >= goals.p99Ms || (query === '' && (p50 > goals.firstPageMs || postgresMs > goals.firstPagePostgresMs));
    failed ||= misses;
    console.log(
      `${name.padEnd(34)}${[p50, p99, max, postgresMs].map((ms) => ms.toFixed(2).padStart(15)).join('')}${misses ? '  MISSES THE GOAL' : ''}`,
    );
  }
  console.log(
    `\ngoals: p99 below ${goals.p99Ms} ms everywhere, the first page's p50 at most ${goals.firstPageMs} ms and its CPU of PostgreSQL at most ${goals.firstPagePostgresMs} ms: ${failed ? 'missed' : 'met'}`,
  );
  return failed ? 1 : 0;
}

async function measure(url: string, key: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < requests; n++) {
    const started = performance.now();
    await ask(url, key);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

async function ask(url: string, key: string): Promise<{ readonly pagination: { readonly total: number } }> {
  const response = await send(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  return JSON.parse(text) as { pagination: { total: number } };
}

process.exitCode = await inDataFolder(bench);
