import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, type TestContext as NodeTestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { numberFor } from '../../simulator/scenarios.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { listenFor } from '../support/api.ts';
import { focusIsAt, holdAnswer, newContext, openPage, pressByKeyboard, savePicture } from '../support/browser.ts';
import { inBrowser, strangersName, withoutChromium } from '../support/chromium.ts';
import { folderFor } from '../support/folder.ts';
import { latch } from '../support/latch.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';
import { assertInSight, assertViews } from '../support/views.ts';

/** The tenant's portal, as somebody uses it who was sent a link. */

/** Serves every test that needs no settings of its own, each with a tenant of its own. */
const everyones = withoutChromium ? null : await ringpost({ after });

async function portal(t: NodeTestContext, env?: Record<string, string>) {
  const system = (env ? null : everyones) ?? (await ringpost(t, env));
  const owner = await readyTenant(system, { name: 'Cedar Homes' });
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  await system.settle();
  const link = async (scopes = ['webhooks', 'calls:read', 'read']): Promise<string> => {
    const { body } = await system.operator.post(`/tenants/${owner.tenantId}/portal-links`, { scopes });
    return String(body.url);
  };
  return { system, owner, link };
}

inBrowser('a link leads to deliveries, their attempts, a replay and the call; opened again it leads nowhere', async (t) => {
  const { link } = await portal(t);
  const url = await link();
  const { page, shoot } = await openPage(t, url);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
  await page.getByText('It was accepted at attempt 1.').waitFor();
  assert.equal(await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count(), 1);
  await page.getByRole('button', { name: 'Send it again now' }).click();
  await page.getByText('It was accepted at attempt 2.').waitFor();
  await shoot('portal-delivery');
  await page.reload();
  await page.getByText('It was accepted at attempt 2.').waitFor();
  assert.ok(!page.url().includes('rp_link'), 'the link is not kept in the address');

  await page.getByRole('link', { name: 'Calls' }).click();
  await page.getByRole('region', { name: 'Calls' }).getByRole('link').first().click();
  await page.getByRole('list', { name: 'Conversation' }).getByText('AI').first().waitFor();
  await until('the recording is loaded', () => page.evaluate<boolean>("document.querySelector('audio')?.duration > 0"));
  await page.getByRole('link', { name: 'Usage and keys' }).click();
  await page.getByRole('region', { name: 'API keys' }).getByText('fixture').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Budgets' }).getByRole('row').count(), 6);

  const second = await openPage(t, url);
  await second.page.getByRole('heading', { name: 'No session is open here' }).waitFor();
});

inBrowser('a call under way is found by its id, is not told as unanswered, and is followed to its end', async (t) => {
  const { system, owner, link } = await portal(t);
  const { call } = (await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') })).body;
  const { page } = await openPage(t, await link());
  // Typed as soon as the field is there.
  await page.evaluate(`new MutationObserver((_, watch) => {
    const field = document.querySelector('input.mono');
    if (!field) return;
    watch.disconnect();
    field.value = '${call.id}';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }).observe(document.body, { childList: true, subtree: true })`);
  await page.getByRole('link', { name: 'Calls' }).click();
  await page.getByRole('region', { name: 'Calls' }).waitFor();
  await page.getByRole('textbox', { name: 'Call' }).press('Enter');
  const facts = page.locator('.facts');
  await facts.getByText('it has not ended').waitFor();
  assert.match(await facts.innerText(), /Talked\s+it has not ended/);
  await system.settle();
  await facts.getByText('INTERESTED').waitFor();
});

inBrowser('a number keeps its digits; a name that turns text round is shown with that character, and passes for no address', async (t) => {
  const { system, owner, link } = await portal(t);
  const given = { name: 'CRM\u202e', url: `${system.simulator.receiverUrl(owner.receiver)}?moc.knab//:sptth` };
  await system.context.db.knex('webhook_endpoints').where({ id: owner.endpointId }).update(given);
  // A delivery keeps the name that its endpoint had, and the newest are of this call.
  await system.pass(1);
  const metadata = '{"order":12345678901234567890,"rate":1.0}';
  const body = `{"agentId":"${owner.agentId}","phoneNumber":"${numberFor('answered-interested')}","metadata":${metadata}}`;
  assert.equal((await owner.api.post('/calls', body)).status, 201);
  await system.settle();
  const { deliveries } = (await owner.api.get('/webhook-deliveries')).body;
  const delivery = deliveries.find(({ eventType }: { eventType: string }) => eventType === 'call.completed');
  const { page } = await openPage(t, await link());
  await page.getByRole('region', { name: 'Endpoints' }).getByText('CRM\ufffd').waitFor();
  const remove = page.getByRole('region', { name: 'Endpoints' }).getByRole('button');
  assert.equal(await remove.getAttribute('aria-label'), 'Remove CRM\ufffd');
  const assertHonest = async (): Promise<void> => {
    await page.locator('.facts').getByText('CRM\ufffd', { exact: true }).waitFor();
    await page.locator('.facts').getByText(given.url, { exact: true }).waitFor();
    assert.ok(!(await page.locator('body').innerText()).includes('\u202e'));
  };
  await page.goto(`${page.url().replace(/#.*/, '')}#/deliveries/${delivery.id}`);
  await page.getByText('The same bytes go to CRM\ufffd under the same id.').waitFor();
  assert.match(await page.getByRole('region', { name: 'Payload' }).innerText(), /"order": 12345678901234567890,\s+"rate": 1\.0/);
  await assertHonest();
  await page.goto(`${system.operatorUrl}/#/deliveries/${delivery.id}`);
  await page.getByLabel('Operator token').fill(system.context.config.operatorToken);
  await page.keyboard.press('Enter');
  await assertHonest();
});

inBrowser('the longest name and URL leave every column of a table in sight', async (t) => {
  const { system, owner, link } = await portal(t);
  const { knex } = system.context.db;
  const given = { name: 'n'.repeat(100), url: `http://127.0.0.1:1/${'u'.repeat(2_029)}` };
  await knex('webhook_endpoints').where({ id: owner.endpointId }).update(given);
  await knex('automation_triggers').where({ tenant_id: owner.tenantId }).update({ name: given.name });
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  await system.settle();
  const { page } = await openPage(t, await link());
  await assertInSight(page, 'Endpoints', given.name);
  assert.equal(await page.getByRole('region', { name: 'Endpoints' }).getByTitle(`POST ${given.url}`).count(), 1);
  await assertInSight(page, 'Triggers', given.name);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await assertInSight(page, 'Deliveries', given.name);
});

inBrowser('the page says that it asks while a link is being opened', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, 'about:blank');
  const { given: mayAnswer, give: letAnswer } = latch();
  await page.route('**/portal/session', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(await link());
  await page.getByText('Asking …').waitFor();
  letAnswer();
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
});

