import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createExtractionWorkers } from './agents/extraction-workers.ts';
import { assembleContext } from './assemble-context.ts';
import type { Context } from './context.ts';
import { connect } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { startDatabaseClock } from './db/database-clock.ts';
import { noteCell, readInstallation } from './db/migrate.ts';
import { migrateAtStart } from './db/migrate-at-start.ts';
import { DatabaseUnreachable } from './db/migration-sessions.ts';
import { keepPartitionsAhead } from './db/partitions.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { createWake } from './dispatch/wake.ts';
import { startListening, stopListening } from './http/listening.ts';
import { type OperatorListener, operatorListener } from './http/operator-listener.ts';
import { createMonitoringServer, createOperatorServer, createPublicServer } from './http/server.ts';
import { minuteMeasurer } from './measures/measure-minute.ts';
import { AddressGuard } from './network/address-guard.ts';
import { openPacing } from './pacing/open-pacing.ts';
import type { Pacing } from './pacing/pacing.ts';
import type { Clock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import type { Demo } from './process/demo.ts';
import { ConfigError } from './process/environment.ts';
import { deliveryTimeoutMs } from './process/limits.ts';
import { createLog, type Log } from './process/log.ts';
import { logOutput } from './process/log-output.ts';
import { startLoop, whenIdle } from './process/loop.ts';
import { createMetrics } from './process/metrics.ts';
import { requirePackages } from './process/optional-packages.ts';
import { aesSecrets } from './process/secrets.ts';
import { shutdownTimes } from './process/shutdown-times.ts';
import { minuteMs } from './process/time.ts';
import { ownVersion } from './process/version.ts';
import { openRecordingStore } from './recordings/open-recording-store.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import { startScheduler } from './scheduler.ts';
import { noTexts } from './texts/no-texts.ts';
import { twilioProvider } from './texts/twilio/twilio-provider.ts';
import type { Witnesses } from './tracing/batched-spans.ts';
import type { Tracing } from './tracing/tracing.ts';
import { withBreaker } from './voice/breaker.ts';
import { vapiProvider } from './voice/vapi/vapi-provider.ts';
import { requireSecretKey } from './webhooks/require-secret-key.ts';

export interface Service {
  readonly context: Context;
  /** The address it listens on. Without the role `api` there is no public API, and an operator's port only where one is set. */
  readonly publicAddress: AddressInfo | null;
  readonly operatorAddress: AddressInfo | null;
  /**
   * Makes the service not ready, waits until balancers have noticed, and takes nothing new. Then finishes the work in hand within
   * the grace time, and closes all that it opened.
   */
  stop(): Promise<void>;
}

/** Servers that a process starts for itself where the configuration names none. */
export interface EmbeddedServers {
  postgres(log: Log): Promise<EmbeddedServer>;
  /** Null where this machine has no Redis to start. */
  redis(log: Log): Promise<EmbeddedServer | null>;
}

export interface EmbeddedServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log?: Log;
  /** It may be aborted from outside: the start then throws `MigrationStopped` if it is migrating the database. */
  readonly stopping?: AbortController;
  /** Without them the configuration must name a database, and without a Redis the process's own memory paces. */
  readonly embedded?: EmbeddedServers;
  /** Returns the demo tenant once there is one. */
  readonly demo?: () => Demo | null;
}

/** Starts the parts that the configuration asks for. If any step fails, the parts that already started are stopped again. */
export async function startService(
  config: Config,
  { log = createLog(config.logLevel, logOutput()), stopping = new AbortController(), embedded, demo = () => null }: StartOptions = {},
): Promise<Service> {
  const opened: Opened = [];
  const metrics = processMetrics(config);
  const operator = operatorListener(config, { log, metrics });
  opened.push({ name: 'early listener', close: () => operator.closeEarly() });
  try {
    const context = await openContext(config, { log, metrics, operator, embedded, demo }, opened, stopping.signal);
    await startBackground(context, opened);
    const servers = config.roles.has('api')
      ? await listen(context, operator, opened)
      : await listenForMonitoring(context, operator, opened);
    log.info({ roles: [...config.roles], ...servers }, 'ready');
    return {
      context,
      publicAddress: servers?.public ?? null,
      operatorAddress: servers?.operator ?? null,
      stop() {
        stopping.abort();
        return closeAll(opened, log);
      },
    };
  } catch (error) {
    await closeAll(opened, log);
    throw error;
  }
}

