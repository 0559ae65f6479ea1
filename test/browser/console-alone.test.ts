import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { openPage } from '../support/browser.ts';
import { withoutChromium } from '../support/chromium.ts';

/** The console of a simulator that stands alone: no service is linked, and everything that arrives is shown all the same. */

async function alone(t: TestContext): Promise<Simulator> {
  const simulator = await startSimulator({ seed: 1, speed: Number.POSITIVE_INFINITY });
  t.after(() => simulator.stop());
  return simulator;
}

test('an empty console says what to do first, and what it lacks', { skip: withoutChromium }, async (t) => {
  const simulator = await alone(t);
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByText('No call yet').waitFor();
  await page
    .getByText(/Placing calls needs a service\. Run npm start, or start the simulator with --service-url and --service-key\./)
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Place the call' }).isDisabled(), true);
  await assertAccessible(page, 'empty');
  await shoot('empty');
  await page.keyboard.press('2');
  await page.getByText('No webhook yet').waitFor();
  await page.keyboard.press('a');
  await page.getByText('The clock is the service’s.').waitFor();
});

test('a webhook that does not verify says why, and its bytes stand beside its headers', { skip: withoutChromium }, async (t) => {
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
  await details.getByText('does not verify').waitFor();
  await details.getByText('The signature was made with another secret, or the body was changed on its way.').waitFor();
  assert.match(await details.getByRole('region', { name: 'Body' }).innerText(), /<b>not markup<\/b>/);
  await assertAccessible(page, 'does not verify');
  await shoot('does-not-verify-dark');
});

test('a thousand calls cost what thirty do', { skip: withoutChromium }, async (t) => {
  const simulator = await alone(t);
  for (let first = 0; first < 1_000; first += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => dial(simulator, first + n)));
  await simulator.runUntilIdle();
  const { page, shoot } = await openPage(t, simulator.url);
  await page.getByRole('tab', { name: 'Calls 1,000' }).waitFor();
  await page.evaluate(watchLongTasks);
  const list = page.getByRole('listbox', { name: 'Calls' });
  await list.focus();
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  const last = list.getByRole('option', { selected: true });
  assert.equal(await last.getAttribute('aria-posinset'), '1000');
  assert.equal(await last.isVisible(), true);
  assert.ok((await page.locator('.windowed .row').count()) < 60, 'only rows in sight exist');

  // A new call comes in on top: who has scrolled down stays where they are.
  const before = await last.boundingBox();
  await dial(simulator, 1_000);
  await page.getByRole('tab', { name: 'Calls 1,001' }).waitFor();
  assert.equal((await last.boundingBox())?.y, before?.y);
  await shoot('thousand');

  await page.getByLabel('Filter the list').fill(numberFor('busy', 500));
  await page.locator('.windowed .row').first().waitFor();
  assert.equal(await page.locator('.windowed .row').count(), 1);
  const longest = Number(await page.evaluate('Math.max(0, ...window.longTasks)'));
  // A drawing of all thousand rows takes seconds; a busy machine makes of thirty what a quiet one does not feel.
  assert.ok(longest < 1_000, `the longest pause was ${longest} ms`);
});

/** Tasks over 50 ms, which a person feels, as the browser itself counts them. */
const watchLongTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
`;

async function dial(simulator: Simulator, which: number): Promise<void> {
  const response = await fetch(`${simulator.vapiUrl}/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer simulated' },
    body: JSON.stringify({ name: `call_${which}`, phoneNumberId: 'pn_1', customer: { number: numberFor('busy', which) }, assistant: {} }),
  });
  assert.equal(response.status, 201);
}

test('when the simulator goes, the console says so, and takes up what a new one says', { skip: withoutChromium }, async (t) => {
  const first = await startSimulator({ seed: 1, speed: Number.POSITIVE_INFINITY });
  const port = Number(new URL(first.url).port);
  const { page, shoot } = await openPage(t, first.url);
  await dial(first, 1);
  await page.getByRole('tab', { name: 'Calls 1' }).waitFor();
  await first.stop();
  await page.getByText('The simulator is gone.').waitFor();
  await shoot('gone');
  const second = await startSimulator({ port, seed: 2, speed: Number.POSITIVE_INFINITY });
  t.after(() => second.stop());
  await page.getByText('No call yet').waitFor();
  await page.getByText('seed 2').waitFor();
});

test('the theme is the person’s, and stays', { skip: withoutChromium }, async (t) => {
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
