import type { Check } from '../check.ts';
import { documents, type Operation, requestFits } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, detailsOf, expectRefusal, idsOf, summary } from '../expect.ts';
import { bodies, smallestCounterexample } from '../generate/fuzz.ts';
import { bodyProbes, valueProbes, withProbe } from '../generate/probes.ts';
import { randomRequests } from '../pace.ts';
import { harmlessSampleFor } from '../samples.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import { badJson, badText, foreignMediaTypes, goodMediaTypes } from './bad-bodies.ts';

const order = 'Public API, Which refusal comes first';
const writing = documents().operations.filter(({ bodySchema }) => bodySchema !== null);

/** Group E checks that a value just outside each constraint is refused with the right code and has no effect. */
export const refusedDataChecks: readonly Check[] = [
  ...writing.map(
    (operation, index): Check => ({
      id: `E${index + 1}`,
      title: `${operation.id} refuses the nearest value outside every constraint, and says where it is`,
      rule: `Public API, ${operation.id}: the schema of its request; invalid_request names everything that is wrong in details.errors.`,
      run: (world) => leavingNothing(world, (tenant) => sendRefused(world, tenant, operation)),
    }),
  ),
  {
    id: 'E5',
    title: 'Queries refuse the nearest value outside every parameter, a parameter given twice, and one that the operation does not take',
    rule: 'Public API, listWebhookDeliveries: status, since, page and limit. Conventions: a query parameter that a request does not know is refused.',
    async run(world) {
      const { api } = await world.tenant();
      for (const { path, query } of world.documents.operations)
        for (const { name, schema } of query) {
          const probes = valueProbes(schema, [name], world.seed).filter((probe) => !probe.accepted && typeof probe.value !== 'object');
          const words = schema['type'] === 'string' && !schema['enum'] ? [] : probes.map(({ value }) => String(value));
          const more = schema['type'] === 'integer' ? ['', 'x', '0x10', ' 1', '1e1', '+1', '1.0', '9007199254740993'] : [];
          for (const word of [...words.filter((word) => !isGood(schema, word)), ...more])
            expectProblem(world, await api.send('GET', `${path}?${name}=${encodeURIComponent(word)}`), `/query/${name}`, `${name}=${word}`);
        }
      if (api.offers('listWebhookDeliveries')) await expectBadDates(world, api);
      for (const { id, method, path, bodySchema } of world.documents.operations) {
        const target = `${path.replace('{id}', 'unknown')}?notAParameter=1`;
        const exchange = await api.send(method, target, bodySchema ? { body: {} } : {});
        expectProblem(world, exchange, '/query/notAParameter', `${id} with notAParameter`);
      }
    },
  },
  {
    id: 'E6',
    title: 'What is not JSON is refused, in whatever way it is not',
    rule: `${order}: 6. not JSON: 400 invalid_request.`,
    run: (world) =>
      onEveryWriting(world, async (operation, tenant, path) => {
        for (const [what, body] of Object.entries(badJson))
          expectRefusal(world, await tenant.api.ask(operation.id, { path, body }), 400, 'invalid_request', `${operation.id}, ${what}`);
      }),
  },
  {
    id: 'E7',
    title: 'What is not announced as JSON is refused, however JSON is written it is taken',
    rule: `${order}: 6. not announced as JSON: 415 unsupported_media_type.`,
    run: (world) =>
      onEveryWriting(world, async ({ id }, tenant, path) => {
        for (const type of foreignMediaTypes) {
          const exchange = await tenant.api.ask(id, { path, body: {}, headers: { 'content-type': type } });
          expectRefusal(world, exchange, 415, 'unsupported_media_type', `${id} with ${type || 'an empty content type'}`);
        }
        for (const type of goodMediaTypes)
          expectRefusal(
            world,
            await tenant.api.ask(id, { path, body: {}, headers: { 'content-type': type } }),
            400,
            'invalid_request',
            `${id} with ${type}`,
          );
      }),
  },
  {
    id: 'E8',
    title: 'What is too large is refused, and by how much is said',
    rule: 'Public API, Limits: request body 4 MiB for POST /calls, 1 MiB elsewhere: 413 payload_too_large with details.maxBytes.',
    profile: 'full',
    run: (world) =>
      onEveryWriting(world, async ({ id, maxBodyBytes }, tenant, path) => {
        if (maxBodyBytes === null) return;
        const large = await tenant.api.ask(id, { path, body: Buffer.alloc(maxBodyBytes + 1, ' ') });
        if (expectRefusal(world, large, 413, 'payload_too_large', id) && detailsOf(large)['maxBytes'] !== maxBodyBytes)
          world.breach(`${id} does not say that it reads ${maxBodyBytes} bytes.`, large);
        const just = await tenant.api.ask(id, { path, body: Buffer.alloc(maxBodyBytes, ' ') });
        expectRefusal(world, just, 400, 'invalid_request', `${id} with as much as it reads, all of it spaces`);
      }),
  },
  {
    id: 'E9',
    title: 'Text that no database holds and numbers that no double holds are refused wherever they stand',
    rule: 'Public API, x-error-catalogue: invalid_request for a number that is no finite double, U+0000, half a surrogate pair.',
    run: (world) =>
      onEveryWriting(world, async ({ id, bodySchema }, tenant, path) => {
        const name = Object.keys((bodySchema?.['properties'] ?? {}) as object).find((property) =>
          ['name', 'phoneNumber', 'schema'].includes(property),
        );
        for (const [what, text] of Object.entries(badText)) {
          const sample = await harmlessSampleFor(world, tenant, id);
          const body = JSON.stringify({ ...sample.body, [name ?? 'name']: 'PLACE' }).replace('"PLACE"', text);
          expectRefusal(world, await tenant.api.ask(id, { path, body }), 400, 'invalid_request', `${id}, ${what}`);
        }
      }),
  },
  {
    id: 'E10',
    title: 'Names that JavaScript treats specially are unknown properties like any other',
    rule: 'Public API, Conventions: a property that a request does not know is refused.',
    run: (world) =>
      onEveryWriting(world, async ({ id }, tenant, path) => {
        const { body } = await harmlessSampleFor(world, tenant, id);
        for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
          const text = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:{"isAdmin":true}}`;
          expectProblem(world, await tenant.api.ask(id, { path, body: text }), `/body/${name}`, `${id} with ${name}`);
        }
      }),
  },
  {
    id: 'E11',
    title: 'Everything that is wrong is said at once',
    rule: `${order}: 7. 400 invalid_request, with everything that is wrong at once.`,
    run: (world) =>
      onEveryWriting(world, async ({ id, bodySchema }, tenant, path) => {
        const required = [bodySchema?.['required'] ?? []].flat().map(String);
        const exchange = await tenant.api.ask(id, { path, body: { thisIsUnknown: 1, thatAsWell: 2 } });
        for (const name of [...required, 'thisIsUnknown', 'thatAsWell']) expectProblem(world, exchange, `/body/${name}`, id);
      }),
  },
  ...writing.map(
    (operation, index): Check => ({
      id: `E${index + 12}`,
      title: `${operation.id} refuses random requests that do not fit the document, and breaks down on none`,
      rule: `${order}: 7. the request does not fit this document: 400 invalid_request.`,
      profile: 'full',
      run: (world) => sendRandom(world, operation),
    }),
  ),
];

async function expectBadDates(world: World, api: Tenant['api']): Promise<void> {
  for (const since of ['yesterday', '', '2026-13-01', '2026-02-30T00:00:00Z', '12', '2026-11-13T25:00:00Z'])
    expectProblem(world, await api.send('GET', `/webhook-deliveries?since=${encodeURIComponent(since)}`), '/query/since', `since=${since}`);
  expectProblem(world, await api.send('GET', '/webhook-deliveries?limit=1&limit=2'), '/query/limit', 'limit given twice');
}

async function sendRefused(world: World, tenant: Tenant, operation: Operation): Promise<void> {
  const sample = await harmlessSampleFor(world, tenant, operation.id);
  for (const probe of bodyProbes(operation.bodySchema ?? {}, world.seed).filter(({ accepted }) => !accepted)) {
    const exchange = await tenant.api.ask(operation.id, { path: sample.path, body: withProbe(sample.body, probe) });
    expectProblem(world, exchange, `/body/${probe.path.join('/')}`, `${operation.id}, ${probe.path.join('.')} ${probe.what}`);
  }
}

/** Expects a refusal as invalid, with a problem reported at this place or inside it. */
function expectProblem(world: World, exchange: Exchange, pointer: string, where: string): void {
  if (!expectRefusal(world, exchange, 400, 'invalid_request', where)) return;
  const problems = detailsOf(exchange)['errors'];
  const paths = Array.isArray(problems) ? problems.map((problem: { path?: unknown }) => String(problem.path)) : [];
  if (!paths.some((path) => path === pointer || path.startsWith(`${pointer}/`)))
    world.breach(`${where}: details.errors names ${paths.join(', ') || 'nothing'}, and not ${pointer}.`, exchange);
}

/** Sends a request that must be refused to every operation that takes a body, and expects that nothing has changed. */
export async function onEveryWriting(
  world: World,
  act: (operation: Operation, tenant: Tenant, path: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  await leavingNothing(world, async (tenant) => {
    for (const operation of writing.filter(({ id }) => tenant.api.offers(id))) await act(operation, tenant, { id: tenant.agentId });
  });
}

/** Expects that the lists of the tenant, as far as the service has them, are the same before and after `act`. */
async function leavingNothing(world: World, act: (tenant: Tenant) => Promise<void>): Promise<void> {
  const tenant = await world.tenant();
  // The sample of a trigger makes its endpoint. Making it beforehand keeps it out of the comparison.
  if (tenant.api.offers('createAutomationTrigger')) await harmlessSampleFor(world, tenant, 'createAutomationTrigger');
  const before = await standing(tenant);
  await act(tenant);
  const after = await standing(tenant);
  for (const [list, ids] of Object.entries(after)) {
    const added = ids.filter((id) => !before[list]?.includes(id));
    if (added.length > 0) world.breach(`Refused requests have changed ${list}: ${added.join(', ').slice(0, 200)}.`);
  }
}

async function standing({ api, agentId }: Tenant): Promise<Record<string, readonly string[]>> {
  const agent = api.offers('readAgent') ? bodyOf(await api.ask('readAgent', { path: { id: agentId } }), 200) : {};
  return {
    triggers: api.offers('listAutomationTriggers') ? idsOf(await api.ask('listAutomationTriggers'), 'triggers') : [],
    'the extraction schema': [JSON.stringify(agent.extractionSchema ?? null)],
  };
}

const isGood = (schema: Readonly<Record<string, unknown>>, word: string): boolean => schema['type'] === 'integer' && /^[1-9]$/.test(word);

async function sendRandom(world: World, operation: Operation): Promise<void> {
  const tenant = await world.tenant();
  const { path } = await harmlessSampleFor(world, tenant, operation.id);
  const failures = new Map<string, Exchange>();
  const smallest = await smallestCounterexample(
    bodies(operation.bodySchema ?? {}, nowhere[operation.id] ?? {}),
    async (body) => {
      const exchange = await tenant.api.ask(operation.id, { path, body });
      const right = exchange.response.status < 500 && (requestFits(operation, body) || exchange.response.status === 400);
      if (!right) failures.set(JSON.stringify(body), exchange);
      return right;
    },
    { seed: world.seed, runs: randomRequests(world) },
  );
  const exchange = smallest && failures.get(JSON.stringify(smallest));
  if (exchange)
    world.breach(
      `The smallest request that is answered wrongly gets ${summary(exchange)}. It comes again with --seed ${world.seed}.`,
      exchange,
    );
}

/** Values that make even a valid random request harmless: no telephone rings and no permit is used up. */
const nowhere: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  placeCall: { agentId: 'agt_none', fromPhoneNumberId: 'num_none' },
  createWebhookEndpoint: { url: 'https://10.0.0.1/' },
  createAutomationTrigger: { webhookEndpointId: 'whe_none' },
};