/** The parts to close, in the order in which they were opened. */
type Opened = { readonly name: string; close(): Promise<unknown> | unknown }[];

async function closeAll(opened: Opened, log: Log): Promise<void> {
  while (opened.length > 0) {
    const last = opened.pop();
    try {
      await last?.close();
    } catch (error) {
      log.error({ err: error, part: last?.name }, 'could not be closed cleanly');
    }
  }
}

function processMetrics({ roles }: Config): Context['metrics'] {
  const metrics = createMetrics();
  metrics.collectProcess();
  metrics.buildInfo.set({ version: ownVersion(), node: process.versions.node }, 1);
  for (const role of roles) metrics.role.set({ role }, 1);
  return metrics;
}

type Early = Pick<Context, 'log' | 'metrics' | 'demo'> & {
  readonly operator: OperatorListener;
  readonly embedded: EmbeddedServers | undefined;
};

async function openContext(config: Config, early: Early, opened: Opened, stopping: AbortSignal): Promise<Context> {
  const { log, metrics } = early;
  const tracing = await startTracing(config, { log, metrics }, opened);
  const db = await openDatabase(config, early, opened, stopping);
  const secrets = aesSecrets(config.secretKey, config.oldSecretKeys);
  await requireSecretKey(db.knex, secrets);
  const clock = await startDatabaseClock(db.knex, { sandbox: config.environment === 'sandbox' });
  opened.push({ name: 'clock', close: () => clock.stop() });
  await keepPartitionsAhead(db.knex, clock.now());
  const pacing = await startPacing(config, early, opened);
  const guard = new AddressGuard({
    allowedPrivate: config.allowedPrivateWebhooks,
    dnsServers: config.dnsServers,
    clock,
    connectTimeoutMs: deliveryTimeoutMs,
  });
  const voice = vapiProvider({ config, clock, guard, tracing });
  opened.push({ name: 'voice provider connections', close: () => voice.close() });
  const wake = createWake(pacing);
  const extractionWorkers = createExtractionWorkers(log);
  opened.push({ name: 'extraction workers', close: () => extractionWorkers.close() });
  await noteCell(db.knex, config.cell);
  return assembleContext({
    config,
    clock,
    log,
    metrics,
    tracing,
    db,
    pacing,
    voice: withBreaker(voice, { clock, metrics }),
    texts: openTexts(config, tracing, opened),
    recordings: await openRecordings(config, clock, opened),
    extractionWorkers,
    secrets,
    random: Math.random,
    guard,
    wake,
    installation: await readInstallation(db.knex),
    demo: early.demo,
    stopping,
  });
}

async function openDatabase(config: Config, early: Early, opened: Opened, stopping: AbortSignal): Promise<Database> {
  const { log, metrics } = early;
  const databaseUrl = config.databaseUrl ?? (await openEmbeddedDatabase(early, opened));
  await migrateAtStart(databaseUrl, { log, stopping, onLasting: () => early.operator.openEarly() });
  const db = connect({
    url: databaseUrl,
    readUrl: config.databaseReadUrl,
    poolSize: config.databasePoolSize,
    prepared: config.databasePrepared,
    requestDeadlineMs: config.requestSeconds * 1_000,
    log,
    metrics,
  });
  opened.push({ name: 'database connections', close: () => db.close() });
  // A pgbouncer may refuse sessions with settings, which the migration does without.
  await db.knex.raw('select').catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
  return db;
}

/** Starts tracing. OpenTelemetry's packages are loaded only where traces are configured. */
async function startTracing(config: Config, witnesses: Witnesses, opened: Opened): Promise<Tracing | null> {
  if (config.tracing === null) return null;
  requirePackages('traces');
  const { openTracing } = await import('./tracing/open-telemetry.ts');
  const tracing = openTracing(config.tracing, witnesses);
  opened.push({ name: 'traces', close: () => tracing.close(shutdownTimes(config).tracesMs) });
  return tracing;
}

