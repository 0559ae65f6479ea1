import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { folderFor } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { startRedis } from './matrix/redis.ts';
import { service } from './matrix/service.ts';

/** The matrix goes on striking while it is ended: what it brings back just then must not outlive it. */

const withoutRedis = !hasRedis() && 'needs redis-server';

test('a Redis that is dead for a while does not come back once it has been stopped', { skip: withoutRedis }, async (t) => {
  const folder = folderFor(t);
  const redis = (await startRedis(folder)) ?? assert.fail('It did not start.');
  t.after(() => redis.stop());
  const away = redis.killFor(50);
  await redis.stop();
  await away;
  assert.equal(await answers(join(folder, 'redis.sock')), false);
});

test('a service that is coming up ends, and is not started again', async (t) => {
  const folder = folderFor(t);
  const program = join(folder, 'never-ready.ts');
  const marker = join(folder, 'pid');
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, ''); setInterval(() => {}, 1_000);`,
  );
  const made = service({
    name: 'service-x',
    port: await freePort(),
    operatorPort: await freePort(),
    env: {},
    logFile: join(folder, 'log'),
    program: () => program,
  });
  t.after(() => made.kill());
  const starting = made.start();
  await until('its process runs', async () => existsSync(marker));
  await made.end();
  await assert.rejects(starting, /service-x has ended for good/);
  await assert.rejects(made.start(), /service-x has ended for good/);
  assert.equal(made.hasEnded(), true);
});

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true));
    connection.once('connect', () => connection.destroy()).once('error', () => resolve(false));
  });

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
