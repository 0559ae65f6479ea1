import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { migrate } from '../../src/db/migrate.ts';
import { drain, oneAtWork } from '../faults/matrix/drain.ts';
import { service } from '../faults/matrix/service.ts';
import { failing, furnish, type System } from '../faults/matrix/system.ts';
import { type Cleanups, started } from '../support/end-all.ts';
import { startPrimary, takeBaseBackup } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { callsOf, post, textsOf } from './keyed-requests.ts';
import { startPgbouncer } from './proxies.ts';

/**
 * The drill of a restore to an earlier moment, with a base backup and an archive of PostgreSQL's log: calls that were placed
 * since that moment are repeated by their tenants with their keys, and those that were not are taken back by an operator; so are texts
 * repeated. Returns what does not hold: every telephone rings once, each call keeps its id, a key has one text, and each end is told once.
 */
export async function drillRestore(seed: number, parent: string, cleanups: Cleanups): Promise<readonly string[]> {
  const folder = join(parent, 'restore');
  await mkdir(join(folder, 'data'), { recursive: true });
  const primary = await started(
    cleanups,
    startPrimary(join(folder, 'primary'), { archive_mode: 'on', archive_command: 'mkdir -p ../archive && cp %p ../archive/%f' }),
    (it) => it.remove(),
  );
  const pgbouncer = await started(cleanups, startPgbouncer(folder, primary), (it) => it.kill());
  await migrate(pgbouncer.url);
  const env = { DATABASE_URL: pgbouncer.url, DATABASE_PREPARED: 'off' };
  const furnished = await furnish({ seed, folder, databaseUrl: pgbouncer.url, prepared: false, env, cleanups });
  const logFile = join(folder, 'service.log');
  const made = service({ name: 'restored', port: await freePort(), operatorPort: await freePort(), env: furnished.env, logFile });
  cleanups.push(() => made.end());
  await made.start();
  const system: System = {
    ...furnished,
    ...failing(),
    databaseUrl: pgbouncer.url,
    redis: null,
    pacedBy: { processes: 1, hasRedis: false },
    services: [made, made],
    logFiles: [logFile],
  };
  const [customer] = system.customers;
  if (!customer) throw new Error('there are customers');

  const backup = await takeBaseBackup(join(folder, 'restored'), primary);
  const kept = await callsOf(system, customer, 0, 2);
  await textsOf(system, customer, keptTexts);
  const [moment] = await primary.ask<{ at: string }>('select clock_timestamp()::text as at');
  const lost = await callsOf(system, customer, 2, 10);
  await textsOf(system, customer, allTexts);
  const unrepeated = await callsOf(system, customer, 12, 2);
  const [last] = await primary.ask<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  await until('the log is archived', async () => {
    const archived = 'select from pg_stat_archiver where last_archived_wal >= $1';
    return (await primary.ask(archived, [last?.segment])).length === 1;
  });
  await primary.kill();
  const restored = await backup.restoredTo(moment?.at ?? '', join(primary.data, '../archive'));
  // It ends last, like every server that connections lead to.
  cleanups.unshift(() => restored.remove());
  const restoredAt = performance.now();
  await pgbouncer.point(restored);

  const repeated = await callsOf(system, customer, 2, 10);
  await textsOf(system, customer, allTexts);
  const { calls } = await post(`${made.operatorUrl}/api/v1/operator/restores/adopt-calls`, system.operatorToken, {
    since: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const left = await drain(system, oneAtWork);

  const all = [...kept, ...lost, ...unrepeated];
  const findings = [...(left === null ? [] : [left]), ...differences('the calls that were repeated', repeated, lost)];
  findings.push(
    ...differences(
      'the calls that an operator took back',
      calls.map(({ callId }: { callId: string }) => callId).toSorted(),
      unrepeated.toSorted(),
    ),
  );
  findings.push(...differences('the telephones that rang', system.dials.map(({ callId }) => callId).toSorted(), all.toSorted()));
  const told = await restored.ask<{ type: string; call: string; id: string; status: string }>(
    `select e.event_type as type, body::json->'data'->>'call_id' as call, d.id, d.status
       from webhook_events e
       join webhook_deliveries d on d.tenant_id = e.tenant_id and d.event_id = e.id`,
  );
  const { texts } = system.simulator.ledger.read().totals;
  if (texts !== allTexts) findings.push(`after a restore, ${texts} texts were sent with ${allTexts} keys`);
  const delivered = told.filter(({ type }) => type === 'sms.delivered').length;
  if (delivered !== allTexts) findings.push(`after a restore, ${delivered} texts were told, and should be ${allTexts}`);
  const completed = told.filter(({ type }) => type === 'call.completed');
  findings.push(...differences('the calls whose end was told', completed.map(({ call }) => call).toSorted(), all.toSorted()));
  findings.push(...told.filter(({ status }) => status !== 'success').map(({ id, status }) => `the delivery ${id} is ${status}`));
  const { receipts } = system.oracle;
  findings.push(...told.filter(({ id }) => !receipts.has(id)).map(({ id }) => `the delivery ${id} never came`));
  // What came before the restore may be lost with its row; what comes afterwards is known.
  const known = new Set(told.map(({ id }) => id));
  const strays = [...receipts].filter(([id, received]) => !known.has(id) && received.some(({ at }) => at > restoredAt));
  findings.push(...strays.map(([id]) => `after a restore, the delivery ${id} came, which the database does not have`));
  return findings;
}

/** Texts before the moment that is restored, and all, most of which are lost. */
const keptTexts = 1;
const allTexts = 5;

const differences = (what: string, seen: readonly string[], expected: readonly string[]): string[] =>
  JSON.stringify(seen) === JSON.stringify(expected)
    ? []
    : [`after a restore, ${what} are ${seen.join(', ')}, and should be ${expected.join(', ')}`];
