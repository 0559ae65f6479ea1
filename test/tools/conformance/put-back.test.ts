import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ringpostDriver } from '../../../tools/conformance/driver/ringpost.ts';
import { waitUntil } from '../../../tools/conformance/patience.ts';
import { type Scope, scopes } from '../../../tools/conformance/scopes.ts';
import type { Target } from '../../../tools/conformance/target.ts';
import { plainAgent, raisedLimits } from '../../../tools/conformance/tenants.ts';
import { startDeployment } from './deployment.ts';
import type { Mutant } from './mutant.ts';
import { judge, judgeMutant, notPassed, resultOf, told } from './run.ts';

/** What a run leaves where somebody else goes on, such as in a tenant that was given: of its own nothing, and what was there as it was. */

const deployment = await startDeployment();
after(() => deployment.stop());

const schema = { type: 'object', properties: { theirs: { type: 'string' } } };

interface Given {
  readonly target: Target;
  /** Reads a path below the base URL. */
  read(path: string): Promise<Readonly<Record<string, unknown>>>;
  readonly agentId: string;
}

/** Makes two tenants, and a target that is judged with their keys alone. */
async function givenTenants(more: Partial<Target> = {}): Promise<Given> {
  const { target } = deployment;
  const driver = ringpostDriver(target.operator, null);
  const agent = { ...plainAgent, extractionSchema: schema };
  const tenant = { name: 'Theirs', billing: 'invoice', limits: raisedLimits, agent, phoneNumber: '+14155550100' } as const;
  const [one, other] = [await driver.ask('makeTenant', tenant), await driver.ask('makeTenant', tenant)];
  const keyFor = async (tenantId: string, granted: readonly Scope[] = scopes): Promise<string> =>
    (await driver.ask('makeKey', { tenantId, name: 'theirs', scopes: granted })).key;
  const apiKey = await keyFor(one.tenantId);
  const scopedKeys: Record<string, string> = {};
  for (const scope of scopes) scopedKeys[scope] = await keyFor(one.tenantId, [scope]);
  const given = { ...target, apiKey, secondTenantKey: await keyFor(other.tenantId), scopedKeys, operator: null, simulatorUrl: null };
  return {
    target: { ...given, receiver: null, isOwnInstance: false, ...more },
    async read(path) {
      const response = await fetch(`${target.baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
      return (await response.json()) as Readonly<Record<string, unknown>>;
    },
    agentId: one.agentId,
  };
}

test('the extraction schema of an agent that was given is put back', async () => {
  const { target, read, agentId } = await givenTenants();
  for (const only of ['C2', 'I2', 'G1', 'E13']) {
    const run = await judge({ target }, [only]);
    assert.ok(
      run.exchanges.some(({ request }) => request.operationId === 'setExtractionSchema'),
      only,
    );
    assert.deepEqual((await read(`/agents/${agentId}`))['extractionSchema'], schema, only);
  }
});

/** Writes its answers with spaces, as `json.dumps` of Python does. */
const spaced: Mutant = {
  response: (response) => ({ ...response, body: Buffer.from(response.body.toString().replace(/"id":"/g, '"id": "')) }),
};

/** Gives its endpoints UUIDs for ids. */
const withUuids = (): Mutant => {
  const uuidOf = (id: string): string => `00000000-0000-4000-8000-${Buffer.from(id.slice(-6)).toString('hex')}`;
  const ids = new Map<string, string>();
  const there = (text: string): string =>
    text.replace(/whe_[0-9a-z]{26}/g, (id) => {
      ids.set(uuidOf(id), id);
      return uuidOf(id);
    });
  const back = (text: string): string => text.replace(/00000000-0000-4000-8000-[0-9a-f]{12}/g, (uuid) => ids.get(uuid) ?? uuid);
  return {
    request: (request) => ({ ...request, path: back(request.path), body: Buffer.from(back(request.body.toString('latin1')), 'latin1') }),
    response: (response) => ({ ...response, body: Buffer.from(there(response.body.toString('latin1')), 'latin1') }),
  };
};

for (const [what, mutant] of Object.entries({ 'writes its JSON with spaces': spaced, 'has UUIDs for ids': withUuids() }))
  test(`no endpoint is left in a tenant that was given, of a service that ${what}`, async () => {
    const { target, read } = await givenTenants();
    const run = await judgeMutant({ target }, mutant, ['E4', 'E18']);
    for (const id of ['E4', 'E18']) assert.equal(resultOf(run, id).verdict, 'pass', told(run));
    const made = run.exchanges.filter(
      ({ request, response }) => request.operationId === 'createWebhookEndpoint' && response.status === 201,
    );
    assert.ok(made.length >= 2);
    assert.deepEqual(await read('/webhooks'), { endpoints: [] });
  });

test('no call goes on in a tenant that was given', async () => {
  const { simulatorUrl } = deployment.target;
  const { target, read } = await givenTenants({ simulatorUrl });
  const run = await judge({ target }, ['F1']);
  assert.deepEqual(
    notPassed(run).filter((line) => line.startsWith('F1')),
    [],
    told(run),
  );
  const calls = run.exchanges.flatMap(({ request, response }) =>
    request.operationId === 'placeCall' && response.status === 201 ? [(response.json as { call: { id: string } }).call.id] : [],
  );
  assert.ok(calls.length > 0);
  for (const id of calls) {
    const reason = async () => ((await read(`/calls/${id}`)) as { call: { endedReason: string | null } }).call.endedReason;
    // The provider confirms that it has hung up.
    assert.ok(await waitUntil(async () => (await reason()) !== null, 10_000), id);
    assert.equal(await reason(), 'ended-by-api');
  }
});

test('the simulator presents the certificate that it presented before', async () => {
  const { simulatorUrl } = deployment.target;
  const ask = async (method: string, body?: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${simulatorUrl}/tls`, { method, headers, ...(body !== undefined && { body }) });
    return ((await response.json()) as { tls: { certificate: string } }).tls.certificate;
  };
  assert.equal(await ask('PUT', '{"certificate":"expired"}'), 'expired');
  const run = await judge(deployment, ['L23']);
  assert.equal(resultOf(run, 'L23').verdict, 'pass', told(run));
  assert.equal(await ask('GET'), 'expired');
});
