import type { Config } from '../../src/process/config.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { addressGuardCheck } from './address-guard.ts';
import { archive } from './archive.ts';
import { callbacks } from './callbacks.ts';
import { clocks } from './clocks.ts';
import { judgeConfiguration } from './configuration.ts';
import { markOf, openDatabase, type SoundDatabase } from './database.ts';
import { type Finding, fault, named, notExamined, type Seen } from './finding.ts';
import { indexes } from './indexes.ts';
import { keysOfCells } from './keys-of-cells.ts';
import { hasSchema, migrations, noSchema } from './migrations.ts';
import { nameServers } from './name-servers.ts';
import { partitions } from './partitions.ts';
import { publicUrl } from './public-url.ts';
import { queue } from './queue.ts';
import { readReplica } from './read-replica.ts';
import { recordings } from './recordings.ts';
import { redis } from './redis.ts';
import { storedSecrets } from './stored-secrets.ts';
import { textProvider } from './text-provider.ts';
import { traces } from './traces.ts';
import { upkeep } from './upkeep.ts';
import { nodeVersion } from './versions.ts';
import { voiceProvider } from './voice-provider.ts';

/**
 * Examines everything that the service needs, from this machine and with this configuration. Changes nothing but one
 * small object in the recording store. The service need not run. A check that cannot be made says so. An unexpected
 * exception is reported as a fault with its own message.
 */
export async function examine({ readConfig, machineNow }: Patient): Promise<Report> {
  const { config, seen } = judgeConfiguration(readConfig);
  const node: Finding[] = [{ check: 'Node.js', ...nodeVersion(process.versions.node) }];
  const configuration = named('configuration', seen);
  if (config === null) return report([...configuration, ...node, ...unexamined(everyCheck, 'The configuration comes first.')]);
  const { database, seen: sight } = await openDatabase(config);
  const opened = named('database', sight);
  try {
    const mark = database && (await markOf(database));
    const [inside, others] = await Promise.all([examineDatabase(database, config, machineNow), Promise.all(otherChecks(config, mark))]);
    return report([...configuration, ...node, ...opened, ...inside, ...others.flat()]);
  } finally {
    await database?.close();
  }
}

export interface Patient {
  /** Throws if the configuration is invalid. */
  readConfig(): Config;
  machineNow(): Date;
}

export interface Report {
  /** Is true if no check found a fault; there may be warnings. */
  readonly isHealthy: boolean;
  readonly findings: readonly Finding[];
}

const report = (findings: readonly Finding[]): Report => ({
  isHealthy: findings.every(({ state }) => state !== 'fault'),
  findings,
});

type Look<Subject extends unknown[]> = (...subject: Subject) => Promise<readonly Seen[]>;

const inDatabase: Readonly<Record<string, Look<[SoundDatabase, Config, () => Date]>>> = {
  clocks,
  migrations,
  indexes,
  partitions,
  'dead tuples': upkeep,
  queue,
  archive: (db) => archive(db),
  'stored secrets': storedSecrets,
  cell: keysOfCells,
  'read replica': readReplica,
};

const elsewhere: Readonly<Record<string, Look<[Config, string | null]>>> = {
  Redis: redis,
  'voice provider': voiceProvider,
  'text provider': textProvider,
  recordings,
  'name servers': nameServers,
  'address guard': addressGuardCheck,
  'public URL': publicUrl,
  callbacks,
  traces,
};

const everyCheck = ['database', ...Object.keys(inDatabase), ...Object.keys(elsewhere)];

async function examineDatabase(database: SoundDatabase | null, config: Config, machineNow: () => Date): Promise<readonly Finding[]> {
  const checks = Object.keys(inDatabase);
  if (database === null) return unexamined(checks, 'The database comes first.');
  if (!(await hasSchema(database))) {
    const later = checks.filter((check) => check !== 'migrations');
    return [{ check: 'migrations', ...noSchema }, ...unexamined(later, '"migrations" comes first.')];
  }
  const all = Object.entries(inDatabase).map(([check, look]) => looked(check, () => look(database, config, machineNow)));
  return (await Promise.all(all)).flat();
}

const otherChecks = (config: Config, mark: string | null): Promise<readonly Finding[]>[] =>
  Object.entries(elsewhere).map(([check, look]) => looked(check, () => look(config, mark)));

async function looked(check: string, look: () => Promise<readonly Seen[]>): Promise<readonly Finding[]> {
  try {
    return named(check, await look());
  } catch (error) {
    return [{ check, ...fault(`It could not be examined: ${messageOf(error)}`, 'Mend what else is found first.') }];
  }
}

const unexamined = (checks: readonly string[], why: string): Finding[] => checks.map((check) => ({ check, ...notExamined(why) }));
