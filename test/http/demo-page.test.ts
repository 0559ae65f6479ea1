import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import type { Demo } from '../../src/process/demo.ts';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';

const demo: Demo = { apiKey: 'rp_test_demo', ids: {}, bodies: {} };
let shown: Demo | null;
const context = await contextOfFile({ demo: () => shown });
const server = await publicOfFile(context);

const asked = async (headers: Readonly<Record<string, string>> = {}): Promise<readonly [number, string]> => {
  const { statusCode, body } = await request(`${server.origin}/docs/demo`, { headers });
  return [statusCode, await body.text()];
};

test('a page of this machine gets the demo once there is one', async () => {
  shown = null;
  assert.deepEqual(await asked(), [204, '']);
  shown = demo;
  for (const host of ['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080'])
    assert.deepEqual(await asked({ host }), [200, JSON.stringify(demo)], host);
});

test('a page of another name, or behind a proxy or tunnel, gets no demo', async () => {
  shown = demo;
  for (const host of ['calls.example.test:8080', '127.0.0.1.example.test', 'localhost.example.test', '192.0.2.1'])
    assert.deepEqual(await asked({ host }), [204, ''], host);
  for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])
    assert.deepEqual(await asked({ [header]: '127.0.0.1' }), [204, ''], header);
});
