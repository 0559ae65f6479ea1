import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../cli/parts/ports.ts';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';
import { createExtractionWorkers } from '../../../src/agents/extraction-workers.ts';
import { assembleContext } from '../../../src/assemble-context.ts';
import type { Context } from '../../../src/context.ts';
import { connect } from '../../../src/db/connect.ts';
import { startDatabaseClock } from '../../../src/db/database-clock.ts';
import { migrate, readInstallation } from '../../../src/db/migrate.ts';
import { keepPartitionsAhead } from '../../../src/db/partitions.ts';
import { createWake } from '../../../src/dispatch/wake.ts';
import type { EventType } from '../../../src/events/event.ts';
import { AddressGuard } from '../../../src/network/address-guard.ts';
import { memoryPacing } from '../../../src/pacing/memory-pacing.ts';
import { readConfig } from '../../../src/process/config.ts';
import { deliveryTimeoutMs } from '../../../src/process/limits.ts';
import { createLog } from '../../../src/process/log.ts';
import { createMetrics } from '../../../src/process/metrics.ts';
import { aesSecrets } from '../../../src/process/secrets.ts';
import { localStore } from '../../../src/recordings/local-store.ts';
import { startEmbeddedPostgres } from '../../../tools/embedded/postgres.ts';
import { type Cleanups, started } from '../../support/end-all.ts';
import { fakeTexts } from '../../support/fake-texts.ts';
import { fakeVoice } from '../../support/fake-voice.ts';
import { agent, apiKey, endpoint, limitsOutOfTheWay, phoneNumber, tenant, trigger } from '../../support/fixtures.ts';
import { type Dial, watchDials } from './dials.ts';
import { gatesSchema } from './gates.ts';
import { type History, plantHistory } from './history.ts';
import { type Oracle, startOracle } from './oracle.ts';
import { type Redis, startRedis } from './redis.ts';
import { type Service, service } from './service.ts';
import type { Pricing } from './wallets.ts';

/** Everything that stands: database, Redis, telephone network, oracle, tenants, and two services on top. */
export interface System {
  readonly seed: number;
  readonly context: Context;
  readonly databaseUrl: string;
  readonly redis: Redis | null;
  readonly simulator: Simulator;
  /** Every telephone that rang. */
  readonly dials: readonly Dial[];
  readonly oracle: Oracle;
  readonly services: readonly [Service, Service];
  readonly customers: readonly Customer[];
  /** Whose only endpoint answers 500 for ever. */
  readonly dead: Customer;
  /** Asks for more than its budget all the time, and for nothing else. */
  readonly spender: Spender;
  readonly history: History;
  /** What the processes pace by. */
  readonly pacedBy: { readonly processes: number; readonly hasRedis: boolean };
  readonly operatorToken: string;
  /** Something in the harness itself went wrong: the run ends. */
  readonly fail: (error: unknown) => void;
  readonly failed: Promise<never>;
  /** Files that hold what the services said. */
  readonly logFiles: readonly string[];
}

export interface Spender extends Pick<Customer, 'tenantId' | 'apiKey'> {
  /** Writes a minute. */
  readonly limit: number;
}

export interface Customer {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly agentId: string;
  /** The most calls that it may have at once. */
  readonly concurrentCalls: number;
  /** What its wallet began with, in micro-units; null where it pays by invoice. */
  readonly fundedMicros: number | null;
  /** Whether its wallet runs out in the course of a run. */
  readonly runsOut: boolean;
  /** How many triggers each type of event fires. */
  readonly triggers: Partial<Record<EventType, number>>;
}

const operatorToken = 'operator-token-of-the-matrix';
const twilio = { twilioAccountSid: 'AC1', twilioAuthToken: 'twilio-token' };
const customerCount = 12;

/** The price of 20 s is no whole number of micro-units. */
export const pricing: Pricing = { microsPerMinute: 100_001, estimatedMinutes: 3 };
/** Each process alone would let through more, and the load asks for more than all of them would. */
const writesOfSpender = 10;
const holdMicros = pricing.microsPerMinute * pricing.estimatedMinutes;

