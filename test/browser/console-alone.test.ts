import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { openPage, waitUntilSaid } from '../support/browser.ts';
import { inBrowser } from '../support/chromium.ts';
import { latch } from '../support/latch.ts';
import { receiverFor } from '../support/receiver.ts';
import { simulatorFor } from '../support/simulator.ts';
import { until } from '../support/until.ts';
import { dial } from './dial.ts';

/** The console of a simulator that stands alone: no service is linked, and everything that arrives is shown all the same. */

async function alone(t: TestContext): Promise<Simulator> {
  const simulator = await simulatorFor(t, { seed: 1, speed: Number.POSITIVE_INFINITY });
  return simulator;
}

inBrowser('an empty console says what to do first, and that no service is linked', async (t) => {
  const simulator = await alone(t);
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByText('No call yet').waitFor();
  await page.getByText('No service is linked, so the simulator signs and sends the webhooks itself.').waitFor();
  await assertAccessible(page, 'empty');
  await shoot('empty');
  await page.keyboard.press('2');
  await page.getByText('No webhook yet').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Not linked, so only stories move.').waitFor();
  await assertAccessible(page, 'time without a service');
});

inBrowser('a console that waits for the simulator does not say that there is nothing', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, 'about:blank');
  const { given: mayAnswer, give: letAnswer } = latch();
  await page.route('**/timeline/stream', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(simulator.url);
  await page.getByText('Asking the simulator …').waitFor();
  assert.equal(await page.getByText('No call yet').count(), 0);
  letAnswer();
  await page.getByText('No call yet').waitFor();
});

inBrowser('without a service it plays a story, and signs and sends its webhook, and any other event', async (t) => {
  const simulator = await alone(t);
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByLabel('Story or event').selectOption('busy');
  await page.getByRole('button', { name: 'Place the call' }).click();
  await page.getByRole('tab', { name: 'Webhooks 1' }).click();
  await page.locator('.windowed .row').first().click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('The signature matches the raw body, and the timestamp is fresh.').waitFor();
  assert.match(await details.getByRole('region', { name: 'Body' }).innerText(), /"outcome": ?"BUSY"/);
  await page.getByLabel('Story or event').selectOption('sms.received');
  await waitUntilSaid(page, 'sms.received was sent, and the receiver answered 200.', () =>
    page.getByRole('button', { name: 'Send the webhook' }).click(),
  );
  await page.getByRole('tab', { name: 'Webhooks 2', selected: true }).waitFor();
  await assertAccessible(page, 'own webhook');
  await shoot('own-webhook');
});

inBrowser('a form is sent once by keys that are held', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, simulator.url);
  await page.getByLabel('Story or event').selectOption('sms.received');
  const url = page.getByRole('textbox', { name: 'Receiver', exact: true });
  const repeatUntilItIsThere = async (count: number): Promise<void> => {
    for (let held = 0; held < 4; held++) {
      await page.keyboard.down('Enter');
      await page.getByRole('tab', { name: /^Webhooks [1-9]/ }).waitFor();
      await page.getByRole('button', { name: 'Send the webhook' }).waitFor();
    }
    await page.keyboard.up('Enter');
    assert.equal(simulator.receivers.find('own')?.received, count);
  };
  await url.focus();
  await page.keyboard.down('Control');
  await repeatUntilItIsThere(1);
  await page.keyboard.up('Control');
  await url.focus();
  await repeatUntilItIsThere(2);
});

inBrowser('the list of webhooks says where those are that went to other programs, with what was answered', async (t) => {
  const simulator = await alone(t);
  const elsewhere = await receiverFor(t, 200);
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByLabel('Story or event').selectOption('busy');
  await page.getByRole('textbox', { name: 'Receiver', exact: true }).fill(elsewhere.url);
  await page.getByRole('button', { name: 'Place the call' }).click();
  // Once the call is placed the page goes to it.
  await page.getByRole('tab', { name: 'Calls 1', selected: true }).waitFor();
  await page.getByRole('tab', { name: /^Webhooks/ }).click();
  await page.getByText('The simulator has also sent 1 attempt to other programs.').waitFor();
  await assertAccessible(page, 'sent elsewhere');
  await shoot('sent-elsewhere');
  await page.getByRole('link', { name: 'The timeline has their answers.' }).click();
  await page.getByText(`200 answered to attempt 1 of call.completed at ${elsewhere.url}`).first().waitFor();
  assert.equal(await page.locator('.windowed .row').count(), 1);
  await shoot('sent-elsewhere-answered');
});

