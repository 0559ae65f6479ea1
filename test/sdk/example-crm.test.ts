import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startCrm } from '../../examples/crm/crm.ts';
import type { Lead } from '../../examples/crm/leads.ts';
import { createClient } from '../../sdk/client.ts';
import { errors, events, responses } from '../../sdk/generated/fixtures.ts';
import { numberFor } from '../../sdk/testing/simulator.ts';
import { sign } from '../../sdk/webhooks.ts';
import { focusIsAt, openPage, pressByKeyboard } from '../support/browser.ts';
import { inBrowser } from '../support/chromium.ts';
import { type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

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

test('the example CRM repeats a call of which nothing is known with its key, and does not show it as refused', async (t) => {
  const keys: string[] = [];
  const refusals: [object, { readonly status: number }][] = [];
  const answers: Readonly<Record<string, object | undefined>> = {
    'GET /webhooks': { endpoints: [] },
    'POST /webhooks': Object.values(responses.createWebhookEndpoint)[0],
    'POST /automation-triggers': Object.values(responses.createAutomationTrigger)[0],
    'GET /agents': Object.values(responses.listAgents)[0],
    'POST /calls': Object.values(responses.placeCall)[0],
  };
  const client = createClient({
    baseUrl: 'http://ringpost.test',
    apiKey: 'rp_test_c1_x',
    maxTries: 1,
    async fetch(url, init) {
      const asked = `${init?.method} ${new URL(String(url)).pathname}`;
      if (asked === 'POST /calls') {
        keys.push(JSON.parse(String(init?.body)).idempotencyKey);
        const refusal = refusals.shift();
        if (refusal) return Response.json(...refusal);
        if (keys.length !== 2) throw new TypeError('fetch failed');
      }
      const answer = answers[asked];
      return answer ? Response.json(answer) : new Response(null, { status: 204 });
    },
  });
  const pauses: (() => void)[] = [];
  const crm = await startCrm({ ringpost: client, port: 0, pause: () => new Promise<void>((resolve) => pauses.push(resolve)) });
  t.after(() => crm.stop());
  const lead = await leadIn(await add(crm.url, { name: 'Dana', phoneNumber: '+15550010000' }));
  assert.equal(lead.state, 'placing');
  pauses.shift()?.();
  await until('it is placed', async () => (await leads(crm.url))[0]?.state === 'calling');
  assert.deepEqual(keys, [lead.id, lead.id]);

  const other = await leadIn(await add(crm.url, { name: 'Kim', phoneNumber: '+15550010000' }));
  for (let repeats = 0; repeats < 4; repeats++) {
    await until('it waits', async () => pauses.length > 0);
    pauses.shift()?.();
  }
  await until('it is given up', async () => /^The call may have been placed/.test((await leads(crm.url))[0]?.outcome ?? ''));
  assert.deepEqual(keys.slice(2), Array(5).fill(other.id));

  // Five limits place no call. A refused API key does not say that none was placed before.
  const endOf = async (repeats: number): Promise<Lead | undefined> => {
    const { id } = await leadIn(await add(crm.url, { name: 'Lee', phoneNumber: '+15550010000' }));
    for (let repeat = 0; repeat < repeats; repeat++) {
      await until('it waits', async () => pauses.length > 0);
      pauses.shift()?.();
    }
    const found = async () => (await leads(crm.url)).find((lead) => lead.id === id);
    await until('it is decided', async () => (await found())?.outcome !== undefined);
    return found();
  };
  refusals.push(...Array.from({ length: 5 }, () => [errors.concurrent_limit_exceeded, { status: 429 }] as [object, { status: number }]));
  assert.equal((await endOf(4))?.state, 'refused');
  refusals.push([errors.internal_error, { status: 500 }], [errors.invalid_api_key, { status: 401 }]);
  const open = await endOf(1);
  assert.deepEqual([open?.state, /^The call may have been placed/.test(open?.outcome ?? '')], ['placing', true]);
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
