import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext as NodeTestContext, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { listen } from '../support/api.ts';
import { launch, openPage } from '../support/browser.ts';
import { withoutChromium } from '../support/chromium.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

/** The tenant's portal, as somebody uses it who was sent a link. */

const widths = [390, 768, 1_024, 1_440];

async function portal(t: NodeTestContext, env: Record<string, string> = {}) {
  const system = await ringpost(t, env);
  const owner = await readyTenant(system, { name: 'Cedar Homes' });
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  await system.play();
  await system.work();
  const link = async (scopes = ['webhooks', 'calls:read', 'read']): Promise<string> => {
    const { body } = await system.operator.post(`/tenants/${owner.tenantId}/portal-links`, { scopes });
    return String(body.url);
  };
  return { system, owner, link };
}

test('a link leads to deliveries, their attempts, a replay and the call; opened again it leads nowhere', { skip: withoutChromium }, async (t) => {
  const { link } = await portal(t);
  const url = await link();
  const { page, shoot } = await openPage(t, url);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
  await page.getByText('It was accepted at attempt 1.').waitFor();
  assert.equal(await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count(), 1);
  await page.getByRole('button', { name: 'Send it again now' }).click();
  await page.getByText('It was accepted at attempt 2.').waitFor();
  await shoot('portal-delivery');
  await page.reload();
  await page.getByText('It was accepted at attempt 2.').waitFor();
  assert.ok(!page.url().includes('rp_link'), 'the link is not kept in the address');
  const second = await openPage(t, url);
  await second.page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor();
});

test('no view scrolls sideways at any width, in either theme, and each is accessible', { skip: withoutChromium }, async (t) => {
  const { owner, link } = await portal(t);
  const { deliveries } = (await owner.api.get('/webhook-deliveries')).body;
  const { payload } = (await owner.api.get(`/webhook-deliveries/${deliveries[0].id}`)).body;
  const { page, shoot } = await openPage(t, await link());
  const views = ['endpoints', 'deliveries', `deliveries/${deliveries[0].id}`, 'calls', `calls/${payload.data.call_id}`, 'usage'];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const view of views) {
        await page.evaluate(`location.hash = '#/${view}'`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Asking …').waitFor({ state: 'detached' });
        const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        assert.ok(tooWide <= 0, `#/${view} is ${tooWide} px too wide at ${width} px`);
        if (width === 390 || width === 1_440) await assertAccessible(page, `#/${view}, ${colorScheme}, ${width} px`);
        await shoot(`portal-${view.replace(/\/.*/, '-one')}-${width}-${colorScheme}`);
      }
    }
});

test('an endpoint and its trigger are made and removed by keyboard alone', { skip: withoutChromium }, async (t) => {
  const { link } = await portal(t);
  const { page } = await openPage(t, await link(['webhooks']));
  const { keyboard } = page;
  await page.getByRole('form', { name: 'New endpoint' }).getByLabel('Name').focus();
  await keyboard.type('Spare');
  await keyboard.press('Tab');
  await keyboard.type('http://127.0.0.1:9/spare');
  await keyboard.press('Enter');
  await page.getByRole('region', { name: 'Signing secret' }).getByText(/^[0-9a-f]{64}$/).waitFor();
  const row = page.getByRole('region', { name: 'Endpoints' }).getByRole('row', { name: /Spare/ });
  await row.getByRole('button', { name: 'Remove Spare' }).focus();
  await keyboard.press('Enter');
  await row.getByRole('button', { name: 'Remove for good' }).focus();
  await keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
});

test('a parent that is not listed sees nothing in its frame, and one that is listed embeds the portal', { skip: withoutChromium }, async (t) => {
  let framed = '';
  const parent = await listen(
    createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>CRM</title><iframe src="${framed}" width="800" height="600"></iframe>`),
    ),
  );
  t.after(() => parent.close());
  const address = `http://crm.example:${parent.port}`;

  framed = await (await portal(t)).link();
  const browser = await launch('crm.example');
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1_000, height: 700 } });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(address);
  await until('the browser says why', async () => said.some((text) => text.includes('frame-ancestors')));

  framed = await (await portal(t, { PORTAL_FRAME_ANCESTORS: address })).link();
  await page.goto(address);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: 'Deliveries' }).click();
  await frame.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
  await frame.getByText('It was accepted at attempt 1.').waitFor();
});