inBrowser('what could not be read is no problem any more once it is read', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, simulator.url);
  await page.getByText('No receiver yet').waitFor();
  await page.route('**/receivers', (route) => route.abort('connectionrefused'), { times: 1 });
  simulator.receivers.create('first');
  const problem = page.getByText('The simulator does not answer. Is it still running?');
  await problem.waitFor();
  simulator.receivers.create('second');
  await page.getByRole('region', { name: 'Receiver second' }).waitFor();
  assert.equal(await problem.count(), 0);
});

inBrowser('the row of a call has room for what it says of its webhooks, however many they are', async (t) => {
  const simulator = await alone(t);
  const post = async (path: string, body: object) =>
    (
      await fetch(simulator.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    ).json();
  const { page } = await openPage(t, simulator.url);
  const url = simulator.receiverUrl('crm');
  const { call } = (await post('/webhooks/calls', { url, phoneNumber: numberFor('busy') })) as { call: { id: string } };
  await page.getByRole('tab', { name: 'Webhooks 1' }).waitFor();
  const room = page.locator('.windowed .row').first().locator('.webhooks');
  for (const [more, said] of [
    [2, /^(completed\s+accepted\s+✓\s*){3}$/],
    [1, /^(completed\s+accepted\s+✓\s*){2}\+2$/],
  ] as const) {
    for (let n = 0; n < more; n++) await post('/webhooks', { url, event: 'call.completed', data: { call_id: call.id } });
    await until('the row says what came of each webhook', async () => said.test(await room.innerText()));
    const row = await page.locator('.windowed .row').first().boundingBox();
    const box = await room.boundingBox();
    assert.ok(row && box && box.y >= row.y && box.y + box.height <= row.y + row.height, JSON.stringify({ row, box }));
  }
});

inBrowser('a key counts as soon as the page is there, before its first frame', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, 'about:blank');
  await page.addInitScript(
    "addEventListener('DOMContentLoaded', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '2' })));",
  );
  await page.goto(simulator.url);
  await page.getByText('No webhook yet').waitFor();
});

inBrowser('a webhook that does not verify says why, and its bytes stand beside its headers', async (t) => {
  const simulator = await alone(t);
  simulator.receivers.create('crm', { secret: 'right' });
  const { page, shoot } = await openPage(t, simulator.url, { colorScheme: 'dark' });
  await page.keyboard.press('2');
  await fetch(simulator.receiverUrl('crm'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': `sha256=${'0'.repeat(64)}`,
      'x-webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'x-webhook-delivery-id': '019b8399-6188-7c3e-9d5a-4b8f0e2a7c61',
    },
    body: '{"event": "call.completed", "html": "<b>not markup</b>"}',
  });
  await page.locator('.windowed .row').first().click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText(/^It does not verify; the verdict says why\./).waitFor();
  await details.getByText('The signature was made with another secret, or the body was changed on its way.').waitFor();
  assert.match(await details.getByRole('region', { name: 'Body' }).innerText(), /<b>not markup<\/b>/);
  await assertAccessible(page, 'does not verify');
  await shoot('does-not-verify-dark');
});

inBrowser('a thousand calls cost what thirty do', async (t) => {
  const simulator = await alone(t);
  await dial(simulator, numberFor('busy', 0), 'call_0');
  await simulator.runUntilIdle();
  // The others are told as this one was. To dial a thousand would take the simulator longer than the page.
  const story = [...simulator.timeline.entries];
  for (let n = 1; n < 1_000; n += 1)
    for (const { seq: _, at: __, kind, ...told } of story)
      simulator.timeline.add(kind, { ...told, callId: `call_${n}`, providerCallId: `p${n}`, number: numberFor('busy', n) });
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByRole('tab', { name: 'Calls 1,000' }).waitFor();
  const list = page.getByRole('listbox', { name: 'Calls' });
  await list.focus();
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  const last = list.getByRole('option', { selected: true });
  assert.equal(await last.getAttribute('aria-posinset'), '1000');
  assert.equal(await last.isVisible(), true);
  assert.ok((await page.locator('.windowed .row').count()) < 60, 'only rows in sight exist');
  assert.ok((await nodes(page)) < 1_500, 'the page stays small whatever the list holds');

  // A new call comes in on top: who has scrolled down stays where they are.
  const before = await last.boundingBox();
  await dial(simulator, numberFor('busy', 1_000), 'call_1000');
  await page.getByRole('tab', { name: 'Calls 1,001' }).waitFor();
  assert.equal((await last.boundingBox())?.y, before?.y);
  await shoot('thousand');

  await page.getByLabel('Filter the list').fill(numberFor('busy', 500));
  await page.locator('.windowed .row').first().waitFor();
  assert.equal(await page.locator('.windowed .row').count(), 1);
});

