import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperatorClient, operatorClient } from '../../cli/clients/operator-client.ts';
import { freePort } from '../../cli/parts/ports.ts';
import { createClient } from '../../sdk/client.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { twilioSignature } from '../../simulator/twilio/signature.ts';
import type { Context } from '../../src/context.ts';
import { startService } from '../../src/main.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { embeddedServers } from '../../tools/embedded/servers.ts';
import { dnsServer } from '../support/dns-server.ts';
import { agent, apiKey, endpoint, limitsOutOfTheWay, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import type { ApiName } from './routes.ts';

/**
 * The whole service in this process with a database of its own, the simulator as its providers, and a name server that
 * knows no name: whatever address a request may hold, nothing leaves this machine.
 */
export interface Stage {
  readonly origins: Readonly<Record<ApiName, string>>;
  readonly operatorToken: string;
  readonly context: Context;
  /** Lines of level error or worse that belong to these requests, or to none. */
  takeErrors(requestIds: readonly string[]): readonly string[];
  /** Ids of things that exist: of tenants that no earlier request has spoilt. */
  newIds(): Promise<Ids>;
  signVoice(body: Buffer): Readonly<Record<string, string>>;
  signText(target: string, body: Buffer): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** By the name of the parameter or property that names the thing. */
export type Ids = Readonly<
  Record<
    | 'tenantId'
    | 'agentId'
    | 'fromPhoneNumberId'
    | 'phoneNumberId'
    | 'webhookEndpointId'
    | 'triggerId'
    | 'deliveryId'
    | 'callId'
    | 'providerCallId'
    | 'apiKeyId'
    | 'contactId'
    | 'messageId'
    | 'providerMessageId'
    | 'ownNumber'
    | 'replayId'
    | 'key',
    string
  >
>;

const twilio = { accountSid: 'twilio-account', authToken: 'twilio-token' };
const vapi = { apiKey: 'vapi-key', webhookSecret: 'vapi-secret' };
const operatorToken = 'operator-token-of-the-fuzzing';

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-fuzz-'));
  // As root the database runs as another user, which must pass through.
  await chmod(folder, 0o711);
  const [port, operatorPort, dns] = await Promise.all([freePort(), freePort(), dnsServer()]);
  const publicUrl = `http://127.0.0.1:${port}`;
  const simulator = await startSimulator({
    speed: Number.POSITIVE_INFINITY,
    seed: 1,
    ...vapi,
    twilioAccountSid: twilio.accountSid,
    twilioAuthToken: twilio.authToken,
    textInboundUrl: `${publicUrl}/callbacks/sms/twilio/inbound`,
  });
  const errors: string[] = [];
  const log = createLog('error', {
    // A machine that is too busy for Redis to answer in time is not a request's doing.
    write: (line: string) => void (line.includes('Redis is out of reach') || errors.push(line)),
  });
  const service = await startService(configuration(folder, port, operatorPort, dns.address, simulator), {
    log,
    embedded: embeddedServers(folder),
  });
  const { context } = service;
  const operatorUrl = `http://127.0.0.1:${operatorPort}`;
  const operator = operatorClient({ url: operatorUrl, token: operatorToken });
  return {
    origins: { public: publicUrl, callbacks: publicUrl, operator: operatorUrl },
    operatorToken,
    context,
    takeErrors: errorTaker(errors),
    newIds: () => newIds(context, simulator, operator, publicUrl),
    signVoice: (body) => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac('sha256', vapi.webhookSecret).update(`${timestamp}.`).update(body).digest('hex');
      return { 'x-timestamp': timestamp, 'x-signature': signature };
    },
    signText: (target, body) => ({
      'x-twilio-signature': twilioSignature(twilio.authToken, publicUrl + target, [...new URLSearchParams(`&${body.toString('utf8')}`)]),
    }),
    async close() {
      await service.stop();
      await simulator.stop();
      await dns.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Requests of other lanes are under way: what is logged of them is left to them. */
export const errorTaker =
  (lines: string[]): Stage['takeErrors'] =>
  (requestIds) => {
    const isOurs = (line: string): boolean =>
      !line.includes('"requestId":') || requestIds.some((id) => line.includes(`"requestId":"${id}"`));
    const taken = lines.filter(isOurs);
    for (const line of taken) lines.splice(lines.indexOf(line), 1);
    return taken;
  };

const configuration = (folder: string, port: number, operatorPort: number, dnsServers: string, simulator: Simulator) =>
  readConfig({
    RINGPOST_ENV: 'sandbox',
    RINGPOST_REQUEST_SECONDS: '60',
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_DNS_SERVERS: dnsServers,
    // One address asks all there is to ask.
    RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    VAPI_BASE_URL: simulator.vapiUrl,
    VAPI_API_KEY: vapi.apiKey,
    VAPI_WEBHOOK_SECRET: vapi.webhookSecret,
    TWILIO_BASE_URL: simulator.twilioUrl,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    SHUTDOWN_GRACE_SECONDS: '5',
  });

async function newIds(context: Context, simulator: Simulator, operator: OperatorClient, publicUrl: string): Promise<Ids> {
  const { id: tenantId } = await tenant(context, { limits: limitsOutOfTheWay });
  const { text: key } = await apiKey(context, tenantId);
  const agentId = await agent(context, tenantId);
  const ownNumber = freshNumber();
  const phoneNumberId = await phoneNumber(context, tenantId, { phoneNumber: ownNumber });
  const { id: webhookEndpointId } = await endpoint(context, tenantId, { url: simulator.receiverUrl('fuzzed') });
  const triggerId = await trigger(context, tenantId, webhookEndpointId, { eventType: 'sms.received' });
  const path = { tenantId, webhookEndpointId };
  const { contact } = (await operator.upsertContact({ path, body: { phone: '+14155550123' } })).body;
  const { message } = (await operator.sendText({ path, body: { to: '+14155550123', body: 'Hello' } })).body;
  const { replay } = (await operator.createReplay({ path, body: { since: '2026-01-01T00:00:00Z' } })).body;
  const data = { message_id: 'SM1', contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null, body: 'Hi' };
  await operator.publishEvents({ path, body: { events: [{ eventType: 'sms.received', dedupeKey: 'first', data }] } });
  const deliveries = await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).first('id');
  const { call } = await createClient({ apiKey: key, baseUrl: `${publicUrl}/api/v1/public` }).placeCall({
    agentId,
    phoneNumber: numberFor('answered-interested', 1),
  });
  return {
    tenantId,
    agentId,
    fromPhoneNumberId: phoneNumberId,
    phoneNumberId,
    webhookEndpointId,
    triggerId,
    deliveryId: deliveries?.id ?? 'none',
    callId: call.id,
    providerCallId: simulator.calls.all().find(({ callId }) => callId === call.id)?.id ?? 'none',
    apiKeyId: (await apiKey(context, tenantId)).id,
    contactId: contact.id,
    messageId: message.id,
    providerMessageId: simulator.texts.all().find(({ messageId }) => messageId === message.id)?.sid ?? 'none',
    ownNumber,
    replayId: replay.id,
    key,
  };
}

let numbersMade = 0;
/** A number belongs to one tenant. */
const freshNumber = (): string => `+1${String(2_120_000_000 + numbersMade++)}`;