inBrowser('an address that leads nowhere or is not allowed says so, a page too far leads back, another link opens there', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, await link(['webhooks']));
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  for (const view of ['nowhere', 'account']) {
    await page.evaluate(`location.hash = '#/${view}'`);
    await page.getByText('The portal has no such view, or the link that was opened does not allow it.').waitFor();
    await page.evaluate(`location.hash = '#/'`);
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  }
  await page.evaluate(`location.hash = '#/deliveries?status=success&page=99999'`);
  await page.getByRole('link', { name: 'The newest ones' }).click();
  await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().waitFor();
  assert.match(page.url(), /#\/deliveries\?status=success$/);
  await page.locator('nav [aria-current=page]').getByText('Deliveries').waitFor();
  // Only what stands behind the `#` changes, so the browser loads nothing.
  await page.goto(await link(['read']));
  await page.getByRole('heading', { name: 'Usage and keys' }).waitFor();
  await page.getByRole('link', { name: 'Deliveries', exact: true }).waitFor({ state: 'detached' });
  assert.ok(!page.url().includes('rp_link'), 'the link is not kept in the address');
});

inBrowser('a session goes on in another tab, and where its link is opened again', async (t) => {
  const { link } = await portal(t);
  const url = await link();
  const { page } = await openPage(t, url);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('region', { name: 'Deliveries' }).waitFor();
  await other.goto(url);
  await other.getByRole('heading', { name: 'The link could not be opened' }).waitFor();
  await other.getByRole('button', { name: 'Go on' }).click();
  await other.getByRole('heading', { name: 'Endpoints' }).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Deliveries' }).waitFor();
});

inBrowser('a link stays good and a session goes on while nothing answers, and the page says so', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, 'about:blank');
  const lose = (): Promise<unknown> => page.route('**/portal/session', (route) => route.abort('connectionrefused'), { times: 1 });
  await lose();
  await page.goto(await link());
  await page.getByRole('heading', { name: 'The link could not be opened' }).waitFor();
  await page.getByText('Nothing answers. Is this machine online?').waitFor();
  await assertAccessible(page, 'a link that could not be opened');
  await page.getByRole('button', { name: 'Try again' }).click();
  const leave = page.getByRole('button', { name: 'Leave' });
  await leave.waitFor();
  await lose();
  await leave.click();
  await page.getByText('The session goes on. Nothing answers. Is this machine online?').waitFor();
  await leave.click();
  await page.getByRole('heading', { name: 'No session is open here' }).waitFor();
});

