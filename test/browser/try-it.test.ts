import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Demo } from '../../src/process/demo.ts';
import { readyToCall } from '../calls/calling.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { publicOfFile } from '../support/api.ts';
import { newContext, openPage } from '../support/browser.ts';
import { inBrowser, ownName } from '../support/chromium.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey } from '../support/fixtures.ts';
import { dataFolderWithDocs } from '../support/kept-docs.ts';

/** The forms that send an operation to the service, as the service serves them, under its policy. */

const folder = await dataFolderWithDocs({ after });
const context = await contextOfFile({ env: { RINGPOST_DATA_FOLDER: folder }, demo: () => demo });
const { who, agentId } = await readyToCall(context);
const { text } = await apiKey(context, who.tenantId);
const demo: Demo = { apiKey: text, ids: { agt: agentId }, bodies: { placeCall: { agentId, phoneNumber: '+15550010001' } } };
const server = await publicOfFile(context);

const operations = 19;

/** Returns the form of an operation, opened. */
async function formOf(page: Page, operationId: string): Promise<Locator> {
  const place = page.locator(`[data-operation=${operationId}]`);
  await place.getByText('Try it').click();
  return place;
}

inBrowser("on loopback the forms have the demo's key, agent and body, and what changes something is confirmed", async (t) => {
  const { page, shoot } = await openPage(t, `${server.origin}/docs/try-it.html#placecall`);
  await page.getByText('It is the demo’s.').waitFor();
  assert.equal(await page.getByText('Try it').count(), operations);
  const form = page.locator('[data-operation=placeCall]');
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await form.getByRole('button', { name: 'Send POST /calls' }).click();
  assert.match(asked.join(), /^POST \/api\/v1\/public\/calls\n\n.*cannot be taken back/);
  assert.equal(context.voice.placed.length, 0);
  // The key that leads to the search elsewhere is a character here.
  const body = form.getByLabel('Body');
  const before = await body.inputValue();
  await body.press('Control+End');
  await body.press('/');
  assert.equal(await body.inputValue(), `${before}/`);
  await body.press('Backspace');
  page.once('dialog', (dialog) => void dialog.accept());
  await form.getByRole('button', { name: 'Send POST /calls' }).click();
  const answer = form.getByRole('status');
  await answer.getByText('201 Created').waitFor();
  assert.match(await answer.innerText(), /in \d+ ms[\s\S]*x-ratelimit-limit: \d+[\s\S]*"status": "queued"/);
  assert.equal(context.voice.placed.length, 1);
  await assertAccessible(page, 'a form with its answer');
  await shoot('docs-try-it');
});

inBrowser('a reading is sent at once, with its parameters in path and query', async (t) => {
  const { page } = await openPage(t, `${server.origin}/docs/try-it.html`);
  const agent = await formOf(page, 'readAgent');
  await agent.getByRole('button', { name: 'Send GET /agents/{id}' }).click();
  await agent.getByText('200 OK').waitFor();
  assert.match(await agent.getByRole('status').innerText(), new RegExp(`"id": "${demo.ids['agt']}"`));
  const list = await formOf(page, 'listWebhookDeliveries');
  await list.getByLabel('limit').fill('7');
  await list.getByRole('button', { name: 'Send GET' }).click();
  await list.getByText('200 OK').waitFor();
  assert.match(await list.getByRole('status').innerText(), /"limit": 7/);
});

inBrowser('under another name the reader gives a key, and nobody asks for that of the demo', async (t) => {
  const context = await newContext(t, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`http://${ownName}:${server.port}/docs/try-it.html`);
  const key = page.getByLabel('API key');
  await key.waitFor();
  assert.equal(await key.inputValue(), '');
  const form = await formOf(page, 'listAgents');
  await form.getByRole('button', { name: 'Send GET /agents' }).click();
  assert.equal(await key.evaluate((field) => field.matches(':focus:invalid')), true);
  await key.fill('not a key …');
  await form.getByRole('button', { name: 'Send GET /agents' }).click();
  await form.getByText('No answer').waitFor();
  await key.fill(demo.apiKey);
  await form.getByRole('button', { name: 'Send GET /agents' }).click();
  await form.getByText('200 OK').waitFor();
  assert.deepEqual(
    requested.filter((url) => !url.startsWith(`http://${ownName}:${server.port}/`) || url.endsWith('/docs/demo')),
    [],
  );
  assert.equal(
    await page
      .evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
      .then((kept) => String(kept).includes(demo.apiKey)),
    false,
  );
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await page.reload();
  await key.waitFor();
  assert.equal(await key.inputValue(), '');
});

inBrowser('the language is chosen once for all samples, by keyboard too', async (t) => {
  const { page, shoot } = await openPage(t, `${server.origin}/docs/try-it.html`, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByRole('tab', { name: 'curl' }).first().press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'TypeScript', selected: true }).count(), operations);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getByRole('tab', { name: 'PHP', selected: true }).count(), operations);
  assert.equal(await page.getByRole('tabpanel').count(), operations);
  assert.match(await page.getByRole('tabpanel').first().innerText(), /<\?php/);
  await assertAccessible(page, 'tabs');
  await shoot('docs-samples-narrow');
});

inBrowser('every operation of the reference leads to its form, whose heading then stands below the bar at the top', async (t) => {
  const { page } = await openPage(t, `${server.origin}/docs/reference/api.html#/webhook-deliveries/retrywebhookdelivery`);
  // The forms come when the browser has begun to scroll to the section by itself.
  await page.route('**/openapi.json', async (route) => {
    await page.waitForFunction('scrollY > 0');
    await route.fallback();
  });
  await page.locator('a[href$="#retrywebhookdelivery"]', { hasText: 'Try it' }).click();
  await page.waitForURL(/try-it\.html#/);
  await page.getByRole('button', { name: 'Send POST /webhook-deliveries/{id}/retry' }).waitFor();
  const { bottom = 0 } = await page.locator('.top').evaluate((bar) => bar.getBoundingClientRect().toJSON());
  const { y = -1 } = (await page.getByRole('heading', { name: /^retryWebhookDelivery/ }).boundingBox()) ?? {};
  assert.ok(y >= bottom && y < bottom + 20, `the heading is at ${y}, the bar's end at ${bottom}`);
});
