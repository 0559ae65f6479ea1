import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../../cli/parts/ports.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startRedis } from '../faults/matrix/redis.ts';
import { type Service, service } from '../faults/matrix/service.ts';
import { type Furnished, failing, furnish, type System } from '../faults/matrix/system.ts';
import { type Cleanups, started } from '../support/end-all.ts';
import { startPrimary } from '../support/postgres.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { type Nginx, type Pgbouncer, startNginx, startPgbouncer } from './proxies.ts';
import { type ReplicatedDatabase, startReplicated } from './replicated.ts';

/** A fleet on loopback, as `deploy/README.md` describes it, and a second cell beside it, behind the same nginx. */
export interface Fleet {
  /** What the load and the verdict of the kill matrix work on; its services are the fleet as nginx shows it. */
  readonly system: System;
  readonly processes: readonly Service[];
  readonly database: ReplicatedDatabase;
  readonly redis: RedisCluster;
  readonly pgbouncer: Pgbouncer;
  readonly nginx: Nginx;
  readonly otherCell: OtherCell;
  /** Processes that are started from now on are of a release with one migration more. */
  release(): Promise<void>;
  /** The migrations of that release; null before there is one. */
  newestMigrations(): URL | null;
}

const processCount = 3;

export async function openFleet(seed: number, folder: string, cleanups: Cleanups): Promise<Fleet> {
  const cells = [await ports(processCount), await ports(1)] as const;
  const opening = [
    started(cleanups, startRedisCluster(folder), (it) => it.stop()),
    startReplicated(folder, cleanups),
    openOtherCell(seed, folder, cells[1], cleanups),
  ] as const;
  // Where one fails the others are waited for all the same: nothing more is started while all of it ends.
  await Promise.allSettled(opening);
  const [redis, database, otherCell] = await Promise.all(opening);
  const pgbouncer = await started(cleanups, startPgbouncer(folder, database.primary), (it) => it.kill());
  const nginx = await started(cleanups, startNginx(folder, cells), (it) => it.stop());

  await migrate(pgbouncer.url);
  const env = {
    DATABASE_URL: pgbouncer.url,
    DATABASE_READ_URL: database.replica.url,
    DATABASE_PREPARED: 'off',
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1/32',
    SHUTDOWN_DELAY_SECONDS: '3',
  };
  const furnished = await furnish({ seed, folder, databaseUrl: pgbouncer.url, prepared: false, env, cleanups });
  const newest: { program: string | null } = { program: null };
  const logFiles: string[] = [];
  const processes = cells[0].publicPorts.map((port, n) => {
    const name = `process-${n + 1}`;
    const logFile = join(folder, `${name}.log`);
    logFiles.push(logFile);
    const operatorPort = cells[0].operatorPorts[n] ?? 0;
    const made = service({
      name,
      port,
      operatorPort,
      env: furnished.env,
      logFile,
      reachedAt: nginx.publicUrl,
      program: () => newest.program,
    });
    cleanups.push(() => made.end());
    return made;
  });
  await Promise.all(processes.map((each) => each.start()));
  const [first] = processes;
  if (!first) throw new Error('a fleet has processes');
  const shown: Service = {
    ...first,
    name: 'the fleet',
    publicUrl: nginx.publicUrl,
    operatorUrl: nginx.operatorUrl,
    get diedAlone() {
      return processes.flatMap(({ diedAlone }) => diedAlone);
    },
    get startedAt() {
      return processes.flatMap(({ startedAt }) => startedAt);
    },
  };
  const pacedBy = { processes: processCount, hasRedis: true };
  const system: System = {
    ...furnished,
    ...failing(),
    databaseUrl: pgbouncer.url,
    redis: null,
    pacedBy,
    services: [shown, shown],
    logFiles,
  };
  return {
    system,
    processes,
    database,
    redis,
    pgbouncer,
    nginx,
    otherCell,
    async release() {
      newest.program = await makeRelease(folder);
    },
    newestMigrations: () => (newest.program === null ? null : new URL('../src/db/migrations/', pathToFileURL(newest.program))),
  };
}

export interface OtherCell extends Furnished {
  readonly publicUrl: string;
  readonly operatorUrl: string;
}

/** A cell is a database, a Redis and its processes: here one of each. */
async function openOtherCell(
  seed: number,
  fleetFolder: string,
  { publicPorts: [port = 0], operatorPorts: [operatorPort = 0] }: Awaited<ReturnType<typeof ports>>,
  cleanups: Cleanups,
): Promise<OtherCell> {
  const folder = join(fleetFolder, 'c2');
  await mkdir(join(folder, 'data'), { recursive: true });
  const postgres = await started(cleanups, startPrimary(join(folder, 'primary')), (it) => it.remove());
  await migrate(postgres.url);
  const redis = await started(cleanups, startRedis(folder), (it) => it?.stop());
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis?.url ?? '', RINGPOST_CELL: 'c2' };
  const furnished = await furnish({ seed, folder, databaseUrl: postgres.url, prepared: true, env, cleanups });
  const made = service({ name: 'cell-2', port, operatorPort, env: furnished.env, logFile: join(folder, 'cell-2.log') });
  cleanups.push(() => made.end());
  await made.start();
  return { ...furnished, publicUrl: made.publicUrl, operatorUrl: made.operatorUrl };
}

async function ports(count: number): Promise<{ readonly publicPorts: readonly number[]; readonly operatorPorts: readonly number[] }> {
  const publicPorts = [];
  const operatorPorts = [];
  for (let n = 0; n < count; n++) {
    publicPorts.push(await freePort());
    operatorPorts.push(await freePort());
  }
  return { publicPorts, operatorPorts };
}

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const shipped = [
  'src',
  'cli',
  'tools',
  'docs',
  'sdk',
  'simulator',
  'openapi',
  'asyncapi',
  'deploy',
  'package.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
];

/** This checkout, and a migration that adds what nobody writes yet, as the first half of a change to a table does. */
async function makeRelease(folder: string): Promise<string> {
  const release = join(folder, 'release');
  await mkdir(release);
  for (const name of shipped) await cp(join(checkout, name), join(release, name), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(release, 'node_modules'));
  await writeFile(
    join(release, 'src/db/migrations/9999_later_release.sql'),
    `alter table webhook_deliveries add column later_release text;
     alter table calls add column later_release text;
     create table later_release (id bigint primary key);`,
  );
  return join(release, 'cli/ringpost.ts');
}
