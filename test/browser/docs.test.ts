import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { startPublic } from '../support/api.ts';
import { render, withoutChromium } from '../support/chromium.ts';
import { testContext } from '../support/context.ts';

test('the page of the public API opens without a network and shows every noun', { skip: withoutChromium }, async (t) => {
  const { dom, errors } = await render(`${await serve(t)}/docs`);
  for (const words of ['Ringpost public API', 'Calls', 'Agents', 'Webhook endpoints', 'Automation triggers', 'Webhook deliveries'])
    assert.ok(dom.includes(words), words);
  for (const code of ['invalid_request', 'placement_failed', 'idempotency_in_progress'])
    assert.ok(dom.includes(`<td><code>${code}</code></td>`), `${code} in the table of errors`);
  assert.deepEqual(errors, []);
});

test('the page of the events opens without a network and shows every event', { skip: withoutChromium }, async (t) => {
  const { dom, errors } = await render(`${await serve(t)}/docs/events`);
  for (const event of ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'])
    assert.ok(dom.includes(event), event);
  for (const { header } of asyncApiDocument()['x-signature'].vectors) assert.ok(dom.includes(header), header);
  assert.deepEqual(errors, []);
});

async function serve(t: TestContext): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const context = await testContext({ env: { RINGPOST_DATA_FOLDER: dataFolder } });
  const server = await startPublic(context);
  t.after(async () => {
    await server.close();
    await context.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return server.origin;
}
