import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { events } from '../../sdk/generated/fixtures.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { listen } from '../support/api.ts';
import { holdAnswer, newContext, type OpenPage, openPage, waitUntilSaid } from '../support/browser.ts';
import { inBrowser, ownName } from '../support/chromium.ts';
import { simulatorFor } from '../support/simulator.ts';
import { dial } from './dial.ts';

/** The console as a workbench: each state by its address, found by facets, drawn in time, compared, and sent again. */

const secret = 'a secret of the test';
const ids = [
  '019b8399-6188-7c3e-9d5a-4b8f0e2a7c61',
  '019b8399-6188-7c3e-9d5a-4b8f0e2a7c62',
  '019b8399-6188-7c3e-9d5a-4b8f0e2a7c63',
] as const;

async function alone(t: TestContext): Promise<Simulator> {
  const simulator = await simulatorFor(t, { seed: 1, speed: Number.POSITIVE_INFINITY });
  simulator.receivers.create('crm', { secret });
  return simulator;
}

const completed = (outcome: string): object => ({
  event: 'call.completed',
  timestamp: '2026-01-03T12:00:00.000Z',
  data: { call_id: 'call_01', outcome, notes: 'Asks to be called back tomorrow morning.', duration_seconds: 21, tags: ['one', 'two'] },
});

/** Sends a signed webhook, as the service does. */
const send = (simulator: Simulator, deliveryId: string, content: object): Promise<number> =>
  sendText(simulator, deliveryId, JSON.stringify(content));

async function sendText(simulator: Simulator, deliveryId: string, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const response = await fetch(simulator.receiverUrl('crm'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
      'x-webhook-timestamp': timestamp,
      'x-webhook-delivery-id': deliveryId,
    },
    body,
  });
  return response.status;
}

/** A receiver that answered 500 to the first of three webhooks, and took the others. */
async function threeWebhooks(t: TestContext, contentOf: (outcome: string) => object = completed): Promise<Simulator> {
  const simulator = await alone(t);
  const crm = simulator.receivers.find('crm');
  assert.ok(crm);
  simulator.receivers.setProgramme(crm, '500');
  for (const [index, outcome] of ['CALLBACK', 'INTERESTED', 'CALLBACK'].entries())
    await send(simulator, ids[index] ?? '', contentOf(outcome));
  return simulator;
}

const rows = (page: Page) => page.locator('.windowed .row');
const details = (page: Page) => page.getByRole('region', { name: 'Details' });

inBrowser('a delivery, an attempt of it, a filter and a task have an address, which leads there again', async (t) => {
  const simulator = await threeWebhooks(t);
  await send(simulator, ids[0], completed('CALLBACK'));
  const { page } = await openPage(t, simulator.url);
  await page.keyboard.press('2');
  await rows(page).first().waitFor();
  await page.getByLabel('Filter the list').fill('attempts:2');
  await rows(page).first().click();
  await details(page).getByRole('button', { name: 'Show attempt 1' }).click();
  await page.getByRole('tab', { name: 'Expect' }).click();
  const address = new URL(page.url()).hash;
  assert.equal(address, `#/deliveries/crm/${ids[0]}?q=attempts%3A2&attempt=1&do=expect`);

  await page.reload();
  await details(page).getByRole('button', { name: 'Show attempt 1', pressed: true }).waitFor();
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), 1);
  assert.equal(await page.getByLabel('Filter the list').inputValue(), 'attempts:2');
  assert.equal(await page.getByRole('tab', { name: 'Expect' }).getAttribute('aria-selected'), 'true');

  // The browser's Back leads out of the delivery, and Forward into it.
  await page.goBack();
  await details(page).getByText('Choose a call or a webhook').waitFor();
  await page.goForward();
  await details(page).getByRole('heading', { name: 'call.completed' }).waitFor();
});

inBrowser('a link may name a delivery or a call by the service’s id alone; what is not there is said to be gone', async (t) => {
  const simulator = await threeWebhooks(t);
  await dial(simulator, numberFor('busy', 7));
  await simulator.runUntilIdle();
  const { page, shoot } = await openPage(t, `${simulator.url}/#/deliveries/${ids[1]}`);
  await details(page).getByText(`to crm · ${ids[1]}`).waitFor();
  await rows(page).and(page.locator('[aria-selected=true]')).waitFor();
  await page.goto(`${simulator.url}/#/calls/call_1`);
  await details(page)
    .getByText(`${numberFor('busy', 7)} · call_1`)
    .waitFor();
  await page.goto(`${simulator.url}/#/deliveries/nobody-knows-it`);
  await details(page).getByText('It is not here').waitFor();
  await assertAccessible(page, 'gone');
  await shoot('workbench-gone');
});

