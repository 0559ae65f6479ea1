import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { agent, tenant } from '../support/fixtures.ts';
import { writtenFiles } from './files.ts';
import { runHere } from './here.ts';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, server, operator, tenantId } = await operatorsCommands();
const file = writtenFiles();

test('agent: create and set take prompt and schema from files, and the standard input', async () => {
  const prompt = file('prompt.txt', 'Ask {{first_name}}\nfor the budget.\n');
  const schema = file('schema.json', '{"type": "object", "properties": {"budget": {"type": "number"}}, "required": ["budget"]}');
  const { agent: made } = await asJson(
    operator,
    'createAgent',
    ['agent', 'create', tenantId, 'Riley', '--prompt', `@${prompt}`, '--schema', `@${schema}`, '--default', 'on', '--outcomes', 'YES,NO'],
    { status: 201 },
  );
  assert.equal(made.systemPrompt, 'Ask {{first_name}}\nfor the budget.\n');
  assert.deepEqual(made.extractionSchema, { type: 'object', properties: { budget: { type: 'number' } }, required: ['budget'] });
  assert.deepEqual([made.isDefault, made.activeOutcomes], [true, ['YES', 'NO']]);

  const plain = await shown(operator, ['agent', 'create', tenantId, 'Sam', '--prompt', '@-'], { stdin: 'From the pipe.' });
  assert.match(plain.stdout, /^prompt +From the pipe\.$/m);

  const listed = await shown(operator, ['agent', 'list', tenantId]);
  assert.match(listed.stdout, new RegExp(`^${made.id}  Riley +yes +yes +yes +Ask \\{\\{first_name\\}\\} for the budget\\.$`, 'm'));
  assert.equal((await asJson(operator, 'listTenantAgents', ['agent', 'list', tenantId])).agents.length, 2);

  assert.match((await shown(operator, ['agent', 'set', tenantId, made.id, '--schema', 'null'])).stdout, /^extracts +nothing$/m);
  const off = await asJson(operator, 'updateAgent', [
    'agent',
    'set',
    tenantId,
    made.id,
    '--active',
    'off',
    '--voice',
    '{"voiceId": "burt"}',
  ]);
  assert.deepEqual([off.agent.isActive, off.agent.voice, off.agent.extractionSchema], [false, { voiceId: 'burt' }, null]);
});

test('number: add, list, set', async () => {
  const none = await runHere(['number', 'list', tenantId, ...operator.options]);
  assert.deepEqual(none, { code: 0, stdout: '', stderr: 'The tenant has no number yet. `ringpost number add` adds one.\n' });
  const { phoneNumber: made } = await asJson(
    operator,
    'createPhoneNumber',
    ['number', 'add', tenantId, '+14155550100', '--provider-number', 'vapi-1', '--health', '40'],
    { status: 201 },
  );
  assert.deepEqual([made.phoneNumber, made.providerNumberId, made.health], ['+14155550100', 'vapi-1', 40]);
  assert.match(
    (await shown(operator, ['number', 'add', tenantId, '+14155550101', '--provider-number', 'vapi-2'])).stdout,
    /^health +100$/m,
  );
  assert.match(
    (await shown(operator, ['number', 'list', tenantId])).stdout,
    new RegExp(`^${made.id}  \\+14155550100 +40  yes +vapi-1 `, 'm'),
  );
  assert.equal((await asJson(operator, 'listPhoneNumbers', ['number', 'list', tenantId])).phoneNumbers.length, 2);
  assert.match((await shown(operator, ['number', 'set', tenantId, made.id, '--active', 'off'])).stdout, /^active +no$/m);
  const changed = await asJson(operator, 'updatePhoneNumber', ['number', 'set', tenantId, made.id, '--health', '0']);
  assert.deepEqual([changed.phoneNumber.health, changed.phoneNumber.isActive], [0, false]);
});

test('an answer is printed as the API wrote it, and what tenants wrote cannot steer a terminal', async () => {
  const { id } = await tenant(context);
  await agent(context, id, { name: 'a\u001b[2Jb', extractionSchema: { type: 'object', properties: { 2: {}, 1: {} } } });
  const { stdout } = await runHere(['agent', 'list', id, '--json', ...operator.options]);
  const response = await request(`${server.origin}/api/v1/operator/tenants/${id}/agents`, {
    headers: { authorization: `Bearer ${context.config.operatorToken}` },
  });
  assert.equal(stdout, `${await response.body.text()}\n`);
  assert.match((await shown(operator, ['agent', 'list', id])).stdout, /a\ufffd\[2Jb/);
});