inBrowser('an answer of a proxy is said in the place of what was asked for, and a form can be sent again', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, 'about:blank');
  await page.route('**/api/v1/public/webhooks', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto(await link());
  await page.getByText('The answer was 502.').waitFor();
  await page.unroute('**/api/v1/public/webhooks');
  const form = page.getByRole('form', { name: 'New trigger' });
  await form.waitFor();
  await page.route('**/api/v1/public/automation-triggers', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await form.getByLabel('Name of the trigger').fill('Leads');
  await form.getByRole('button', { name: 'Make a trigger' }).click();
  await form.getByText('The answer was 502.').waitFor();
  await page.unroute('**/api/v1/public/automation-triggers');
  const error = { code: 'internal_error', message: 'Something went wrong on our side. The request id helps us to find it.' };
  await page.route('**/api/v1/public/automation-triggers', (route) =>
    route.fulfill({ status: 502, headers: { 'x-request-id': 'req_1f' }, json: { error } }),
  );
  await form.getByRole('button', { name: 'Make a trigger' }).click();
  await form.getByText('The request id helps us to find it. (req_1f)').waitFor();
  await page.unroute('**/api/v1/public/automation-triggers');
  await form.getByRole('button', { name: 'Make a trigger' }).click();
  await page.getByRole('region', { name: 'Triggers' }).getByText('Leads').waitFor();
});

inBrowser('an answer that is none of the service’s is said, and neither a form nor a view hangs on it', async (t) => {
  const { link } = await portal(t);
  const page = await (await newContext(t)).newPage();
  await page.clock.install();
  const answerNothing = (url: string): Promise<unknown> => page.route(url, (route) => route.fulfill({ json: {} }));
  await answerNothing('**/api/v1/public/webhooks');
  await page.goto(await link());
  const problem = page.getByText('The answer was not one of this service. Try again.');
  await problem.waitFor();
  for (let again = 0; again < 3; again++) {
    const answered = page.waitForResponse('**/api/v1/public/webhooks');
    await page.clock.runFor(10_000);
    await answered;
    await problem.waitFor();
  }
  await page.unroute('**/api/v1/public/webhooks');
  await page.clock.runFor(10_000);
  const form = page.getByRole('form', { name: 'New endpoint' });
  await form.getByLabel('Name').fill('Spare');
  await form.getByLabel('URL').fill('https://crm.example.org/');
  await answerNothing('**/api/v1/public/webhooks');
  await form.getByRole('button', { name: 'Make an endpoint' }).click();
  await form.getByText('The answer was not one of this service. Try again.').waitFor();
  await page.unroute('**/api/v1/public/webhooks');
  await form.getByRole('button', { name: 'Make an endpoint' }).click();
  await page.getByRole('region', { name: 'Endpoints' }).getByText('Spare').waitFor();
});

inBrowser('a proxy’s answer in the place of a session is said, and neither the link nor the tab is lost by it', async (t) => {
  const { link } = await portal(t);
  const page = await (await newContext(t)).newPage();
  for (const answer of [{ json: {} }, { contentType: 'text/html', body: '<h1>Sign in</h1>' }]) {
    await page.route('**/portal/session', (route) => route.fulfill(answer), { times: 1 });
    await page.goto(await link());
    await page.getByRole('heading', { name: 'The link could not be opened' }).waitFor();
    await page.getByText('The answer was not one of this service. Try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Endpoints', exact: true }).waitFor();
  }
});

inBrowser('what is typed while a form is on its way stays', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, await link());
  const form = page.getByRole('form', { name: 'New endpoint' });
  await form.getByLabel('Name').fill('Spare');
  await form.getByLabel('URL').fill('https://crm.example.org/');
  const { letGo } = await holdAnswer(page, '**/api/v1/public/webhooks', () =>
    form.getByRole('button', { name: 'Make an endpoint' }).click(),
  );
  await form.getByLabel('Name').fill('Another');
  await letGo();
  await page.getByRole('region', { name: 'Signing secret' }).waitFor();
  assert.equal(await form.getByLabel('Name').inputValue(), 'Another');
});

