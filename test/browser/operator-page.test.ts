import assert from 'node:assert/strict';
import type { TestContext as NodeTestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { numberFor } from '../../simulator/scenarios.ts';
import { countFinishedHalfHours } from '../../src/deliveries/delivery-counts.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { minuteMeasurer } from '../../src/measures/measure-minute.ts';
import { replayOnce } from '../../src/replays/bulk-replay.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { startOperator } from '../support/api.ts';
import { assertNotTooWide, focusIsAt, holdAnswer, openPage, pressByKeyboard } from '../support/browser.ts';
import { inBrowser } from '../support/chromium.ts';
import { testContext } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { agent, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';
import { assertInSight, assertViews } from '../support/views.ts';

/** The operator's page, as somebody uses it who is called at night. */

/** A tenant whose endpoint answers 503, with one delivery that was attempted twice. */
async function trouble(t: NodeTestContext) {
  const context = await testContext();
  const operator = await startOperator(context);
  const down = await receiver(503);
  const dispatcher = startDispatcher(context);
  t.after(async () => {
    await dispatcher.stop(0);
    await down.close();
    await operator.close();
    await context.close();
  });
  const { id: tenantId } = await tenant(context, { name: 'Alder Realty', billing: 'pay_as_you_go' });
  const { id: endpointId } = await endpoint(context, tenantId, { url: down.url });
  await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  context.clock.advance(600);
  await dispatcher.deliverOnce();
  const { deliveries } = (await operator.api.get('/deliveries')).body;
  return { context, operator, down, dispatcher, tenantId, endpointId, deliveryId: String(deliveries[0].id) };
}

/** Lets every attempt that the delivery has left fail. */
async function giveUp({ context, dispatcher }: Pick<Awaited<ReturnType<typeof trouble>>, 'context' | 'dispatcher'>): Promise<void> {
  for (let attempts = 2; attempts < 6; attempts++) {
    context.clock.advance(10 * 3_600);
    await dispatcher.deliverOnce();
  }
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Operator token').fill(token);
  await page.keyboard.press('Enter');
}

inBrowser('who is in trouble, why a delivery fails and when it goes next are found by keyboard alone', async (t) => {
  const { context, operator, deliveryId } = await trouble(t);
  context.clock.advance(3_600);
  await until('the half hour is counted', async () => (await countFinishedHalfHours(context)) > 0);
  const { page, shoot } = await openPage(t, operator.origin);
  await signIn(page, 'a wrong token');
  await page.getByText('This is not the token that the service was started with.').waitFor();
  await assertAccessible(page, 'sign in');
  await signIn(page, context.config.operatorToken);
  const inTrouble = page.getByRole('region', { name: 'Endpoints in trouble' });
  await inTrouble.getByText('HTTP 503').waitFor();
  await page.getByText('0 accepted, 0 given up, 1 still open; at most 1 delivery in a half hour.').waitFor();
  await assertAccessible(page, 'now');
  await shoot('operator-now');

  await pressByKeyboard(page, inTrouble.getByRole('link', { name: 'CRM' }));
  await page
    .getByText('1 will be tried again by themselves, 0 of the last day are given up. The last attempt came to: HTTP 503.')
    .waitFor();
  await pressByKeyboard(page, page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first());
  await page.getByText('2 attempts have failed. The last attempt came to: HTTP 503. It goes again by itself.').waitFor();
  assert.equal(await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count(), 3);
  await page.getByText(/3 goes at/).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Attempts' }).getByText('HTTP 503').count(), 2);
  await page.locator('.facts').getByRole('link', { name: 'Alder Realty' }).waitFor();
  assert.match(page.url(), new RegExp(`#/deliveries/${deliveryId}$`));
  await assertAccessible(page, 'a delivery');
  await shoot('operator-delivery');

  await page.reload();
  await page.getByText('2 attempts have failed.').waitFor();
});

inBrowser('the longest names and URL of one tenant leave every column in sight, and make no view wider than a telephone', async (t) => {
  const { context, operator, tenantId, endpointId, deliveryId } = await trouble(t);
  const name = 'W'.repeat(100);
  const given = { name, url: `http://127.0.0.1:1/${'u'.repeat(2_029)}` };
  const agentId = await agent(context, tenantId, { name });
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update(given);
  await context.db.knex('tenants').where({ id: tenantId }).update({ name });
  await context.db
    .knex('webhook_deliveries')
    .where({ id: deliveryId })
    .update({ endpoint_snapshot: { name, url: `https://${name}.example` } });
  const { page } = await openPage(t, operator.origin);
  await signIn(page, context.config.operatorToken);
  await assertInSight(page, 'Endpoints in trouble', name);
  await assertInSight(page, 'Tenants with work under way or trouble', name);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await assertInSight(page, 'Deliveries', name);
  await page.setViewportSize({ width: 390, height: 844 });
  const ofTenant = `tenants/${tenantId}`;
  for (const view of [ofTenant, `${ofTenant}/endpoints/${endpointId}`, `${ofTenant}/agents/${agentId}`, `deliveries/${deliveryId}`]) {
    await page.goto(`${operator.origin}/#/${view}`);
    await page.locator('main').getByText(name).first().waitFor();
    await assertNotTooWide(page, view);
  }
});

inBrowser('a finished delivery is sent again by keyboard, once, and its new outcome is seen', async (t) => {
  const { context, operator, down, dispatcher, deliveryId } = await trouble(t);
  await giveUp({ context, dispatcher });
  const { page } = await openPage(t, `${operator.origin}/#/deliveries/${deliveryId}`, { colorScheme: 'dark' });
  await signIn(page, context.config.operatorToken);
  await page.getByText('It was given up after 6 attempts. The last attempt came to: HTTP 503.').waitFor();
  down.answer(200);
  await pressByKeyboard(page, page.getByRole('button', { name: 'Send it again now' }));
  await page.getByText('It was accepted at attempt 7.').waitFor();
  assert.equal(down.received.length, 7);
  await assertAccessible(page, 'a delivery that was sent again, dark');
});

inBrowser('an endpoint tells its story, and all that it gave up is counted and sent again by keyboard', async (t) => {
  const { context, operator, down, dispatcher, tenantId, endpointId } = await trouble(t);
  await giveUp({ context, dispatcher });
  const { page, shoot } = await openPage(t, `${operator.origin}/#/tenants/${tenantId}/endpoints/${endpointId}`, { colorScheme: 'dark' });
  await signIn(page, context.config.operatorToken);
  await page
    .getByText('0 will be tried again by themselves, 1 of the last day are given up. The last attempt came to: HTTP 503.')
    .waitFor();
  await assertAccessible(page, 'an endpoint in trouble, dark');
  await shoot('operator-endpoint-trouble');
  down.answer(200);
  const send = page.getByRole('button', { name: 'Send 1 delivery again' });
  await send.waitFor();
  assert.equal(down.received.length, 6);
  await send.focus();
  await page.keyboard.press('Enter');
  await page.getByText('It goes on: 0 of 1 delivery.').waitFor();
  assert.match(page.url(), /since=/);
  await assertAccessible(page, 'a replay that runs, dark');
  // The turn that finds nothing more ends the replay.
  while ((await replayOnce(context)) > 0);
  await page.getByText('It is done: 1 of 1 delivery. 1 go again').waitFor();
  await focusIsAt(page, /^Send . deliver.* again$/);
  await shoot('operator-replay-done');
  await dispatcher.deliverOnce();
  await page.getByText('takes its deliveries').waitFor();
  assert.equal(down.received.length, 7);

  await page.getByRole('button', { name: 'Switch it off' }).click();
  await page.getByRole('button', { name: 'Leave it on' }).click();
  // The second half of a double click is no answer.
  await page.getByRole('button', { name: 'Switch it off' }).dblclick();
  await page.getByRole('button', { name: 'Yes, switch it off' }).click();
  await page.getByText('Events make no deliveries to it').waitFor();
  await pressByKeyboard(page, page.getByRole('button', { name: 'Switch it on' }));
  await page.getByRole('button', { name: 'Switch it off' }).waitFor();
  await focusIsAt(page, /^Switch it off$/);
  await page.keyboard.press('Enter');
  await focusIsAt(page, /^Yes, switch it off$/);
  await pressByKeyboard(page, page.getByRole('button', { name: 'Leave it on' }));
  await focusIsAt(page, /^Switch it off$/);
});

inBrowser('an answer that comes late does not bring back what was before a change', async (t) => {
  const { context, operator, tenantId, endpointId } = await trouble(t);
  const { page } = await openPage(t, 'about:blank');
  await page.clock.install();
  await page.goto(`${operator.origin}/#/tenants/${tenantId}/endpoints/${endpointId}`);
  await signIn(page, context.config.operatorToken);
  const [off, on] = [page.getByRole('button', { name: 'Switch it off' }), page.getByRole('button', { name: 'Switch it on' })];
  await off.waitFor();
  const { letGo } = await holdAnswer(page, '**/webhook-endpoints', () => page.clock.runFor(5_000));
  await off.click();
  await page.getByRole('button', { name: 'Yes, switch it off' }).click();
  await on.waitFor();
  await letGo();
  assert.equal(await on.count(), 1);
});

inBrowser('the first view plots what was measured by minutes', async (t) => {
  const { context, operator } = await trouble(t);
  const measureMinute = minuteMeasurer(context);
  await measureMinute();
  const { page, shoot } = await openPage(t, operator.origin);
  await signIn(page, context.config.operatorToken);
  await page.getByText('has just begun').waitFor();
  context.metrics.callsPlaced.inc({ result: 'placed' }, 9);
  await measureMinute();
  await page.reload();
  const measures = page.getByRole('list', { name: 'Measures' });
  await measures.getByText('9 in the last minute; 9 calls, 0 not placed').waitFor();
  await measures.getByText('50.00 % began within 30 s; the error budget is used 500 times over').waitFor();
  await assertAccessible(page, 'plots');
  await measures.scrollIntoViewIfNeeded();
  await shoot('operator-plots');
});

inBrowser('deliveries are searched by time, in an address that can be sent', async (t) => {
  const { context, operator } = await trouble(t);
  const { page } = await openPage(t, `${operator.origin}/#/deliveries`);
  await signIn(page, context.config.operatorToken);
  const found = page.getByRole('region', { name: 'Deliveries' });
  await found.waitFor();
  await page.getByLabel('Made before (UTC)').fill('2020-01-01T00:00');
  await page.getByText('No delivery is like this.').waitFor();
  assert.match(page.url(), /until=2020-01-01T00%3A00%3A00Z/);
  await page.reload();
  await page.getByText('No delivery is like this.').waitFor();
  await page.getByLabel('Made before (UTC)').fill('');
  await found.waitFor();
});

inBrowser('the prompt of an agent is changed on the page, and the next call gets it', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  const agentId = await agent(context, tenantId, { name: 'Riley' });
  const { page, shoot } = await openPage(t, `${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  await page.getByRole('link', { name: 'Riley' }).click();
  const prompt = page.getByLabel('Prompt');
  await prompt.fill('Ask for the budget of {{firstName}}.');
  await page.getByText('Not saved yet.').waitFor();
  await pressByKeyboard(page, page.getByRole('button', { name: 'Save the prompt' }));
  await page.getByText('This is what the next call gets.').waitFor();
  await focusIsAt(page, /^Save the prompt$/);
  await shoot('operator-agent');
  const { agents } = (await operator.api.get(`/tenants/${tenantId}/agents`)).body;
  assert.deepEqual([agents[0].id, agents[0].systemPrompt], [agentId, 'Ask for the budget of {{firstName}}.']);
});

inBrowser('an agent calls a number from its page after a question, and its call is one link away, by keyboard alone', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { name: 'Elm Realty', systemPrompt: 'Greet {{firstName}}.' });
  const { page, shoot } = await openPage(t, `${system.operatorUrl}/#/tenants/${owner.tenantId}/agents/${owner.agentId}`);
  await signIn(page, system.context.config.operatorToken);
  const form = page.getByRole('form', { name: 'Test call' });
  await form.getByLabel('Number to call').fill(numberFor('answered-interested'));
  await form.getByLabel('firstName').fill('Dana');
  await page.keyboard.press('Enter');
  const yes = form.getByRole('button', { name: 'Yes' });
  await form.getByText(`The telephone ${numberFor('answered-interested')} rings`).waitFor();
  await pressByKeyboard(page, form.getByRole('button', { name: 'No' }));
  await yes.waitFor({ state: 'detached' });
  await focusIsAt(page, /^Place a test call$/);
  const placed = async () => (await system.operator.get(`/calls?tenantId=${owner.tenantId}`)).body.calls;
  assert.deepEqual(await placed(), []);
  await page.keyboard.press('Enter');
  await yes.waitFor();
  await focusIsAt(page, /^Place a test call$/);
  await assertAccessible(page, 'a test call that is asked back');
  await shoot('operator-test-call');
  await pressByKeyboard(page, yes);
  await page.getByText('is queued.').waitFor();
  await focusIsAt(page, /^Place a test call$/);
  await system.settle();
  await page.getByText('has ended: INTERESTED.').waitFor();
  await assertAccessible(page, 'a test call that has ended');
  const [{ call }] = await placed();
  await pressByKeyboard(page, page.getByRole('link', { name: `The call to ${call.phoneNumber}` }));
  await page.getByRole('heading', { level: 1, name: call.id }).waitFor();
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
  assert.deepEqual((await system.operator.get(`/calls/${call.id}`)).body.call.variables, { firstName: 'Dana' });
});

inBrowser('a replay that is stopped keeps the focus, and what it has left can be sent again', async (t) => {
  const { context, operator, dispatcher, tenantId, endpointId } = await trouble(t);
  await giveUp({ context, dispatcher });
  const { page } = await openPage(t, 'about:blank');
  await page.clock.install();
  await page.goto(`${operator.origin}/#/tenants/${tenantId}/endpoints/${endpointId}`);
  await signIn(page, context.config.operatorToken);
  const send = page.getByRole('button', { name: 'Send 1 delivery again', disabled: false });
  await pressByKeyboard(page, send);
  await pressByKeyboard(page, page.getByRole('button', { name: 'Stop it' }));
  await page.getByText('It was stopped: 0 of 1 delivery.').waitFor();
  await focusIsAt(page, /^Stop it$/);
  await page.clock.runFor(5_000);
  await pressByKeyboard(page, send);
  await page.getByText('It goes on: 0 of 1 delivery.').waitFor();
});

inBrowser('what is typed while a prompt or a limit is saved stays', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  await agent(context, tenantId, { name: 'Riley' });
  const { page } = await openPage(t, 'about:blank');
  await page.clock.install();
  await page.goto(`${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  const saved = async (url: string, field: Locator, act: string, [first, second]: readonly [string, string]): Promise<void> => {
    await field.fill(first);
    const { letGo } = await holdAnswer(page, url, () => page.getByRole('button', { name: act }).click());
    await field.fill(second);
    // The view asks again once it is saved.
    const askedAgain = page.waitForResponse(url);
    await letGo();
    await (await askedAgain).finished();
    await page.evaluate("fetch('/healthz').then((response) => response.text())");
    assert.equal(await field.inputValue(), second);
    await page.getByText('Not saved yet.').waitFor();
  };
  await saved(`**/operator/tenants/${tenantId}`, page.getByLabel('Calls at once'), 'Save the limits', ['3', '4']);
  await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits: { readsPerMinute: 77 } } });
  await page.clock.runFor(10_000);
  await until('others’ changes are shown', async () => (await page.getByLabel('Reads a minute').inputValue()) === '77');
  assert.equal(await page.getByLabel('Calls at once').inputValue(), '4');
  await page.getByRole('link', { name: 'Riley' }).click();
  await saved('**/agents**', page.getByLabel('Prompt'), 'Save the prompt', ['Ask for the budget.', 'Ask for the day.']);
});

inBrowser('limits, numbers, keys and the wallet of a tenant are changed by keyboard alone', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  const { page, shoot } = await openPage(t, `${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  const about = async (noun: string) => (await operator.api.get(`/tenants/${tenantId}${noun}`)).body;
  const submit = () => page.keyboard.press('Enter');

  await page.getByLabel('Calls at once').fill('3');
  await pressByKeyboard(page, page.getByRole('button', { name: 'Save the limits' }));
  await page.getByText('Each process keeps to them within five seconds.').waitFor();
  await focusIsAt(page, /^Save the limits$/);
  assert.equal((await about('')).tenant.limits.concurrentCalls, 3);

  await page.getByLabel('Number, in E.164').fill('+14155550142');
  await page.getByLabel('Its id at the voice provider').fill('pn_142');
  await submit();
  await pressByKeyboard(page, page.getByRole('button', { name: 'Switch off +14155550142' }));
  await page.getByRole('button', { name: 'Switch on +14155550142' }).waitFor();
  await focusIsAt(page, /^Switch on \+14155550142$/);
  assert.equal((await about('/phone-numbers')).phoneNumbers.find(isNew).isActive, false);

  await page.getByLabel('Name of the key').fill('Dashboard');
  await page.getByLabel('calls:read').focus();
  await page.keyboard.press('Space');
  await submit();
  await page.getByLabel('API key', { exact: true }).getByText(/^rp_/).waitFor();
  await assertAccessible(page, 'a key that was made');
  await shoot('operator-key');
  await pressByKeyboard(page, page.getByRole('button', { name: 'Revoke Dashboard' }));
  await pressByKeyboard(page, page.getByRole('button', { name: 'Revoke for good' }));
  await page
    .getByRole('row', { name: /^Dashboard/ })
    .getByRole('time')
    .waitFor();
  const [key] = (await about('/api-keys')).keys.filter(({ name }: { name: string }) => name === 'Dashboard');
  assert.deepEqual([key.scopes, key.revokedAt !== null], [['calls:read'], true]);

  await page.getByLabel('Amount').fill('12.50');
  await submit();
  await page.getByRole('alert').getByText('12.50 goes into the wallet, and nothing takes it out again. Add it?').waitFor();
  assert.equal((await about('/wallet')).wallet.balanceMicros, 0);
  await pressByKeyboard(page, page.getByRole('button', { name: 'Yes' }));
  await page.getByRole('region', { name: 'Wallet' }).getByText('12.50').first().waitFor();
});

const isNew = ({ phoneNumber }: { phoneNumber: string }): boolean => phoneNumber === '+14155550142';

inBrowser('what a call said and cost, and what was sent about it, is found by keyboard alone', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { name: 'Birch Homes', billing: 'pay_as_you_go', balance: 50_000_000 });
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  await system.settle();
  const { page, shoot } = await openPage(t, system.operatorUrl);
  await signIn(page, system.context.config.operatorToken);
  await pressByKeyboard(page, page.getByRole('link', { name: 'Calls' }));
  await page.getByLabel('State').selectOption('busy');
  await page.getByText('No call is like this.').waitFor();
  await page.getByLabel('State').selectOption('completed');
  await page.getByLabel('Outcome').fill('interested');
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=completed&outcome=INTERESTED/);
  const calls = page.getByRole('region', { name: 'Calls' });
  await assertAccessible(page, 'calls');
  await pressByKeyboard(page, calls.getByRole('link').first());
  const lines = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
  await page.getByLabel('Place in the recording').fill('0.6');
  await lines.nth(0).and(page.locator('[aria-current=true]')).waitFor();
  assert.equal(await lines.getByRole('button', { name: /^Play from/ }).count(), await lines.count());
  assert.match(await page.locator('.facts').innerText(), /Cost\s+\d+\.\d\d/);
  await page.locator('.facts').getByRole('link', { name: 'Birch Homes' }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Webhook deliveries' }).getByRole('row').count(), 3);
  await assertAccessible(page, 'a call');
  await shoot('operator-call');
});

inBrowser('a call under way is not told as unanswered; what moved the money, and a dialer’s call, are told as what they are', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { name: 'Cedar Homes', billing: 'pay_as_you_go' });
  const path = `/tenants/${owner.tenantId}`;
  await system.operator.post(`${path}/wallet/credit`, { amountMicros: 5_000_000, note: 'Invoice 1042' });
  const { call } = (await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('never-ends') })).body;
  const { page } = await openPage(t, `${system.operatorUrl}/#/calls/${call.id}`);
  await signIn(page, system.context.config.operatorToken);
  await page.getByText('are held until it ends').waitFor();
  assert.match(await page.locator('.facts').innerText(), /Talked\s+it has not ended/);

  await page.goto(`${system.operatorUrl}/#${path}`);
  const wallet = page.getByRole('region', { name: 'Wallet' });
  await wallet.getByText('Invoice 1042').waitFor();
  await wallet.getByRole('link').click();
  await page.getByRole('heading', { name: call.id }).waitFor();

  const recorded = await system.operator.post(`${path}/dialer-calls`, {
    dedupeKey: 'dialed-1',
    phoneNumber: '+15550010001',
    fromPhoneNumber: '+15550199000',
    status: 'no_answer',
    outcome: 'NO_ANSWER',
    durationSeconds: null,
    startedAt: system.clock.now().toISOString(),
    endedAt: system.clock.now().toISOString(),
  });
  await system.work();
  const [delivery] = (await system.operator.get(`/deliveries?tenantId=${owner.tenantId}`)).body.deliveries;
  await page.goto(`${system.operatorUrl}/#/deliveries/${delivery.id}`);
  await page.getByText(`${recorded.body.call.id}, which a dialer made`).waitFor();
  assert.equal(await page.getByRole('link', { name: recorded.body.call.id }).count(), 0);
});

