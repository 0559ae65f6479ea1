import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { writtenFiles } from './files.ts';
import { runHere } from './here.ts';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, operator, tenantId } = await operatorsCommands();
const file = writtenFiles();

test('event: publish from a file and from the standard input, once for each dedupe key', async () => {
  const event = (dedupeKey: string) => ({
    eventType: 'sms.received',
    dedupeKey,
    data: { message_id: 'm', contact_id: null, phone: '+15550012345', campaign_id: null, campaign_name: null, body: 'Yes.' },
  });
  const path = file('events.json', JSON.stringify({ events: [event('a'), event('b')] }));
  const { events } = await asJson(operator, 'publishEvents', ['event', 'publish', tenantId, path]);
  const keys = events.map(({ dedupeKey, duplicate }: { dedupeKey: string; duplicate: boolean }) => [dedupeKey, duplicate]);
  assert.deepEqual(keys, [
    ['a', false],
    ['b', false],
  ]);
  const piped = await shown(operator, ['event', 'publish', tenantId], { stdin: JSON.stringify([event('b'), event('c')]) });
  assert.match(piped.stdout, /^\S+ +b +no +0$/m);
  assert.match(piped.stdout, /^\S+ +c +yes +0$/m);
  assert.match(piped.stderr, /no trigger of the tenant asks for/);
  const single = await asJson(operator, 'publishEvents', ['event', 'publish', tenantId, '-'], { stdin: JSON.stringify(event('d')) });
  assert.equal(single.events.length, 1);
  const wrong = await runHere(['event', 'publish', tenantId, ...operator.options], { stdin: JSON.stringify({ ...event('e'), data: {} }) });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^ringpost: invalid_request: .+\n {2}\/body\/events\/0\/data/);
});

test('endpoint: list, off, on, standard-webhooks, rotate-secret', async () => {
  const made = await endpoint(context, tenantId, { url: 'https://crm.example.org/hook' });
  assert.match((await shown(operator, ['endpoint', 'list', tenantId])).stdout, new RegExp(`^${made.id}  CRM +yes +POST +https://crm`, 'm'));
  assert.equal((await asJson(operator, 'listTenantWebhookEndpoints', ['endpoint', 'list', tenantId])).endpoints.length, 1);
  assert.match((await shown(operator, ['endpoint', 'off', tenantId, made.id])).stdout, /^active +no$/m);
  assert.equal((await asJson(operator, 'updateWebhookEndpoint', ['endpoint', 'on', tenantId, made.id])).endpoint.isActive, true);
  assert.equal((await asJson(operator, 'updateWebhookEndpoint', ['endpoint', 'off', tenantId, made.id])).endpoint.isActive, false);
  assert.match((await shown(operator, ['endpoint', 'on', tenantId, made.id])).stdout, /^active +yes$/m);
  assert.match((await shown(operator, ['endpoint', 'standard-webhooks', tenantId, made.id, 'on'])).stdout, /^Standard Webhooks +yes$/m);
  const unsure = await runHere(['endpoint', 'rotate-secret', tenantId, made.id, ...operator.options]);
  assert.equal(unsure.code, 2);
  assert.match(unsure.stderr, /Replacing a signing secret cannot be taken back\. Add --yes/);
  const rotated = await shown(operator, ['endpoint', 'rotate-secret', tenantId, made.id, '--yes']);
  const [, secret = ''] = /^signing secret +([0-9a-f]{64})$/m.exec(rotated.stdout) ?? [];
  assert.ok(secret && secret !== made.secret);
  assert.match(rotated.stderr, /will not be shown again/);
  const { endpoint: again } = await asJson(operator, 'rotateSigningSecret', ['endpoint', 'rotate-secret', tenantId, made.id, '--yes']);
  assert.match(again.signingSecret, /^[0-9a-f]{64}$/);
  assert.notEqual(again.signingSecret, secret);
});

test('trigger: list, off, on', async () => {
  const { id } = await tenant(context);
  const made = await endpoint(context, id, { url: 'https://crm.example.org/hook' });
  const triggerId = await trigger(context, id, made.id, { outcomes: ['INTERESTED'] });
  const listed = await shown(operator, ['trigger', 'list', id]);
  assert.match(listed.stdout, new RegExp(`^${triggerId}  To the CRM +yes +call\\.completed +INTERESTED +${made.id}$`, 'm'));
  assert.equal((await asJson(operator, 'listTenantTriggers', ['trigger', 'list', id])).triggers.length, 1);
  assert.match((await shown(operator, ['trigger', 'off', id, triggerId])).stdout, /^active +no$/m);
  assert.equal((await asJson(operator, 'updateTrigger', ['trigger', 'on', id, triggerId])).trigger.isActive, true);
  assert.equal((await asJson(operator, 'updateTrigger', ['trigger', 'off', id, triggerId])).trigger.isActive, false);
  assert.match((await shown(operator, ['trigger', 'on', id, triggerId])).stdout, /^active +yes$/m);
});