inBrowser('a double click on Remove, or Enter that is held there, asks, and removes nothing', async (t) => {
  const { owner, link } = await portal(t);
  const { triggers } = (await owner.api.get('/automation-triggers')).body;
  assert.ok(triggers.length > 0);
  const { page } = await openPage(t, await link());
  const remove = page
    .getByRole('region', { name: 'Triggers' })
    .getByRole('button', { name: /^Remove/ })
    .first();
  const isAsked = page.getByRole('button', { name: 'Remove for good' });
  await remove.dblclick();
  await isAsked.waitFor();
  await isAsked.blur();
  await isAsked.waitFor({ state: 'detached' });
  await remove.focus();
  for (let held = 0; held < 4; held++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await isAsked.waitFor();
  assert.deepEqual((await owner.api.get('/automation-triggers')).body.triggers, triggers);
});

inBrowser('no view scrolls sideways at any width, in either theme, and each is accessible', async (t) => {
  const { owner, link } = await portal(t);
  const { deliveries } = (await owner.api.get('/webhook-deliveries')).body;
  const callId = (await owner.api.get('/calls')).body.calls[0].id;
  const views = ['endpoints', 'deliveries', `deliveries/${deliveries[0].id}`, 'calls', `calls/${callId}`, 'account'];
  await assertViews(await openPage(t, await link()), 'portal', views);
});

inBrowser('an endpoint and its trigger are made, tested and removed by keyboard alone', async (t) => {
  const { system, link } = await portal(t);
  system.simulator.receivers.create('spare', { secret: '', programme: '500' });
  const { page, shoot } = await openPage(t, await link(['webhooks']));
  const { keyboard } = page;
  await page.getByRole('form', { name: 'New endpoint' }).getByLabel('Name').focus();
  await keyboard.type('Spare');
  await keyboard.press('Tab');
  await keyboard.type(system.simulator.receiverUrl('spare'));
  await keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'Signing secret' })
    .getByText(/^[0-9a-f]{64}$/)
    .waitFor();
  const row = page.getByRole('region', { name: 'Endpoints' }).getByRole('row', { name: /Spare/ });
  // The endpoint can be chosen below once it is listed.
  await row.waitFor();
  await page.getByRole('form', { name: 'New trigger' }).getByLabel('Name of the trigger').focus();
  await keyboard.type('Leads');
  await page.getByRole('form', { name: 'New trigger' }).getByLabel('Only if the call came to').focus();
  await keyboard.type('callback');
  await page.getByRole('form', { name: 'New trigger' }).getByRole('combobox', { name: 'Endpoint' }).focus();
  await keyboard.type('Spare');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send a test event of Leads' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /-8/ }).waitFor();
  await system.work();
  await page.getByText('1 attempt has failed. The last attempt came to: HTTP 500. It goes again by itself.').waitFor();
  await page.getByRole('region', { name: 'Payload' }).getByText('"outcome": "CALLBACK"').waitFor();
  await assertAccessible(page, 'a test event that failed');
  await shoot('portal-test-event');
  await page.getByRole('link', { name: 'Endpoints' }).focus();
  await keyboard.press('Enter');
  await page.getByText('One that is removed takes along its triggers and the deliveries that are still on their way to it.').waitFor();
  await row.getByRole('button', { name: 'Remove Spare' }).focus();
  await keyboard.press('Enter');
  await row.getByRole('button', { name: 'Remove for good' }).focus();
  await keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  await focusIsAt(page, /^Endpoints$/);
});

inBrowser('a step keeps the focus and names the view in the title, and a button that sends keeps the focus', async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, await link());
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await titleIs(page, /^Deliveries – Webhooks and calls$/);
  await pressByKeyboard(page, page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first());
  const send = page.getByRole('button', { name: 'Send it again now' });
  await send.waitFor();
  await focusIsAt(page, /^[0-9a-f-]{36}$/);
  await titleIs(page, /^[0-9a-f-]{36} – Deliveries – /);
  await pressByKeyboard(page, send);
  await page.getByText('It was accepted at attempt 2.').waitFor();
  await focusIsAt(page, /^Send it again now$/);
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.route('**/test', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await pressByKeyboard(page, page.getByRole('button', { name: /^Send a test event of / }).first());
  await page.getByRole('alert').waitFor();
  await focusIsAt(page, /^Send a test event of /);
});

// A step comes some frames after what led to it.
const titleIs = (page: Page, words: RegExp): Promise<void> => until('the page has its title', async () => words.test(await page.title()));

inBrowser('a parent that is not listed sees nothing in its frame, and one that is listed embeds the portal', async (t) => {
  let framed = '';
  const parent = await listenFor(
    t,
    createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>CRM</title><iframe src="${framed}" width="800" height="600"></iframe>`),
    ),
  );
  const address = `http://${strangersName}:${parent.port}`;

  framed = await (await portal(t)).link();
  const page = await (await newContext(t, { viewport: { width: 1_000, height: 700 } })).newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(address);
  await until('the browser says why', async () => said.some((text) => text.includes('frame-ancestors')));

  const stylesheet = join(folderFor(t), 'theme.css');
  await writeFile(stylesheet, ':root { --accent: rgb(1, 2, 3); }');
  framed = await (await portal(t, { PORTAL_FRAME_ANCESTORS: address, PORTAL_STYLESHEET: stylesheet })).link();
  await page.goto(address);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await frame.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
  await frame.getByText('It was accepted at attempt 1.').waitFor();
  const accent = await page.frames()[1]?.evaluate<string>("getComputedStyle(document.querySelector('main a')).color");
  assert.equal(accent, 'rgb(1, 2, 3)');
  await savePicture(page, 'portal-embedded');
});
