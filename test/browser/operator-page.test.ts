import assert from 'node:assert/strict';
import { type TestContext as NodeTestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { numberFor } from '../../simulator/scenarios.ts';
import { countFinishedHalfHours } from '../../src/deliveries/delivery-counts.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { startOperator } from '../support/api.ts';
import { openPage } from '../support/browser.ts';
import { withoutChromium } from '../support/chromium.ts';
import { testContext } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

/** The operator's page, as somebody uses it who is called at night. */

const widths = [390, 768, 1_024, 1_440];

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
  const { id: tenantId } = await tenant(context, { name: 'Alder Realty' });
  const { id: endpointId } = await endpoint(context, tenantId, { url: down.url });
  await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  context.clock.advance(600);
  await dispatcher.deliverOnce();
  const { deliveries } = (await operator.api.get('/deliveries')).body;
  return { context, operator, down, dispatcher, tenantId, endpointId, deliveryId: String(deliveries[0].id) };
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Operator token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('who is in trouble, why a delivery fails and when it goes next are found by clicks alone', { skip: withoutChromium }, async (t) => {
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

  await inTrouble.getByRole('link', { name: 'CRM' }).click();
  await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
  await page.getByText('2 attempts have failed. The last attempt came to: HTTP 503. It goes again by itself.').waitFor();
  assert.equal(await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count(), 3);
  await page.getByText(/3 goes at/).waitFor();
  assert.match(page.url(), new RegExp(`#/deliveries/${deliveryId}$`));
  await assertAccessible(page, 'a delivery');
  await shoot('operator-delivery');

  await page.reload();
  await page.getByText('2 attempts have failed.').waitFor();
});

test('a finished delivery is sent again, once, and its new outcome is seen', { skip: withoutChromium }, async (t) => {
  const { context, operator, down, dispatcher, deliveryId } = await trouble(t);
  for (let attempts = 2; attempts < 6; attempts++) {
    context.clock.advance(10 * 3_600);
    await dispatcher.deliverOnce();
  }
  const { page } = await openPage(t, `${operator.origin}/#/deliveries/${deliveryId}`, { colorScheme: 'dark' });
  await signIn(page, context.config.operatorToken);
  await page.getByText('It was given up after 6 attempts. The last attempt came to: HTTP 503.').waitFor();
  down.answer(200);
  await page.getByRole('button', { name: 'Send it again now' }).click();
  await page.getByText('It was accepted at attempt 7.').waitFor();
  assert.equal(down.received.length, 7);
  await assertAccessible(page, 'a delivery that was sent again, dark');
});

test('what a call said and cost, and what was sent about it, is found from its tenant', { skip: withoutChromium }, async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { name: 'Birch Homes', billing: 'pay_as_you_go', balance: 50_000_000 });
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  await system.play();
  await system.work();
  const operator = await startOperator(system.context);
  t.after(() => operator.close());
  const { page, shoot } = await openPage(t, operator.origin);
  await signIn(page, system.context.config.operatorToken);
  await page.getByRole('link', { name: 'Calls' }).click();
  await page.getByRole('link', { name: 'Birch Homes' }).click();
  await page.getByRole('region', { name: 'Calls' }).getByRole('link').first().click();
  await page.getByRole('list', { name: 'Conversation' }).getByText('AI').first().waitFor();
  assert.match(await page.locator('.facts').innerText(), /Cost\s+\d+\.\d\d/);
  assert.equal(await page.getByRole('region', { name: 'Webhook deliveries' }).getByRole('row').count(), 3);
  await assertAccessible(page, 'a call');
  await shoot('operator-call');
});

test('no view scrolls sideways at any width, in either theme, and each is accessible', { skip: withoutChromium }, async (t) => {
  const { context, operator, tenantId, deliveryId } = await trouble(t);
  const { page, shoot } = await openPage(t, operator.origin);
  await signIn(page, context.config.operatorToken);
  const views = [
    '',
    'calls',
    `calls?tenantId=${tenantId}`,
    'deliveries',
    `deliveries/${deliveryId}`,
    'tenants',
    `tenants/${tenantId}`,
    'audit-log',
  ];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const view of views) {
        await page.goto(`${operator.origin}/#/${view}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Asking …').waitFor({ state: 'detached' });
        const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
          '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
        );
        assert.ok(scrollWidth <= clientWidth, `#/${view} is ${scrollWidth} px wide at ${width} px`);
        if (width === 390 || width === 1_440) await assertAccessible(page, `#/${view}, ${colorScheme}, ${width} px`);
        await shoot(`operator-${view.replace(/[?/].*/, '-one') || 'now'}-${width}-${colorScheme}`);
      }
    }
});

test('signing out ends the session of the browser', { skip: withoutChromium }, async (t) => {
  const { context, operator } = await trouble(t);
  const { page } = await openPage(t, operator.origin);
  await signIn(page, context.config.operatorToken);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Operator token').waitFor();
  await page.reload();
  await page.getByLabel('Operator token').waitFor();
});