type Means = Pick<Customer, 'concurrentCalls' | 'fundedMicros' | 'runsOut'>;

/**
 * Every second customer pays as it goes, three may have few calls at once, and the money of the last is soon spent. The first is out of
 * everybody's way.
 */
const meansOf = (n: number): Means => {
  const runsOut = n === customerCount - 1;
  return {
    concurrentCalls: n >= 1 && n <= 3 ? 2 : limitsOutOfTheWay.concurrentCalls,
    fundedMicros: runsOut ? 3 * holdMicros : n % 2 === 1 ? 10_000 * holdMicros : null,
    runsOut,
  };
};

export async function openSystem(seed: number, folder: string, cleanups: Cleanups): Promise<System> {
  const log = createLog('silent');
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const postgres = await started(cleanups, startEmbeddedPostgres({ dataFolder, log }), (it) => it.stop());
  await migrate(postgres.url);
  const redis = await started(cleanups, startRedis(folder), (it) => it?.stop());
  const reached = redis ? { REDIS_URL: redis.url } : {};
  const furnished = await furnish({ seed, folder, databaseUrl: postgres.url, prepared: true, env: reached, cleanups });
  await furnished.context.db.knex.raw(gatesSchema);

  const logFiles: string[] = [];
  const newService = async (name: string): Promise<Service> => {
    const logFile = join(folder, `${name}.log`);
    logFiles.push(logFile);
    // The name of the session is what a gate and a clean-up know the process by.
    const databaseUrl = `${postgres.url}&application_name=${name}`;
    const made = service({
      name,
      port: await freePort(),
      operatorPort: await freePort(),
      env: { ...furnished.env, DATABASE_URL: databaseUrl },
      logFile,
    });
    cleanups.push(() => made.end());
    return made;
  };
  const services = [await newService('service-a'), await newService('service-b')] as const;
  const pacedBy = { processes: services.length, hasRedis: redis !== null };
  return { ...furnished, ...failing(), databaseUrl: postgres.url, redis, pacedBy, services, logFiles };
}

/** How the harness ends when something in itself goes wrong. */
export function failing(): Pick<System, 'fail' | 'failed'> {
  let fail = (_error: unknown): void => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  return { fail: (error) => fail(error), failed };
}

/** What is the same whatever the services stand on: telephone network, oracle, tenants, and the settings to start services with. */
export interface Furnished
  extends Pick<
    System,
    'seed' | 'context' | 'simulator' | 'dials' | 'oracle' | 'customers' | 'dead' | 'spender' | 'history' | 'operatorToken'
  > {
  readonly env: Readonly<Record<string, string>>;
}

export interface Ground {
  readonly seed: number;
  readonly folder: string;
  /** A migrated database. */
  readonly databaseUrl: string;
  readonly prepared: boolean;
  /** Settings on top of the usual ones. */
  readonly env: Readonly<Record<string, string>>;
  readonly cleanups: Cleanups;
}