inBrowser('facets are typed, offered with the values that are there, and pressed', async (t) => {
  // These fulfil the contract, so their rows say how they were answered.
  const simulator = await threeWebhooks(t, (outcome) => (outcome === 'CALLBACK' ? events.callback : events.interested));
  const { page, shoot } = await openPage(t, `${simulator.url}/#/deliveries`, { colorScheme: 'dark' });
  await rows(page).nth(2).waitFor();
  const filter = page.getByLabel('Filter the list');
  await page.keyboard.press('/');
  await page.keyboard.type('status:failed event:call.completed outcome:CALLBACK');
  await rows(page).nth(1).waitFor({ state: 'detached' });
  assert.match(await rows(page).first().innerText(), /CALLBACK[\s\S]*500/);
  await assertAccessible(page, 'facets');
  await shoot('workbench-facets-dark');

  await filter.fill('outcome:');
  assert.deepEqual(await page.locator('#go-ons option').evaluateAll((options) => options.map((each) => each.getAttribute('value'))), [
    'outcome:CALLBACK',
    'outcome:INTERESTED',
  ]);
  await filter.fill('outcome:callback,interested');
  await rows(page).nth(2).waitFor();
  await filter.fill('status:never');
  await page.getByText('Nothing fits the filter').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await rows(page).nth(2).waitFor();
  await page.getByRole('button', { name: 'accepted 2' }).click();
  await rows(page).nth(2).waitFor({ state: 'detached' });
  assert.equal(await filter.inputValue(), 'status:accepted');
  await page.getByRole('button', { name: 'accepted 2', pressed: true }).click();
  await rows(page).nth(2).waitFor();
  await page.getByText(/^3 rows in /).waitFor();
});

inBrowser('attempts are drawn in time, and JSON is folded', async (t) => {
  const simulator = await threeWebhooks(t);
  await send(simulator, ids[0], completed('CALLBACK'));
  const { page, shoot } = await openPage(t, `${simulator.url}/#/deliveries/${ids[0]}`);
  const attempts = details(page).getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await attempts.nth(0).filter({ hasText: '500' }).waitFor();
  await attempts
    .nth(1)
    .filter({ hasText: /200.*after the one before/s })
    .waitFor();
  assert.equal(await attempts.locator('.axis').count(), 2);
  assert.equal(await attempts.locator('.latency').count(), 2);
  const body = details(page).getByRole('region', { name: 'Body' });
  assert.match(await body.innerText(), /"outcome": "CALLBACK"/);
  await details(page).getByRole('button', { name: 'Unfold all' }).click();
  await details(page).getByRole('button', { name: 'Fold all' }).click();
  assert.doesNotMatch(await body.innerText(), /"outcome"/);
  await body.getByText('"data":').click();
  assert.match(await body.innerText(), /"outcome": "CALLBACK"/);
  await details(page).getByRole('button', { name: 'As it came' }).click();
  assert.equal((await body.innerText()).trim(), JSON.stringify(completed('CALLBACK')));
  await assertAccessible(page, 'attempts');
  await shoot('workbench-delivery');
});

inBrowser('a delivery is edited and sent again, and the two attempts are compared by member and by byte', async (t) => {
  const simulator = await threeWebhooks(t);
  const { page, shoot } = await openPage(t, `${simulator.url}/#/deliveries/${ids[0]}`);
  await details(page).getByRole('button', { name: 'Edit and send' }).click();
  const form = page.getByRole('form', { name: 'Edit and send' });
  await form.getByLabel('Body').fill(JSON.stringify(completed('CALLBACK_LATER')));
  await assertAccessible(page, 'edit and send');
  await shoot('workbench-edit');
  const own = await form.getByLabel('To').inputValue();
  await form.getByLabel('To').fill('http://127.0.0.1:1/hooks');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/ECONNREFUSED/).waitFor();
  await form.getByLabel('To').fill(own);
  await waitUntilSaid(page, 'crm answered 200.', () => form.getByRole('button', { name: 'Send' }).click());
  await details(page).getByLabel('Compare with attempt 1').check();
  const members = details(page).getByRole('list', { name: 'Differences by member' });
  assert.match(await members.innerText(), /^data\.outcome\s+before:\s+"CALLBACK"\s+after:\s+"CALLBACK_LATER"$/);
  await details(page)
    .getByText(/then 0 bytes became 6 bytes/)
    .waitFor();
  assert.match(await details(page).getByRole('region', { name: 'Differences by byte' }).innerText(), /5f 4c 41 54 45 52/);
  await assertAccessible(page, 'differences');
  await shoot('workbench-differences');
});

