import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createLog } from '../../../src/process/log.ts';
import { startPrivateRedis } from '../../../tools/embedded/redis.ts';
import { folderFor } from '../../support/folder.ts';
import { withoutRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

test('a private Redis that a signal ended does not keep us from stopping', { skip: withoutRedis }, async (t) => {
  const dataFolder = folderFor(t);
  const redis = await startPrivateRedis({ dataFolder, log: createLog('silent') });
  assert.ok(redis);
  const processes = async () => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
    const lines = stdout.split('\n').filter((line) => line.includes(dataFolder));
    return lines.map((line) => Number.parseInt(line, 10));
  };
  for (const pid of await processes()) process.kill(pid, 'SIGKILL');
  await until('its processes are gone', async () => (await processes()).length === 0);

  await redis.stop();

  assert.deepEqual(await readdir(dataFolder), []);
});

test('a Redis that takes long to start, as on a busy machine, is waited for', { skip: withoutRedis }, async (t) => {
  const dataFolder = folderFor(t);
  const goes = join(dataFolder, 'goes');
  const path = process.env['PATH'];
  const slow = `#!/bin/sh\nuntil [ -e '${goes}' ]; do sleep 0.02; done\nPATH='${path}' exec redis-server "$@"\n`;
  await writeFile(join(dataFolder, 'redis-server'), slow, { mode: 0o755 });
  process.env['PATH'] = `${dataFolder}:${path}`;
  t.after(() => {
    process.env['PATH'] = path;
  });
  // Each look at the clock finds it further on, until the server goes after half a minute.
  const begun = performance.now();
  let now = begun;
  t.mock.method(performance, 'now', () => {
    if (now < begun + 30_000) now += 500;
    else writeFileSync(goes, '');
    return now;
  });
  const redis = await startPrivateRedis({ dataFolder, log: createLog('silent') });
  assert.ok(redis);
  await redis.stop();
});

test('it sweeps away what killed processes left, and not what may be about to start', { skip: withoutRedis }, async (t) => {
  const dataFolder = folderFor(t);
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of ['redis-killed', 'redis-recent', 'recordings']) await mkdir(join(dataFolder, name));
  for (const name of ['redis-killed', 'recordings']) await utimes(join(dataFolder, name), hourAgo, hourAgo);

  const redis = await startPrivateRedis({ dataFolder, log: createLog('silent') });
  await redis?.stop();

  assert.deepEqual((await readdir(dataFolder)).sort(), ['recordings', 'redis-recent']);
});