export async function furnish({ seed, folder, databaseUrl, prepared, env: more, cleanups }: Ground): Promise<Furnished> {
  const log = createLog('silent');
  const dataFolder = join(folder, 'data');
  const simulator = await startSimulator({ speed: 100, seed, apiKey: 'vapi-key', webhookSecret: 'vapi-secret', ...twilio });
  cleanups.push(() => simulator.stop());
  const dials = watchDials(simulator);
  const oracle = await startOracle(seed);
  cleanups.push(() => oracle.close());

  const db = connect({ url: databaseUrl, poolSize: 6, prepared, log });
  cleanups.push(() => db.close());
  const clock = await startDatabaseClock(db.knex, { sandbox: true });
  cleanups.push(async () => clock.stop());
  // A day of service time goes by in a run: six failures take more than eight hours.
  await keepPartitionsAhead(db.knex, clock.now());
  const secretKey = randomBytes(32);
  const env = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: dataFolder,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    VAPI_BASE_URL: simulator.vapiUrl,
    VAPI_API_KEY: 'vapi-key',
    VAPI_WEBHOOK_SECRET: 'vapi-secret',
    TWILIO_BASE_URL: simulator.twilioUrl,
    TWILIO_ACCOUNT_SID: twilio.twilioAccountSid,
    TWILIO_AUTH_TOKEN: twilio.twilioAuthToken,
    RINGPOST_PRICE_MICROS_PER_MINUTE: String(pricing.microsPerMinute),
    RINGPOST_ESTIMATED_MINUTES: String(pricing.estimatedMinutes),
    ...more,
  };
  const config = readConfig(env);
  const pacing = memoryPacing();
  const wake = createWake(pacing);
  const metrics = createMetrics();
  const context: Context = assembleContext({
    config,
    log,
    clock,
    db,
    pacing,
    metrics,
    tracing: null,
    extractionWorkers: createExtractionWorkers(log),
    secrets: aesSecrets(secretKey),
    random: Math.random,
    guard: new AddressGuard({ allowedPrivate: config.allowedPrivateWebhooks, clock, connectTimeoutMs: deliveryTimeoutMs }),
    wake,
    installation: await readInstallation(db.knex),
    voice: fakeVoice(),
    texts: fakeTexts(),
    demo: () => null,
    stopping: new AbortController().signal,
    recordings: localStore({ folder, publicUrl: config.publicUrl, secretKey }),
  });
  const customers = [];
  for (let n = 0; n < customerCount; n++) customers.push(await customer(context, oracle, n));
  const dead = await deadCustomer(context, oracle);
  const spender = await spenderOf(context);
  const history = await plantHistory(context);
  return { seed, context, simulator, dials, oracle, customers, dead, spender, history, operatorToken, env };
}

/** Two endpoints, five triggers. */
async function customer(context: Context, oracle: Oracle, n: number): Promise<Customer> {
  const means = meansOf(n);
  const { id: tenantId } = await tenant(context, {
    name: `Customer ${n}`,
    ...(means.fundedMicros !== null && { balance: means.fundedMicros }),
    limits: { ...limitsOutOfTheWay, concurrentCalls: means.concurrentCalls },
  });
  const key = await apiKey(context, tenantId);
  const agentId = await agent(context, tenantId);
  await phoneNumber(context, tenantId);
  const endpointFor = async (name: string, eventTypes: readonly EventType[]): Promise<void> => {
    const target = await endpoint(context, tenantId, { url: oracle.endpointUrl(name) });
    oracle.setSecret(name, target.secret);
    for (const eventType of eventTypes) await trigger(context, tenantId, target.id, { eventType });
  };
  await endpointFor(`first-${n}`, ['call.completed', 'sms.received', 'sms.delivered']);
  await endpointFor(`second-${n}`, ['sms.received', 'lead.qualified']);
  return {
    tenantId,
    apiKey: key.text,
    agentId,
    ...means,
    triggers: { 'call.completed': 1, 'sms.received': 2, 'sms.delivered': 1, 'lead.qualified': 1 },
  };
}

async function deadCustomer(context: Context, oracle: Oracle): Promise<Customer> {
  const { id: tenantId } = await tenant(context, { name: 'Customer with a dead endpoint', limits: limitsOutOfTheWay });
  const key = await apiKey(context, tenantId);
  const target = await endpoint(context, tenantId, { url: oracle.endpointUrl('dead', 'dead') });
  oracle.setSecret('dead', target.secret);
  const triggers = { 'sms.received': 1, 'sms.delivered': 1, 'lead.qualified': 1 } as const;
  for (const eventType of Object.keys(triggers) as (keyof typeof triggers)[]) await trigger(context, tenantId, target.id, { eventType });
  return { tenantId, apiKey: key.text, agentId: '', ...meansOf(0), triggers };
}

async function spenderOf(context: Context): Promise<Spender> {
  const limits = { ...limitsOutOfTheWay, writesPerMinute: writesOfSpender };
  const { id: tenantId } = await tenant(context, { name: 'Customer with a small budget', limits });
  return { tenantId, apiKey: (await apiKey(context, tenantId)).text, limit: writesOfSpender };
}
