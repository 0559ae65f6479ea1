import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { createExtractionWorkers } from '../../src/agents/extraction-workers.ts';
import { assembleContext } from '../../src/assemble-context.ts';
import type { Context } from '../../src/context.ts';
import type { ConnectOptions } from '../../src/db/connect.ts';
import { readInstallation } from '../../src/db/migrate.ts';
import { createWake } from '../../src/dispatch/wake.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import { readConfig } from '../../src/process/config.ts';
import { deliveryTimeoutMs } from '../../src/process/limits.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import type { RecordingStore } from '../../src/recordings/recording-store.ts';
import { type ManualClock, manualClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { type FakeTexts, fakeTexts } from './fake-texts.ts';
import { type FakeVoice, fakeVoice } from './fake-voice.ts';

export interface TestContext extends Context {
  readonly clock: ManualClock;
  readonly voice: FakeVoice;
  readonly texts: FakeTexts;
  readonly recordings: MemoryRecordings;
  /** Lets another process use the same database. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Makes a whole context on its own database, with a manual clock and a fake telephone network. */
export async function testContext(overrides: Overrides = {}): Promise<TestContext> {
  const { env, connections, ...parts } = overrides;
  const database = await testDatabase(connections);
  const pacing = parts.pacing ?? memoryPacing();
  const clock = manualClock();
  const wake = parts.wake ?? createWake(pacing);
  const metrics = parts.metrics ?? createMetrics();
  const config = readConfig({
    RINGPOST_ENV: 'sandbox',
    LOG_LEVEL: 'silent',
    OPERATOR_TOKEN: 'operator-token-of-the-tests',
    PORT: '0',
    OPERATOR_PORT: '0',
    ...env,
  });
  const log = createLog('silent');
  const extractionWorkers = parts.extractionWorkers ?? createExtractionWorkers(log);
  return assembleContext({
    config,
    log,
    metrics,
    tracing: null,
    db: database.db,
    secrets: aesSecrets(randomBytes(32)),
    random: Math.random,
    guard: new AddressGuard({
      allowedPrivate: config.allowedPrivateWebhooks,
      dnsServers: config.dnsServers,
      clock,
      connectTimeoutMs: deliveryTimeoutMs,
    }),
    wake,
    installation: await readInstallation(database.db.knex),
    demo: () => null,
    stopping: new AbortController().signal,
    ...parts,
    extractionWorkers,
    pacing,
    clock,
    voice: fakeVoice(),
    texts: fakeTexts(),
    recordings: memoryRecordings(),
    databaseUrl: database.url,
    async close() {
      await extractionWorkers.close();
      await pacing.close();
      await database.close();
    },
  });
}

/** Makes a context for all tests of a file, and closes it after them. */
export const contextOfFile = (overrides?: Overrides): Promise<TestContext> => contextFor({ after }, overrides);

/** Makes a context for one test, and closes it after it. */
export async function contextFor(t: { after(clean: () => Promise<void>): void }, overrides?: Overrides): Promise<TestContext> {
  const context = await testContext(overrides);
  t.after(() => context.close());
  return context;
}

interface Overrides extends Partial<Context> {
  readonly env?: Record<string, string>;
  readonly connections?: Partial<ConnectOptions>;
}

export interface MemoryRecordings extends RecordingStore {
  readonly stored: Map<string, Uint8Array>;
}

function memoryRecordings(): MemoryRecordings {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    async put(key, content) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      stored.set(key, Buffer.concat(chunks));
    },
    async remove(key) {
      stored.delete(key);
    },
    signedUrl: async (key, now) => `https://recordings.test/${key}?at=${now.getTime()}`,
  };
}
