import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { manualClock } from './clock.ts';
import { testContext } from './context.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** A cell whose service runs in processes of its own, none of them yet. `context` is the test's own way to its database. */
export async function cellFor(t: TestContext) {
  const secretKey = randomBytes(32);
  const base = await testContext();
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-cell-'));
  const [port, operatorPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const operatorToken = 'operator-token-of-this-test-alone';
  const env = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: dataFolder,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    DATABASE_URL: base.databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PUBLIC_URL: url,
  };
  const processes: ServiceProcess[] = [];
  t.after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await base.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return {
    context: { ...base, secrets: aesSecrets(secretKey), clock: manualClock(new Date()) },
    url,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    operatorToken,
    /** Starts one more process, which is killed after the test at the latest. */
    async start(more: Readonly<Record<string, string>> = {}, program?: string): Promise<ServiceProcess> {
      const started = await startServiceProcess({ ...env, ...more }, program);
      processes.push(started);
      return started;
    },
  };
}
