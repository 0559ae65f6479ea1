import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { readConfig } from '../../../src/process/config.ts';
import { createLog } from '../../../src/process/log.ts';
import { examine } from '../../../tools/doctor/examine.ts';
import type { Finding } from '../../../tools/doctor/finding.ts';
import { type PrivateRedis, startPrivateRedis } from '../../../tools/embedded/redis.ts';
import { listenFor } from '../../support/api.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type DnsServer, dnsServer } from '../../support/dns-server.ts';

/** Everything that the service needs, all of it sound, for a test to break one thing of. */
export interface Patient {
  readonly database: TestDatabase;
  readonly redis: PrivateRedis | null;
  /** What the metrics of the running service show. */
  readonly scraped: { text: string };
  readonly env: Readonly<Record<string, string>>;
  /** What the doctor finds, with these settings and this machine's clock changed. */
  examined(
    changed?: Readonly<Record<string, string>>,
    machineNow?: () => Date,
  ): Promise<{ isHealthy: boolean; findings: readonly Finding[] }>;
}

const secretKey = Buffer.alloc(32, 7);
// As long as production asks for.
const webhookSecret = 'vapi-secret'.padEnd(32, 'x');
const twilioAuthToken = 'twilio-token'.padEnd(32, 'x');

export async function patient(t: { after(clean: () => Promise<void>): void }): Promise<Patient> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  const database = await testDatabase({ isOfToday: true });
  // The template's weeks are those of the day on which the tests began, which may have been another week.
  await migrate(database.url);
  const redis = await startPrivateRedis({ dataFolder: folder, log: createLog('silent') });
  const dns = await dnsServer();
  const simulator = await startSimulator({
    apiKey: 'vapi-key',
    webhookSecret,
    twilioAccountSid: 'twilio-account',
    twilioAuthToken,
  });
  const scraped = { text: 'provider_callbacks_total{provider="vapi",result="accepted"} 5\n' };
  const service = createServer(
    ({ url, headers: { host } }, response) =>
      void response.end(url === '/metrics' ? scraped.text : `{"servers":[{"url":"http://${host}/api/v1/public"}]}`),
  );
  const { port } = await listenFor(t, service);
  t.after(async () => {
    await simulator.stop();
    await dns.close();
    await redis?.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = settings({ folder, database, redis, dns, simulator, port });
  return {
    database,
    redis,
    scraped,
    env,
    examined: (changed = {}, machineNow = () => new Date()) =>
      examine({ readConfig: () => readConfig({ ...env, ...changed }), machineNow }),
  };
}

interface Surroundings {
  readonly folder: string;
  readonly database: TestDatabase;
  readonly redis: PrivateRedis | null;
  readonly dns: DnsServer;
  readonly simulator: Simulator;
  readonly port: number;
}

const settings = ({ folder, database, redis, dns, simulator, port }: Surroundings): Record<string, string> => ({
  DATABASE_URL: database.url,
  ...(redis && { REDIS_URL: redis.url }),
  RINGPOST_SECRET_KEY: secretKey.toString('base64'),
  RINGPOST_DATA_FOLDER: folder,
  RINGPOST_DNS_SERVERS: dns.address,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  OPERATOR_PORT: String(port),
  VAPI_BASE_URL: simulator.vapiUrl,
  VAPI_API_KEY: 'vapi-key',
  VAPI_WEBHOOK_SECRET: webhookSecret,
  TWILIO_BASE_URL: simulator.twilioUrl,
  TWILIO_ACCOUNT_SID: 'twilio-account',
  TWILIO_AUTH_TOKEN: twilioAuthToken,
});