inBrowser('what is done is not shown as planned, and what is said covers no row', async (t) => {
  const simulator = await threeWebhooks(t);
  // What is said goes only when time passes.
  const { page, shoot } = await atRest(t, simulator.url, (shown) => shown.getByText('The programme 500 is done.'));
  assert.equal(await page.getByLabel('Programme of crm').inputValue(), '');
  for (const width of [360, 390, 768, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Forget everything?' }).click();
    await page.locator('.said[data-shown=true]').waitFor();
    const [said, panes] = [await page.locator('.said').boundingBox(), await page.locator('.panes').boundingBox()];
    assert.ok(said && panes && said.y + said.height <= panes.y, `at ${width} px: ${JSON.stringify({ said, panes })}`);
    await shoot(`workbench-said-${width}`);
  }
});

inBrowser('an answer that comes late does not bring back what the receiver had got before', async (t) => {
  const simulator = await threeWebhooks(t);
  const { page } = await openPage(t, 'about:blank');
  const { letGo } = await holdAnswer(page, '**/receivers', async () => {
    await page.goto(simulator.url);
  });
  await send(simulator, ids[0], completed('CALLBACK'));
  await page.getByText('4 deliveries').waitFor();
  await letGo();
  assert.equal(await page.getByText('4 deliveries').count(), 1);
});

const resetButton = (page: Page): Locator => page.getByRole('button', { name: 'Reset' });

/** Opens the console. Once it shows what is named, the time of the page stands still, and the test moves it. */
async function atRest(t: TestContext, url: string, shown = resetButton): Promise<OpenPage> {
  const open = await openPage(t, 'about:blank');
  await open.page.clock.install();
  await open.page.goto(url);
  await shown(open.page).waitFor();
  await open.page.clock.pauseAt(Date.now() + 3_600_000);
  return open;
}

inBrowser('what is said again is shown for as long as what was said first', async (t) => {
  const simulator = await threeWebhooks(t);
  const { page } = await atRest(t, `${simulator.url}/#/deliveries/${ids[1]}`);
  const expect = details(page).getByRole('button', { name: 'Expect' });
  const isShown = () => page.locator('.said').getAttribute('data-shown');
  await expect.click();
  await page.clock.runFor(3_000);
  await expect.click();
  await page.clock.runFor(3_000);
  assert.equal(await isShown(), 'true');
  await page.clock.runFor(3_000);
  assert.equal(await isShown(), 'false');
});

inBrowser('Reset asks for as long as somebody needs to answer, until they go elsewhere', async (t) => {
  const { page } = await atRest(t, (await alone(t)).url);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Forget everything?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Reset' }).waitFor();
});

inBrowser('a double click on Reset is one press', async (t) => {
  const simulator = await threeWebhooks(t);
  const { page } = await openPage(t, `${simulator.url}/#/deliveries`);
  await resetButton(page).dblclick();
  await page.getByRole('button', { name: 'Forget everything?' }).waitFor();
  assert.equal(await rows(page).count(), 3);
});

inBrowser('a key that is held replays once, and moves through the list', async (t) => {
  const simulator = await threeWebhooks(t);
  const page = await (await newContext(t)).newPage();
  await page.goto(`${simulator.url}/#/deliveries/${ids[0]}`);
  await details(page).getByRole('heading', { name: 'call.completed' }).waitFor();
  const replays: string[] = [];
  page.on('request', (request) => request.url().endsWith('/retry') && replays.push(request.url()));
  for (let held = 0; held < 3; held++) await page.keyboard.down('r');
  await page.keyboard.up('r');
  await page.locator('.said', { hasText: 'No service is linked' }).waitFor();
  assert.equal(replays.length, 1);
  for (let held = 0; held < 2; held++) await page.keyboard.down('k');
  await rows(page).first().and(page.locator('[aria-selected=true]')).waitFor();
});

inBrowser('after a reset no fault and no request of the run before is shown', async (t) => {
  const simulator = await alone(t);
  const { page } = await openPage(t, simulator.url);
  const reset = async (): Promise<void> => {
    await resetButton(page).click();
    await page.getByRole('button', { name: 'Forget everything?' }).click();
  };
  await waitUntilSaid(page, 'The simulator has forgotten everything.', reset);
  await page.getByRole('button', { name: 'Voice provider down' }).click();
  const fault = page.getByText('503 on the voice provider');
  await fault.waitFor();
  simulator.faults.add({ link: 'texts', answer: '500' });
  // What the page reads after its own change is read by now.
  await page.getByText('500 on the text provider').waitFor();
  await reset();
  await fault.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByText('0 requests to the providers.').waitFor();
  await dial(simulator, numberFor('busy', 7));
  await page.getByText('1 request to the providers.').waitFor();
  await waitUntilSaid(page, 'The simulator has forgotten everything. The run before is among the runs.', reset);
  await page.getByText('0 requests to the providers.').waitFor();
});

inBrowser('what the simulator refuses stays in its field', async (t) => {
  // `openPage` would take the refusal, which the browser logs, for a fault of the page.
  const page = await (await newContext(t)).newPage();
  await page.goto((await alone(t)).url);
  const programme = page.getByLabel('Programme of crm');
  await programme.fill('500,5oo');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await programme.inputValue(), '500,5oo');
  await programme.fill('500,500');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Answers 500 twice, then 200.').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});

inBrowser('a page without a clipboard says that nothing was copied', async (t) => {
  const simulator = await threeWebhooks(t);
  const page = await (await newContext(t)).newPage();
  // As at the plain address of another host.
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.goto(`${simulator.url}/#/deliveries/${ids[1]}`);
  await details(page).getByRole('button', { name: 'Copy the body' }).click();
  await details(page).getByText('The browser refused').waitFor();
});

inBrowser('a number keeps its digits where it is shown, compared and indented', async (t) => {
  const simulator = await alone(t);
  const contentOf = (id: string): string => `{"event":"lead.qualified","id":${id},"rate":1.0}`;
  await sendText(simulator, ids[0], contentOf('12345678901234567890'));
  await sendText(simulator, ids[0], contentOf('12345678901234567891'));
  const { page } = await openPage(t, `${simulator.url}/#/deliveries/${ids[0]}`);
  const body = details(page).getByRole('region', { name: 'Body' });
  assert.match(await body.innerText(), /"id": 12345678901234567891,\s+"rate": 1\.0/);
  await details(page).getByLabel('Compare with attempt 1').check();
  const members = details(page).getByRole('list', { name: 'Differences by member' });
  assert.match(await members.innerText(), /^id\s+before:\s+12345678901234567890\s+after:\s+12345678901234567891$/);
  await details(page).getByRole('button', { name: 'Edit and send' }).click();
  const form = page.getByRole('form', { name: 'Edit and send' });
  await form.getByRole('button', { name: 'Indent' }).click();
  assert.match(await form.getByLabel('Body').inputValue(), /"id": 12345678901234567891,\s+"rate": 1\.0/);
});

inBrowser('a body of many members or levels is drawn only where it is unfolded', async (t) => {
  const simulator = await alone(t);
  const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  await send(simulator, ids[0], { list: Array.from({ length: 2_500 }, (_, index) => index), deep: deep(400) });
  const { page } = await openPage(t, `${simulator.url}/#/deliveries/${ids[0]}`);
  const body = details(page).getByRole('region', { name: 'Body' });
  await body.getByText('2,500 items').waitFor();
  assert.ok((await body.locator('.json-line').count()) < 10);
  await body.getByText('"list":').click();
  await body.getByText('… and 1,500 more').waitFor();
  await details(page).getByRole('button', { name: 'Unfold all' }).click();
  await body.getByText('1 item').nth(40).waitFor({ state: 'attached' });
  assert.ok((await body.locator('details').count()) < 60);
});

inBrowser('at the plain address of another host the console finds its service as well', async (t) => {
  const service = { url: 'http://127.0.0.1:1', apiKey: 'key' };
  const simulator = await simulatorFor(t, { seed: 1, allowedHosts: [ownName], service });
  // To such an address browsers send no `Sec-Fetch-Site`, and no `Origin` with what is read.
  const page = await (await newContext(t)).newPage();
  await page.goto(`http://${ownName}:${new URL(simulator.url).port}/`);
  await page.locator('.facts-line').getByText(service.url).waitFor();
});

inBrowser(
  'the page waits for the agents of a service that is not up yet, and a call that is dialled late takes nothing away',
  async (t) => {
    let isUp = false;
    const service = await listen(
      createServer((request, response) => {
        const answer = { agents: [{ id: 'agt_1', name: 'Riley', isDefault: true }], call: { id: 'call_1' } };
        if (!isUp) request.socket.destroy();
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        isUp = true;
      }),
    );
    const simulator = await startSimulator({ seed: 1, speed: Number.POSITIVE_INFINITY, service: { url: service.origin, apiKey: 'key' } });
    t.after(async () => {
      await simulator.stop();
      await service.close();
    });
    await send(simulator, ids[0], completed('CALLBACK'));
    const { page } = await openPage(t, simulator.url);
    const place = page.getByRole('button', { name: 'Place the call' });
    await waitUntilSaid(page, 'The call is placed.', () => place.click());
    await page.keyboard.press('2');
    await rows(page).first().click();
    await details(page).getByRole('heading', { name: 'call.completed' }).waitFor();
    const address = page.url();
    await dial(simulator, numberFor('busy', 7));
    await page.getByRole('tab', { name: 'Calls 1' }).waitFor();
    await details(page).getByRole('heading', { name: 'call.completed' }).waitFor();
    assert.equal(page.url(), address);
  },
);