async function openRecordings(config: Config, clock: Clock, opened: Opened): Promise<RecordingStore> {
  const store = await openRecordingStore(config, clock);
  opened.push({ name: 'recording store connections', close: () => store.close() });
  return store;
}

function openTexts({ twilio, publicUrl }: Config, tracing: Tracing | null, opened: Opened): Context['texts'] {
  if (twilio === null) return noTexts;
  const texts = twilioProvider({ twilio, publicUrl, tracing });
  opened.push({ name: 'text provider connections', close: () => texts.close() });
  return texts;
}

async function openEmbeddedDatabase({ embedded, log }: Early, opened: Opened): Promise<string> {
  if (!embedded) throw new ConfigError('DATABASE_URL must be set.');
  const postgres = await embedded.postgres(log);
  opened.push({ name: 'embedded PostgreSQL', close: () => postgres.stop() });
  return postgres.url;
}

/** Chooses Redis where one is named or can be started, else this process's memory, which behaves the same. */
async function startPacing(config: Config, { log, metrics, embedded }: Early, opened: Opened): Promise<Pacing> {
  const redis = config.redisUrl ? null : await embedded?.redis(log);
  if (redis) opened.push({ name: 'private Redis', close: () => redis.stop() });
  const pacing = await openPacing(redis?.url ?? config.redisUrl, { log, metrics });
  opened.push({ name: 'pacing', close: () => pacing.close() });
  return pacing;
}

async function startBackground(context: Context, opened: Opened): Promise<void> {
  const { config } = context;
  if (config.roles.has('dispatcher')) {
    const dispatcher = startDispatcher(context);
    dispatcher.run();
    opened.push({ name: 'dispatcher', close: () => dispatcher.stop(shutdownTimes(config).dispatcherMs) });
  }
  if (config.roles.has('scheduler')) {
    const scheduler = startScheduler(context);
    opened.push({ name: 'scheduler', close: () => scheduler.stop(shutdownTimes(config).schedulerMs) });
  }
}

async function listen(
  context: Context,
  operator: OperatorListener,
  opened: Opened,
): Promise<{ public: AddressInfo; operator: AddressInfo }> {
  const { config } = context;
  const publicServer = createPublicServer(context);
  const servers = [publicServer];
  const { noticeMs, lingerMs, requestsMs } = shutdownTimes(config);
  opened.push({
    name: 'listeners',
    close: () => Promise.all(servers.map((server) => stopListening(server, { lingerMs, graceMs: requestsMs }))),
  });
  const publicAddress = await startListening(publicServer, config.port, config.host);
  // The operator listener opens second: its /readyz says that requests may come to the public one.
  const { server, address } = await operator.serve(createOperatorServer(context));
  servers.push(server);
  const measuring = startLoop({ name: 'minutes', log: context.log, once: minuteMeasurer(context), failed: 0, pauseMs: whenIdle(minuteMs) });
  // A turn under way is not waited for, since it may wait for the database. When the connections are closed its statement is cancelled.
  opened.push({ name: 'measures by minutes', close: () => void measuring.stop() });
  // This closes first: balancers learn of the stop while all requests are still answered.
  opened.push({ name: 'notice to balancers', close: () => pause(noticeMs) });
  return { public: publicAddress, operator: address };
}

/** Without the role `api`, serves health and metrics only, where a port is set for them: several processes may share a machine. */
async function listenForMonitoring(
  context: Context,
  operator: OperatorListener,
  opened: Opened,
): Promise<{ public: null; operator: AddressInfo } | null> {
  const { config } = context;
  if (!config.isOperatorPortSet) return null;
  const { server, address } = await operator.serve(createMonitoringServer(context));
  opened.push({ name: 'listener', close: () => stopListening(server, { lingerMs: 0, graceMs: shutdownTimes(config).requestsMs }) });
  return { public: null, operator: address };
}
