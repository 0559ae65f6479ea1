import fc from 'fast-check';
import { codeOf } from '../api.ts';
import { askUntilPlaced } from '../calls.ts';
import type { Check } from '../check.ts';
import { documents, type Operation, requestFits } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { summary } from '../expect.ts';
import { bodies } from '../generate/fuzz.ts';
import { bodyProbes, valueProbes, withProbe } from '../generate/probes.ts';
import { randomRequests } from '../pace.ts';
import { type Sample, sampleFor, undo } from '../samples.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** Group D checks that values at the edge of every constraint are accepted. */
export const boundaryChecks: readonly Check[] = [
  ...documents()
    .operations.filter(({ bodySchema }) => bodySchema !== null)
    .map(
      (operation, index): Check => ({
        id: `D${index + 1}`,
        title: `${operation.id} takes the extreme value of every constraint`,
        rule: `Public API, ${operation.id}: lengths, counts, sizes in bytes, alternatives and defaults of its request.`,
        needs: operation.id === 'placeCall' ? ['simulator'] : [],
        profile: 'full',
        run: (world) => sendAccepted(world, operation),
      }),
    ),
  {
    id: 'D5',
    title: 'Queries take the extreme value of every parameter',
    rule: 'Public API, listWebhookDeliveries: status, since, page and limit.',
    async run(world) {
      const { api } = await world.tenant();
      for (const { id, query } of world.documents.operations) {
        const probes = query.flatMap(({ name, schema }) => valueProbes(schema, [name], world.seed)).filter(({ accepted }) => accepted);
        for (const { path, what, value } of probes)
          expectTaken(world, await api.ask(id, { query: { [path[0] ?? '']: String(value) } }), `${path[0]} ${what}`);
      }
      for (const since of [
        '2026-11-13',
        '2026-11-13T00:00:00Z',
        '2026-11-13T01:00:00+01:00',
        '2026-11-13T00:00:00.123456Z',
        '1999-01-01T00:00:00Z',
      ])
        expectTaken(world, await api.ask('listWebhookDeliveries', { query: { since } }), `since ${since}`);
      expectTaken(world, await api.ask('listWebhookDeliveries', { query: { page: 1_000_000 } }), 'a page far past the end');
    },
  },
  {
    id: 'D6',
    title: 'Random requests that fit the document are never called invalid',
    rule: 'Public API, Which refusal comes first: 7. a request that fits the document is not invalid_request.',
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const operation = world.documents.operation('createAutomationTrigger');
      const random = bodies(operation.bodySchema ?? {}, { webhookEndpointId: 'whe_none' });
      const made = fc.sample(random, { seed: world.seed, numRuns: randomRequests(world) });
      for (const body of made) {
        const fits = requestFits(operation, body);
        const exchange = await tenant.api.ask(operation.id, { body });
        if (fits && codeOf(exchange.response.json) === 'invalid_request')
          world.breach(`A body that fits the document is refused: ${summary(exchange)}.`, exchange);
      }
    },
  },
];

async function sendAccepted(world: World, operation: Operation): Promise<void> {
  const tenant = await world.tenant();
  const sample = await sampleFor(world, tenant, operation.id);
  const probes = bodyProbes(operation.bodySchema ?? {}, world.seed).filter(
    ({ accepted, path }) => accepted && !(path[0] ?? '').endsWith('Id'),
  );
  for (const probe of probes) {
    const exchange = await askUntilPlaced(tenant, operation.id, { path: sample.path, body: withProbe(sample.body, probe) });
    // An earlier run may have used the same key. The conflict shows that the key was accepted as valid.
    if (probe.path[0] === 'idempotencyKey' && codeOf(exchange.response.json) === 'idempotency_conflict') continue;
    // The service reports missing prompt variables only for a request that fits the document.
    if (probe.path[0] === 'variables' && isNeedy(tenant) && codeOf(exchange.response.json) === 'missing_variables') continue;
    if (expectTaken(world, exchange, `${probe.path.join('.')} ${probe.what}`)) await undo(tenant, operation.id, exchange.response.json);
  }
  if (operation.id === 'setExtractionSchema') await sendLargestSchema(world, tenant, sample);
}

const isNeedy = ({ variables }: Tenant): boolean => Object.keys(variables).length > 0;

async function sendLargestSchema(world: World, { api }: Tenant, { path }: Sample): Promise<void> {
  const schema = { type: 'object', description: '' };
  const largest = { ...schema, description: 'a'.repeat(32_768 - Buffer.byteLength(JSON.stringify(schema))) };
  expectTaken(world, await api.ask('setExtractionSchema', { path, body: { schema: largest } }), 'a schema of 32,768 bytes');
  expectTaken(world, await api.ask('setExtractionSchema', { path, body: { schema: null } }), 'null');
}

function expectTaken(world: World, exchange: Exchange, what: string): boolean {
  if (exchange.response.status < 300) return true;
  world.breach(`${exchange.request.operationId} refuses ${what}: ${summary(exchange)}.`, exchange);
  return false;
}