const nodes = async (page: Page): Promise<number> => Number(await page.evaluate('document.querySelectorAll("*").length'));

inBrowser('a run is taken along, kept and played again: the same calls, to the id; one that cannot be kept says why', async (t) => {
  const simulator = await alone(t);
  await dial(simulator, numberFor('busy', 1));
  await dial(simulator, numberFor('busy', 2), 'call_2');
  await simulator.runUntilIdle();
  const ids = simulator.calls.all().map(({ id }) => id);
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByText('2 requests to the providers.').waitFor();
  await page.route('**/run', (route) => route.abort('connectionrefused'), { times: 1 });
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('The simulator does not answer. Is it still running?').waitFor();
  for (const [name, holds] of [
    ['HTTP as HAR', /"version":"1\.2"[\s\S]*\/vapi\/call/],
    ['Timeline as NDJSON', /"kind":"dial"[\s\S]*\n\{/],
    ['Run as a file', /"path":"\/vapi\/call"/],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    assert.match(await readFile(await download.path(), 'utf8'), holds);
  }
  await waitUntilSaid(page, 'The run plays again: 2 requests, each at its time.', () =>
    page.getByRole('button', { name: 'Play it again' }).click(),
  );
  await page.getByRole('tab', { name: 'Calls 2' }).waitFor();
  assert.deepEqual(
    simulator.calls.all().map(({ id }) => id),
    ids,
  );

  // A reset begins another run; the one before is kept, and plays.
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Forget everything?' }).click();
  await page.getByText('No call yet').waitFor();
  const earlier = page.getByRole('region', { name: 'Earlier runs' });
  await earlier
    .getByRole('button', { name: /^Play the run of/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Calls 2' }).waitFor();
  await page.getByText('2 requests to the providers.').first().waitFor();
  await assertAccessible(page, 'runs');
  await shoot('runs');
});

inBrowser('when the service goes, the console says so, and shows all the same what has come', async (t) => {
  const simulator = await simulatorFor(t, {
    seed: 1,
    speed: Number.POSITIVE_INFINITY,
    service: { url: 'http://127.0.0.1:1', apiKey: 'x', operatorUrl: 'http://127.0.0.1:1', operatorToken: 'x' },
  });
  await dial(simulator, numberFor('busy', 1));
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByText('The service is away:').waitFor();
  await page.getByRole('tab', { name: 'Calls 1' }).waitFor();
  await assertAccessible(page, 'service away');
  await shoot('service-away');
});

inBrowser('when the simulator goes, the console says so, and takes up what a new one says', async (t) => {
  const first = await startSimulator({ seed: 1, speed: Number.POSITIVE_INFINITY });
  const port = Number(new URL(first.url).port);
  const { page, shoot } = await openPage(t, first.url);
  await dial(first, numberFor('busy', 1));
  await page.getByRole('tab', { name: 'Calls 1' }).waitFor();
  await first.stop();
  await page.getByText('The simulator is gone.').waitFor();
  await shoot('gone');
  await simulatorFor(t, { port, seed: 2, speed: Number.POSITIVE_INFINITY });
  await page.getByText('No call yet').waitFor();
  await page.getByText('seed 2').waitFor();
});

inBrowser('the theme is the person’s, and stays', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, simulator.url, { colorScheme: 'light' });
  const ground = () => page.evaluate('getComputedStyle(document.querySelector(".top-bar")).backgroundColor');
  const light = await ground();
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.getByRole('button', { name: /^Theme: dark/ }).waitFor();
  assert.notEqual(await ground(), light);
});
