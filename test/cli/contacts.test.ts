import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneNumber } from '../support/fixtures.ts';
import { runHere } from './here.ts';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, operator, tenantId } = await operatorsCommands();

test('contact: set, list, show', async () => {
  const { contact } = await asJson(operator, 'upsertContact', ['contact', 'set', tenantId, '+15550012345', '--name', 'Dana Whitfield']);
  const again = await shown(operator, ['contact', 'set', tenantId, '+15550012345', '--city', 'Boise', '--custom-fields', '{"lot": "0.4"}']);
  assert.match(again.stdout, new RegExp(`^id +${contact.id}$`, 'm'));
  assert.match(again.stdout, /^name +Dana Whitfield$/m);
  assert.match(again.stdout, /^customFields\.lot +0\.4$/m);
  context.clock.advance(1);
  await asJson(operator, 'upsertContact', ['contact', 'set', tenantId, '+15550012346']);
  const page = await shown(operator, ['contact', 'list', tenantId, '--limit', '1']);
  assert.match(page.stdout, /^con_\S+ +\+15550012345 +Dana Whitfield +Boise /m);
  const [, cursor = ''] = /There may be more: --all, or --cursor (\S+)/.exec(page.stderr) ?? [];
  const next = await asJson(operator, 'listContacts', ['contact', 'list', tenantId, '--limit', '1', '--cursor', cursor]);
  assert.equal(next.contacts[0].phone, '+15550012346');
  const found = await asJson(operator, 'listContacts', ['contact', 'list', tenantId, '--phone', '+15550012345']);
  assert.equal(found.contacts.length, 1);
  assert.match((await shown(operator, ['contact', 'show', tenantId, contact.id])).stdout, /^address +Boise$/m);
  assert.equal((await asJson(operator, 'readContact', ['contact', 'show', tenantId, contact.id])).contact.customFields.lot, '0.4');
});

test('erasure: start, list, show', async () => {
  const start = ['erasure', 'start', tenantId, '+14155550123'];
  const unconfirmed = await runHere([...start, ...operator.options]);
  assert.deepEqual([unconfirmed.code, unconfirmed.stdout], [2, '']);
  const { erasure } = await asJson(operator, 'createErasure', [...start, '--yes'], { status: 202 });
  assert.match((await shown(operator, [...start, '--yes'])).stdout, /^state +running$/m);
  assert.match((await shown(operator, ['erasure', 'list', tenantId])).stdout, new RegExp(`^${erasure.id}  running `, 'm'));
  assert.equal((await asJson(operator, 'listErasures', ['erasure', 'list', tenantId])).erasures.length, 2);
  assert.match((await shown(operator, ['erasure', 'show', tenantId, erasure.id])).stdout, /^deliveries +0$/m);
  assert.equal((await asJson(operator, 'readErasure', ['erasure', 'show', tenantId, erasure.id])).erasure.finishedAt, null);
});

test('text: send, list, show', async () => {
  await phoneNumber(context, tenantId);
  const campaign = ['--campaign', 'cmp_1', '--campaign-name', 'Winter', '--dedupe-key', 'w-1'];
  const send = ['text', 'send', tenantId, '+15550012345', '--body', 'Still selling?', ...campaign];
  const { message } = await asJson(operator, 'sendText', send, { status: 202 });
  assert.deepEqual(message.campaign, { id: 'cmp_1', name: 'Winter' });
  assert.match((await shown(operator, send)).stdout, new RegExp(`^id +${message.id}$`, 'm'));
  assert.equal(context.texts.sent.length, 1, 'the same key sends once');
  const fromFile = ['text', 'send', tenantId, '+15550012345', '--body', '@-'];
  await shown(operator, fromFile, { stdin: 'Still selling?\n\nRiley\r\n' });
  assert.equal(context.texts.sent[1]?.body, 'Still selling?\n\nRiley', 'the newline that ends a file is not sent');
  const listed = await shown(operator, ['text', 'list', tenantId]);
  assert.match(listed.stdout, new RegExp(`^${message.id}  → \\+15550012345 +\\w+ +Still selling\\? `, 'm'));
  assert.equal((await asJson(operator, 'listTexts', ['text', 'list', tenantId, '--phone', '+15550012345'])).messages.length, 2);
  assert.match((await shown(operator, ['text', 'show', tenantId, message.id])).stdout, /^campaign +Winter \(cmp_1\)$/m);
  assert.equal((await asJson(operator, 'readText', ['text', 'show', tenantId, message.id])).message.id, message.id);

  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21614', reason: 'The number cannot receive texts.', optedOut: false });
  const refused = await runHere(['text', 'send', tenantId, '+15550012347', '--body', 'Hello?', '--no-contact', ...operator.options]);
  assert.equal(refused.code, 1, 'nothing was sent');
  assert.match(refused.stdout, /^status +refused$/m);
});

test('a custom field passes for no other, whatever its name is, and steers no terminal', async () => {
  const fields = JSON.stringify({ phone: '+15550019999', id: 'con_other', '1': 'one', 'a\u001b[2J\nb': 'odd' });
  const { stdout } = await shown(operator, ['contact', 'set', tenantId, '+15550012399', '--custom-fields', fields]);
  assert.match(stdout, /^id +con_[0-9a-z]{26}\nphone +\+15550012399\n/);
  for (const line of [/^customFields\.phone +\+15550019999$/m, /^customFields\.id +con_other$/m, /^customFields\.1 +one$/m])
    assert.match(stdout, line);
  assert.match(stdout, /^customFields\.a\ufffd\[2J b +odd$/m);
});

test('an error steers no terminal either', async () => {
  const { tenant } = await asJson(operator, 'createTenant', ['tenant', 'create', 'Evil\u001b[2JHomes'], { status: 201 });
  const { stderr } = await runHere(['tenant', 'show', 'Homes', ...operator.options]);
  assert.match(stderr, /There are: .*"Evil\ufffd\[2JHomes"/);
  assert.ok(tenant.id);
});