inBrowser('no view scrolls sideways at any width, in either theme, and each is accessible', async (t) => {
  const { context, operator, tenantId, endpointId, deliveryId } = await trouble(t);
  const agentId = await agent(context, tenantId);
  const open = await openPage(t, operator.origin);
  await signIn(open.page, context.config.operatorToken);
  await open.page.getByRole('region', { name: 'Endpoints in trouble' }).waitFor();
  await assertViews(open, 'operator', [
    '',
    'calls',
    'deliveries',
    `deliveries/${deliveryId}`,
    'tenants',
    `tenants/${tenantId}`,
    `tenants/${tenantId}/endpoints/${endpointId}`,
    `tenants/${tenantId}/agents/${agentId}`,
    'audit-log',
  ]);
});

inBrowser('a change after the end of the session leads to the sign-in', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  const { page } = await openPage(t, `${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  await page.getByLabel('Calls at once').fill('3');
  // Nothing that the page reads by itself tells it of the end.
  await page.route('**/api/v1/operator/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await page.getByLabel('Operator token').waitFor();
});

inBrowser('signing out ends the session, and the page says where it did not; a token that no header can carry opens none', async (t) => {
  const { context, operator } = await trouble(t);
  const { page } = await openPage(t, operator.origin);
  await signIn(page, context.config.operatorToken);
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.waitFor();
  await page.route('**/operator/session', (route) => route.abort('connectionrefused'), { times: 1 });
  await signOut.click();
  await page.getByText('You are still signed in. Nothing answers at this address.').waitFor();
  await signOut.click();
  await page.getByLabel('Operator token').waitFor();
  await page.reload();
  // Copied from a document, with a space of no width.
  await signIn(page, `${'a'.repeat(40)}\u200b`);
  await page.getByText('This is not the token that the service was started with.').waitFor();
});

inBrowser('where the service hangs, breaks off or errs, the page says so, and that a change may have been made', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  const { page } = await openPage(t, 'about:blank');
  await giveUpByHand(page);
  await page.goto(`${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  const limits = page.getByRole('form', { name: 'Limits' });
  const save = limits.getByRole('button', { name: 'Save the limits' });
  await limits.getByLabel('Calls at once').fill('3');
  await page.route('**/api/v1/operator/**', () => {});
  const asked = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  await asked;
  await page.evaluate('giveUp()');
  await limits.getByText('The service did not answer within 75 s. It is not known whether it was done.').waitFor();
  assert.ok(await save.isEnabled());

  // The page says that it asks before it has asked.
  const askedAgain = page.waitForRequest((request) => request.url().includes('/audit-log'));
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('Asking …').waitFor();
  await askedAgain;
  await page.evaluate('giveUp()');
  await page.getByText('The service did not answer within 30 s.', { exact: true }).waitFor();

  await page.unroute('**/api/v1/operator/**');
  await page.route('**/api/v1/operator/calls*', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByText('Nothing answers at this address. Is the service still running?').waitFor();

  const error = { code: 'internal_error', message: 'Something went wrong on our side. The request id helps us to find it.' };
  await page.route('**/api/v1/operator/deliveries*', (route) =>
    route.fulfill({ status: 502, headers: { 'x-request-id': 'req_1f' }, json: { error } }),
  );
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByText('The request id helps us to find it. (req_1f)').waitFor();
});

inBrowser('limits are saved as they were typed, and those that another operator has changed meanwhile stay changed', async (t) => {
  const { context, operator, tenantId } = await trouble(t);
  const { page } = await openPage(t, 'about:blank');
  await page.clock.install();
  await page.goto(`${operator.origin}/#/tenants/${tenantId}`);
  await signIn(page, context.config.operatorToken);
  const limits = page.getByRole('form', { name: 'Limits' });
  const calls = limits.getByLabel('Calls at once');
  for (const typed of ['1.5', '-5', '12']) {
    await calls.fill('');
    await calls.pressSequentially(typed);
    assert.equal(await calls.inputValue(), typed);
  }
  await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits: { callEventsPerMinute: 5 } } });
  await limits.getByRole('button', { name: 'Save the limits' }).click();
  await limits.getByText('Each process keeps to them within five seconds.').waitFor();
  const { concurrentCalls, callEventsPerMinute } = (await operator.api.get(`/tenants/${tenantId}`)).body.tenant.limits;
  assert.deepEqual([concurrentCalls, callEventsPerMinute], [12, 5]);
});

/** Lets the page's own limits of time come to their end by `giveUp()`, and not before. */
const giveUpByHand = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    const limits = new Set();
    AbortSignal.timeout = () => {
      const limit = new AbortController();
      limits.add(limit);
      return limit.signal;
    };
    globalThis.giveUp = () => {
      for (const limit of limits) limit.abort(new DOMException('It took too long.', 'TimeoutError'));
      limits.clear();
    };
  `);
