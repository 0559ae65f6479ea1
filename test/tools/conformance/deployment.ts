import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../cli/parts/ports.ts';
import { startSimulator } from '../../../simulator/simulator.ts';
import { startService } from '../../../src/main.ts';
import { readConfig } from '../../../src/process/config.ts';
import { createLog } from '../../../src/process/log.ts';
import { type Operator, operatorAt } from '../../../tools/conformance/operator.ts';
import type { Target } from '../../../tools/conformance/target.ts';
import { testDatabase } from '../../support/database.ts';

/** A whole deployment in this process, as `npm start` makes one: service, background work, simulator, a sandbox's clock. */
export interface Deployment {
  readonly target: Target & { readonly operator: NonNullable<Target['operator']> };
  readonly operator: Operator;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-tests';

export async function startDeployment(): Promise<Deployment> {
  const [port, operatorPort, folder, database] = [
    await freePort(),
    await freePort(),
    await temporaryFolder(),
    await testDatabase({ isOfToday: true }),
  ];
  const origin = `http://127.0.0.1:${port}`;
  const simulator = await startSimulator({
    speed: 100,
    seed: 1,
    apiKey: 'vapi-key',
    webhookSecret: 'vapi-secret',
    twilioAccountSid: 'twilio-account',
    twilioAuthToken: 'twilio-token',
    textInboundUrl: `${origin}/callbacks/sms/twilio/inbound`,
  });
  const config = readConfig({
    RINGPOST_ENV: 'sandbox',
    RINGPOST_REQUEST_SECONDS: '60',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PUBLIC_URL: origin,
    VAPI_BASE_URL: simulator.vapiUrl,
    VAPI_API_KEY: 'vapi-key',
    VAPI_WEBHOOK_SECRET: 'vapi-secret',
    TWILIO_BASE_URL: simulator.twilioUrl,
    TWILIO_ACCOUNT_SID: 'twilio-account',
    TWILIO_AUTH_TOKEN: 'twilio-token',
  });
  const service = await startService(config, { log: createLog('silent') }).catch(async (error: unknown) => {
    await simulator.stop();
    await database.close();
    throw error;
  });
  const operatorUrl = `http://127.0.0.1:${operatorPort}`;
  return {
    target: {
      baseUrl: `${origin}/api/v1/public`,
      apiKey: null,
      secondTenantKey: null,
      scopedKeys: {},
      operator: { url: operatorUrl, token: operatorToken },
      simulatorUrl: simulator.url,
      receiver: { port: 0, url: null },
      isOwnInstance: true,
    },
    operator: operatorAt(operatorUrl, operatorToken),
    async stop() {
      await service.stop();
      await simulator.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the endpoints that a run has left behind although no webhook reaches them. */
export const endpointsInTrouble = async ({ operator }: Deployment): Promise<readonly unknown[]> =>
  (await operator.ask<{ endpoints: readonly unknown[] }>('GET', '/webhook-endpoints/in-trouble')).endpoints;

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'ringpost-conformance-'));
