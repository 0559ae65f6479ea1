import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';
import { assembleContext } from '../../src/assemble-context.ts';
import type { Context } from '../../src/context.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createWake } from '../../src/dispatch/wake.ts';
import type { EventType } from '../../src/events/event.ts';
import { createOperatorServer, createPublicServer } from '../../src/http/server.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { localStore } from '../../src/recordings/local-store.ts';
import { reconcileTextsOnce } from '../../src/texts/reconcile-texts.ts';
import { recoverTextsOnce } from '../../src/texts/recover-texts.ts';
import { twilioProvider } from '../../src/texts/twilio/twilio-provider.ts';
import { withBreaker } from '../../src/voice/breaker.ts';
import { vapiProvider } from '../../src/voice/vapi/vapi-provider.ts';
import { type ApiClient, api, listen, operatorApi } from './api.ts';
import type { ManualClock } from './clock.ts';
import { testContext } from './context.ts';
import { agent, apiKey, endpoint, phoneNumber, type TenantOptions, tenant, trigger } from './fixtures.ts';
import { reconcileCalls } from './reconcile-calls.ts';
import { unhurriedMs } from './targets.ts';

/**
 * The whole product in one process: the service behind HTTP, the simulator as its telephone network and receivers, a
 * manual clock, and background tasks that run only when the test calls them.
 */
export interface Ringpost {
  readonly context: Context;
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  readonly dispatcher: Dispatcher;
  readonly publicUrl: string;
  readonly operator: ApiClient;
  readonly operatorUrl: string;
  /** Lets another process use the same database. */
  readonly databaseUrl: string;
  /** Plays the simulated calls to their end and answers every callback. */
  play(): Promise<void>;
  /** Does all background work that is due now, until none is left. */
  work(): Promise<void>;
  /** Plays the calls to their end, and then does the work that they have brought. */
  settle(): Promise<void>;
  /** Moves the clock, and then does the work that has become due. */
  pass(seconds: number): Promise<void>;
}

interface Differing extends Pick<DispatcherOptions, 'deadlines'>, Partial<Pick<Context, 'log' | 'tracing'>> {
  readonly simulated?: SimulatorOptions;
  /** Providers have this long to answer. Only a test of this limit gives one. */
  readonly providerMs?: number;
}

/** Starts the product for one test, or with `{ after }` of node:test for a whole file. */
export async function ringpost(
  t: { after(clean: () => Promise<void>): void },
  env: Record<string, string> = {},
  { deadlines, simulated, providerMs: timeoutMs = unhurriedMs, ...parts }: Differing = {},
): Promise<Ringpost> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-system-'));
  const base = await testContext({
    ...parts,
    env: { PUBLIC_URL: publicUrl, VAPI_API_KEY: 'vapi-key', VAPI_WEBHOOK_SECRET: 'vapi-secret', ...env },
  });
  const simulator = await startSimulator({
    speed: 'manual',
    seed: 1,
    apiKey: 'vapi-key',
    webhookSecret: 'vapi-secret',
    twilioAccountSid: 'twilio-account',
    twilioAuthToken: 'twilio-token',
    textInboundUrl: `${publicUrl}/callbacks/sms/twilio/inbound`,
    clock: base.clock,
    callbackMs: unhurriedMs,
    ...simulated,
  });
  const twilio = { baseUrl: simulator.twilioUrl, accountSid: 'twilio-account', authToken: 'twilio-token', oldAuthTokens: [] };
  const config = { ...base.config, vapi: { ...base.config.vapi, baseUrl: simulator.vapiUrl }, twilio };
  const voice = vapiProvider({ config, clock: base.clock, guard: base.guard, timeoutMs, tracing: base.tracing });
  const texts = twilioProvider({ twilio, publicUrl, timeoutMs, tracing: base.tracing });
  const pacing = memoryPacing();
  const wake = createWake(pacing);
  const context: Context = assembleContext({
    ...base,
    config,
    pacing,
    voice: withBreaker(voice, base),
    texts,
    wake,
    recordings: localStore({ folder, publicUrl, secretKey: config.secretKey }),
  });
  const dispatcher = startDispatcher(context, deadlines && { deadlines });
  const server = await listen(createPublicServer(context), port);
  const operatorServer = await listen(createOperatorServer(context));
  t.after(async () => {
    await server.close();
    await operatorServer.close();
    await dispatcher.stop(1_000);
    await simulator.stop();
    await voice.close();
    await texts.close();
    await base.close();
    await rm(folder, { recursive: true, force: true });
  });

  const work = async (): Promise<void> => {
    for (;;) {
      const done =
        (await fetchRecordingOnce(context)) +
        (await reconcileCalls(context)) +
        (await reconcileTextsOnce(context)) +
        (await recoverTextsOnce(context)) +
        (await dispatcher.deliverOnce());
      if (done === 0) return;
    }
  };
  return {
    context,
    clock: base.clock,
    simulator,
    dispatcher,
    publicUrl,
    operatorUrl: operatorServer.origin,
    databaseUrl: base.databaseUrl,
    operator: operatorApi(operatorServer.origin, config.operatorToken),
    play: () => simulator.runUntilIdle(),
    work,
    async settle() {
      await simulator.runUntilIdle();
      await work();
    },
    async pass(seconds) {
      base.clock.advance(seconds);
      await work();
    },
  };
}

export interface ReadyTenant {
  readonly tenantId: string;
  readonly api: ApiClient;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly phoneNumberId: string;
  readonly endpointId: string;
  /** Is the receiver's name in the simulator. */
  readonly receiver: string;
}

export interface ReadyOptions extends TenantOptions {
  readonly extractionSchema?: object | null;
  readonly systemPrompt?: string;
  readonly programme?: string;
  readonly events?: readonly EventType[];
}

let receivers = 0;

/** Makes a tenant with all that a call needs, and a receiver for its call.completed and lead.qualified. */
export async function readyTenant({ context, simulator, publicUrl }: Ringpost, options: ReadyOptions = {}): Promise<ReadyTenant> {
  const owner = await tenant(context, options);
  const key = await apiKey(context, owner.id);
  const agentId = await agent(context, owner.id, {
    ...(options.extractionSchema !== undefined && { extractionSchema: options.extractionSchema }),
    ...(options.systemPrompt !== undefined && { systemPrompt: options.systemPrompt }),
  });
  const phoneNumberId = await phoneNumber(context, owner.id);
  const receiver = `crm-${++receivers}`;
  const { id: endpointId, secret } = await endpoint(context, owner.id, { url: simulator.receiverUrl(receiver) });
  simulator.receivers.create(receiver, { secret, programme: options.programme ?? '' });
  for (const eventType of options.events ?? ['call.completed', 'lead.qualified'])
    await trigger(context, owner.id, endpointId, { eventType });
  return {
    tenantId: owner.id,
    api: api(publicUrl, key.text),
    apiKeyId: key.id,
    apiKey: key.text,
    agentId,
    phoneNumberId,
    endpointId,
    receiver,
  };
}
