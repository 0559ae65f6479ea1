import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startCrm } from '../../examples/crm/crm.ts';
import type { Lead } from '../../examples/crm/leads.ts';
import { createClient } from '../../sdk/client.ts';
import { events } from '../../sdk/generated/fixtures.ts';
import { numberFor } from '../../sdk/testing/simulator.ts';
import { sign } from '../../sdk/webhooks.ts';
import { focusIsAt, openPage, pressByKeyboard } from '../support/browser.ts';
import { inBrowser } from '../support/chromium.ts';
import { type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** The CRM of `examples/crm` beside a service of its own. */
async function crmBeside(t: TestContext) {
  // It ends before the service does.
  let stop = async (): Promise<void> => {};
  t.after(() => stop());
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events: [] });
  const client = createClient({ baseUrl: `${system.publicUrl}/api/v1/public`, apiKey: owner.apiKey });
  const crm = await startCrm({ ringpost: client, port: 0, now: () => new Date(system.clock.now()) });
  stop = crm.stop;
  return { system, client, crm };
}

/** Lets the call end and its webhook come. */
async function callIsOver(system: Ringpost): Promise<void> {
  await system.play();
  await system.pass(90);
}

const leads = async (url: string) => (await (await fetch(`${url}/leads`)).json()) as readonly Lead[];
const leadIn = async (response: Response) => (await response.json()) as Lead;
const add = (url: string, lead: object, headers = { 'Content-Type': 'application/json' }): Promise<Response> =>
  fetch(`${url}/leads`, { method: 'POST', headers, body: JSON.stringify(lead) });

/** Asks for the leads under a name, which `fetch` does not let choose. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${url}/leads`, { headers: { host } }, (response) => resolve(response.resume().statusCode)).once('error', reject);
  });

test('the example CRM places a call and shows its outcome, and a forged webhook changes nothing', async (t) => {
  const { system, client, crm } = await crmBeside(t);
  const lead = { name: 'Dana', phoneNumber: numberFor('answered-interested'), propertyAddress: '12 Elm Street' };
  const placed = await leadIn(await add(crm.url, lead));
  assert.equal(placed.state, 'calling');
  const { call } = await client.readCall({ id: placed.callId ?? '' });
  assert.deepEqual(call.variables, { ownerName: 'Dana', propertyAddress: '12 Elm Street' });

  const forged = { ...events.interested, data: { ...events.interested.data, outcome: 'DNC', metadata: { leadId: placed.id } } };
  const at = new Date(system.clock.now());
  const post = (secret: string): Promise<Response> => fetch(`${crm.url}/hooks`, { method: 'POST', ...sign(forged, { secret, at }) });
  assert.equal((await post('0'.repeat(64))).status, 401);
  assert.deepEqual(await leads(crm.url), [placed]);

  await callIsOver(system);
  const [done] = await leads(crm.url);
  assert.deepEqual([done?.state, done?.outcome, done?.callId], ['done', 'INTERESTED', placed.callId]);
  assert.match(done?.transcript ?? '', /\w/);
  assert.equal((await post('0'.repeat(64))).status, 401);
  assert.deepEqual(await leads(crm.url), [done]);
});

test('the example CRM shows why a call is refused, takes no form of a foreign page, and leaves no endpoint behind', async (t) => {
  const { client, crm } = await crmBeside(t);
  const refused = await leadIn(await add(crm.url, { name: 'Nobody', phoneNumber: '555' }));
  assert.deepEqual([refused.state, /^invalid_phone_number/.test(refused.outcome ?? '')], ['refused', true]);
  assert.equal((await add(crm.url, {}, { 'Content-Type': 'text/plain' })).status, 415);
  assert.equal((await fetch(`${crm.url}/other`)).status, 404);
  // A foreign page that shows this one beneath its own.
  assert.match((await fetch(crm.url)).headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  // A path that is no address by itself, which any page may ask for.
  assert.equal((await fetch(`${crm.url}//`)).status, 404);
  // A foreign page whose name was made to point here.
  assert.deepEqual(await Promise.all([statusFor(crm.url, 'crm.example.org'), statusFor(crm.url, 'localhost')]), [421, 200]);
  const names = async () => (await client.listWebhookEndpoints()).endpoints.map(({ name }) => name);
  const second = await startCrm({ ringpost: client, port: 0 });
  assert.deepEqual(
    (await names()).filter((name) => name === 'Example CRM'),
    ['Example CRM'],
  );
  await second.stop();
  assert.equal((await names()).includes('Example CRM'), false);
});

for (const colorScheme of ['light', 'dark'] as const)
  inBrowser(`the example CRM's page shows the outcome as it comes (${colorScheme})`, async (t) => {
    const { system, crm } = await crmBeside(t);
    const { page, shoot } = await openPage(t, crm.url, { colorScheme, viewport: { width: 900, height: 640 } });
    const call = async (name: string, number: string): Promise<void> => {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Telephone').fill(number);
      await page.getByRole('button', { name: 'Call' }).click();
      await page.getByText(`${name}, ${number}`).waitFor();
    };
    await call('Dana Reyes', numberFor('answered-interested'));
    await page.getByText('calling …').waitFor();
    await callIsOver(system);
    await page.getByText('INTERESTED', { exact: true }).waitFor();
    await page.getByText('Transcript').click();
    await call('Sam Ortega', '555');
    await page.getByText(/invalid_phone_number/).waitFor();
    await call('Kim Lee', numberFor('busy'));
    await page.getByText('calling …').waitFor();
    await shoot(`example-crm-${colorScheme}`);
  });

inBrowser("the example CRM's page says that the CRM does not answer, and its form can be sent again", async (t) => {
  const { crm } = await crmBeside(t);
  const { page } = await openPage(t, crm.url);
  const call = page.getByRole('button', { name: 'Call' });
  await page.route('**/leads', (route) => (route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue()));
  await pressByKeyboard(page, call);
  await page.getByText('Nobody was added: the CRM did not take it. Try again.').waitFor();
  await focusIsAt(page, /^Call$/);
  await page.unroute('**/leads');
  await call.click();
  await page.getByText('calling …').waitFor();
  assert.equal(await page.getByRole('alert').innerText(), '');
  await crm.stop();
  await page.getByText('The CRM does not answer. What stands here may have changed since.').waitFor();
});
