import type { ChildProcess } from 'node:child_process';
import type { Context } from '../src/context.ts';
import type { OutgoingEvent } from '../src/events/event.ts';
import { publishWith } from '../src/events/publish.ts';
import { startService } from '../src/main.ts';
import { readConfig } from '../src/process/config.ts';
import { developmentSecrets } from '../src/process/development-secrets.ts';
import { createLog } from '../src/process/log.ts';
import { embeddedServers } from '../tools/embedded/servers.ts';
import { machine } from '../tools/load/machine.ts';
import { answer, letGo, startChild } from './stage/child.ts';
import { partOf } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';
import { insertTenants, type LoadTenant } from './stage/tenants.ts';

/**
 * A whole service on an embedded PostgreSQL (durable, its own settings) and a private Redis if there is one, with a
 * receiver in its own process, all on loopback. The benches of dispatch use it.
 */
export interface WebhookLoad {
  readonly context: Context;
  /** Is the address of its public API. */
  readonly url: string;
  /** Makes tenants with one endpoint each at `/<group>` and one trigger. Their buckets are so large that no delivery is postponed. */
  senders(group: string, count: number): Promise<readonly LoadTenant[]>;
  /** Returns an event of about 1.5 KB. */
  event(tenantId: string): OutgoingEvent;
  /** Publishes events as their causes would; they are handed over in memory if there is room. */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  /** Publishes events in one commit as due and unclaimed, so that the dispatcher gets them by claims alone. */
  pileUp(events: readonly OutgoingEvent[]): Promise<void>;
  /** Counts deliveries that the service has recorded as successes so far. */
  delivered(): Promise<number>;
  /** Makes the receiver answer with this status from now on. */
  answerWith(status: number): void;
  /** Returns the lags since the last call in ms, sorted, by group. */
  lags(): Promise<Readonly<Record<string, readonly number[]>>>;
}

/** Runs a bench under load. `environment` adds settings for the service. */
export const underLoad = (
  bench: (load: WebhookLoad) => Promise<number>,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> =>
  inDataFolder(async (dataFolder, ends) => {
    const receiver = startChild(new URL('./lag-receiver.ts', import.meta.url));
    ends.push(() => letGo(receiver));
    const { port } = await answer<{ port: number }>(receiver);
    const usual = { RINGPOST_ENV: 'sandbox', RINGPOST_DATA_FOLDER: dataFolder, PORT: '0', OPERATOR_PORT: '0' };
    const config = readConfig({ ...developmentSecrets(dataFolder), ...usual, ...environment });
    const service = await partOf(
      ends,
      startService(config, { log: createLog('silent'), embedded: embeddedServers(dataFolder) }),
      (started) => started.stop(),
    );
    console.log(machine());
    const load = loadOn(service.context, receiver, `http://127.0.0.1:${port}`);
    return bench({ ...load, url: `http://127.0.0.1:${service.publicAddress?.port}` });
  });

function loadOn(context: Context, receiver: ChildProcess, url: string): Omit<WebhookLoad, 'url'> {
  const { knex } = context.db;
  let made = 0;
  return {
    context,
    senders: (group, count) =>
      insertTenants(context, count, { callsEach: 0, hook: { eventType: 'call.completed', urls: [`${url}/${group}`] } }),
    event: (tenantId) => ({
      tenantId,
      eventType: 'call.completed',
      dedupeKey: `call.completed:bench-${++made}`,
      occurredAt: context.clock.now(),
      outcome: 'INTERESTED',
      data: { sent_at: Date.now(), transcript },
    }),
    async publish(events) {
      await publishWith(context, events, (publish) => knex.transaction((trx) => publish(trx)));
    },
    async pileUp(events) {
      const nobody = { ...context, wake: { ...context.wake, dispatcher: null } };
      await publishWith(nobody, events, (publish) => knex.transaction((trx) => publish(trx)));
    },
    async delivered() {
      const { values } = await context.metrics.deliveries.get();
      return values.filter(({ labels }) => labels.result === 'success').reduce((sum, { value }) => sum + value, 0);
    },
    answerWith: (status) => void receiver.send({ status }),
    async lags() {
      receiver.send('lags');
      const { lags } = await answer<{ lags: Record<string, number[]> }>(receiver);
      return Object.fromEntries(Object.entries(lags).map(([group, each]) => [group, each.sort((a, b) => a - b)]));
    },
  };
}

const transcript = 'Agent: Hello, is this a good time to talk? Caller: Yes, go on. '.repeat(22);
