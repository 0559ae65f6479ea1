import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent, insertAgent, updateAgent } from '../../src/agents/agents.ts';
import { listAgents } from '../../src/agents/list-agents.ts';
import { readAgent } from '../../src/agents/read-agent.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, caller } from '../support/fixtures.ts';
import { bodyOf, requestFor, requestWith } from '../support/requests.ts';

const context = await contextOfFile();

interface AgentBody {
  readonly id: string;
  readonly name: string;
}

test("lists a tenant's agents by name, inactive ones too, and nobody else's", async () => {
  const [who, other] = [await caller(context), await caller(context)];
  await agent(context, who.tenantId, { name: 'Zed' });
  await agent(context, who.tenantId, { name: 'Ann', isActive: false });
  await agent(context, other.tenantId, { name: 'Bob' });
  const { agents } = bodyOf<{ agents: AgentBody[] }>(await listAgents(context, who, { ...requestWith(undefined), rawBody: '' }));
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['Ann', 'Zed'],
  );
});

test('shows the extraction schema in the very form it was written in', async () => {
  const who = await caller(context);
  const id = await agent(context, who.tenantId);
  const schema = '{"type":"object","properties":{"b":{"type":"number","minimum":1.0},"2":{},"1":{}}}';
  await context.db.knex('agents').where({ id }).update({ extraction_schema: schema });
  const reply = await readAgent(context, who, requestFor(id));
  assert.ok('rawJson' in reply && reply.rawJson.includes(`"extractionSchema":${schema}`));
});

test('keeps one default agent per tenant: the latest', async () => {
  const who = await caller(context);
  const old = await agent(context, who.tenantId, { isDefault: true });
  const at = context.clock.now();
  const row = await findAgent(context.db.knex, who.tenantId, old);
  assert.ok(row);
  const id = newIdentifier('agt', at);
  await insertAgent(context.db.knex, { ...row, id, voice: { voiceId: 'v' } });
  assert.equal((await findAgent(context.db.knex, who.tenantId, old))?.is_default, false);
  assert.deepEqual((await findAgent(context.db.knex, who.tenantId, id))?.voice, { voiceId: 'v' });
  await updateAgent(context.db.knex, who.tenantId, old, { is_default: true, name: 'Again' }, at);
  assert.equal((await findAgent(context.db.knex, who.tenantId, id))?.is_default, false);
  assert.equal((await findAgent(context.db.knex, who.tenantId, old))?.name, 'Again');
});

test('changes nothing of an agent of another tenant', async () => {
  const [who, other] = [await caller(context), await caller(context)];
  const id = await agent(context, other.tenantId);
  assert.equal(await updateAgent(context.db.knex, who.tenantId, id, { name: 'Mine' }, context.clock.now()), undefined);
  assert.equal((await findAgent(context.db.knex, other.tenantId, id))?.name, 'Qualifier');
});
