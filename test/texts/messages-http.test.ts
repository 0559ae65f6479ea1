import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { assembleContext } from '../../src/assemble-context.ts';
import { createPublicServer } from '../../src/http/server.ts';
import { optOut } from '../../src/texts/opt-out.ts';
import { listen, listenOfFile, operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { contact, phoneNumber, tenant } from '../support/fixtures.ts';
import { theirs } from './texting.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const callbacks = await listenOfFile(createPublicServer(context));

async function owner(): Promise<{ id: string; path: string; numberId: string }> {
  const { id } = await tenant(context);
  return { id, path: `/tenants/${id}/messages`, numberId: await phoneNumber(context, id) };
}

const send = (path: string, parts: object = {}) => operator.api.post(path, { to: theirs, body: 'Hello', ...parts });
const code = (response: { body: { error: { code: string } } }): string => response.body.error.code;

test('sends a text, reads it and lists it, newest first and page by page', async () => {
  const { path } = await owner();
  const ids: string[] = [];
  for (const body of ['one', 'two', 'three']) {
    const response = await send(path, { body, campaign: { id: 'cmp_1', name: 'Winter' } });
    assert.equal(response.status, 202);
    assert.deepEqual([response.body.message.status, response.body.message.campaign], ['queued', { id: 'cmp_1', name: 'Winter' }]);
    ids.unshift(response.body.message.id);
    context.clock.advance(1);
  }
  await send(path, { to: '+14155550777' });
  const [newest, middle, oldest] = ids;
  assert.equal((await operator.api.get(`${path}/${newest}`)).body.message.body, 'three');
  const list = async (query: string) =>
    (await operator.api.get(`${path}?phone=${encodeURIComponent(theirs)}&${query}`)).body.messages.map(({ id }: { id: string }) => id);
  assert.deepEqual(await list('limit=2'), [newest, middle]);
  assert.deepEqual(await list(`limit=2&before=${middle}`), [oldest]);
  assert.equal((await operator.api.get(path)).body.messages.length, 4);
  for (const wrong of ['limit=0', `phone=${theirs}`]) assert.equal((await operator.api.get(`${path}?${wrong}`)).status, 400, wrong);
});

test('a text of another tenant is not there', async () => {
  const [one, other] = [await owner(), await owner()];
  const { id } = (await send(one.path)).body.message;
  const foreign = await operator.api.get(`${other.path}/${id}`);
  assert.equal(foreign.status, 404);
  assert.equal(foreign.raw, (await operator.api.get(`${other.path}/msg_nowhere`)).raw);
  assert.deepEqual((await operator.api.get(other.path)).body.messages, []);
  for (const response of [await send('/tenants/ten_x/messages'), await operator.api.get('/tenants/ten_x/messages')])
    assert.equal(code(response), 'tenant_not_found');
});

test('the contact is the number’s own, or who is named, or none', async () => {
  const { id, path } = await owner();
  assert.equal((await send(path)).body.message.contactId, null);
  const contactId = await contact(context, id, { phone: theirs });
  assert.equal((await send(path)).body.message.contactId, contactId);
  assert.equal((await send(path, { contactId })).body.message.contactId, contactId);
  assert.equal((await send(path, { contactId: null })).body.message.contactId, null, 'a notice to the owner');
  assert.equal(code(await send(path, { contactId: 'con_nobody' })), 'contact_not_found');
  const foreign = await contact(context, (await owner()).id, { phone: theirs });
  assert.equal(code(await send(path, { contactId: foreign })), 'contact_not_found');
  assert.equal(code(await send(path, { contactId, to: '+14155550777' })), 'invalid_request');
});

test('the sender is the number that is named, else the one that the contact knows, else a healthy one', async () => {
  const { id, path, numberId } = await owner();
  const second = await phoneNumber(context, id, { phoneNumber: '+14155558888', health: 0 });
  const chosen = (await send(path)).body.message.ourPhone;
  assert.notEqual(chosen, '+14155558888', 'of health 0 only by name');
  context.clock.advance(1);
  assert.equal((await send(path, { fromPhoneNumberId: second })).body.message.ourPhone, '+14155558888');
  context.clock.advance(1);
  assert.equal((await send(path)).body.message.ourPhone, '+14155558888', 'the one that last texted it');
  await context.db.knex('phone_numbers').where({ id: second }).update({ is_active: false });
  assert.equal((await send(path)).body.message.ourPhone, chosen);
  assert.equal(code(await send(path, { fromPhoneNumberId: second })), 'phone_number_not_found');
  await context.db.knex('phone_numbers').where({ id: numberId }).update({ is_active: false });
  assert.equal(code(await send(path)), 'phone_number_not_found');
  assert.equal(code(await send(path, { fromPhoneNumberId: (await owner()).numberId })), 'phone_number_not_found');
});

test('a repeat under its key is answered with the first text, although contact and number are gone meanwhile', async () => {
  const { id, path, numberId } = await owner();
  const contactId = await contact(context, id, { phone: theirs });
  const asked = { dedupeKey: 'winter-0001', contactId, fromPhoneNumberId: numberId };
  const first = await send(path, asked);
  await context.db.knex('contacts').where({ id: contactId }).delete();
  await context.db.knex('phone_numbers').where({ id: numberId }).update({ is_active: false });
  const repeated = await send(path, asked);
  assert.deepEqual([repeated.status, repeated.body.message?.id], [202, first.body.message.id]);
});

test('what cannot be sent is refused before anybody is asked', async () => {
  const { id, path } = await owner();
  const before = context.texts.sent.length;
  assert.equal(code(await send(path, { to: '555-0123' })), 'invalid_phone_number');
  for (const wrong of [{ body: '' }, { body: 'x'.repeat(1_601) }, { campaign: { id: 'c' } }, { boddy: 'x' }, { dedupeKey: '' }])
    assert.equal(code(await send(path, wrong)), 'invalid_request', JSON.stringify(wrong).slice(0, 40));
  await optOut(context.db.knex, id, theirs, context.clock.now());
  const refused = await send(path);
  assert.deepEqual([refused.status, code(refused)], [409, 'opted_out']);
  assert.equal(context.texts.sent.length, before);
  assert.equal((await send((await owner()).path, { body: 'x'.repeat(1_600) })).status, 202);
});

test('a refusal by the provider is a 202 that says so, an absent provider a 500 that may be tried again', async () => {
  const { path } = await owner();
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21614', reason: 'The number cannot receive texts.', optedOut: false });
  const { message } = (await send(path)).body;
  assert.deepEqual(
    [message.status, message.errorCode, message.reason, message.sentAt],
    ['refused', '21614', 'The number cannot receive texts.', null],
  );
  context.texts.onSend = () => ({ kind: 'unavailable', raw: 'ECONNREFUSED' });
  const failed = await send(path);
  assert.deepEqual([failed.status, code(failed)], [500, 'text_not_sent']);
  context.texts.onSend = ({ messageId }) => ({ kind: 'accepted', providerMessageId: `SM-${messageId}` });
});

test('callbacks: 200 without a body for a report, empty TwiML for a message, 401 and 400 in the envelope', async () => {
  const post = async (path: string) => {
    const response = await request(`${callbacks.origin}/callbacks/sms/twilio${path}`, { method: 'POST', body: 'a=b' });
    return { status: response.statusCode, type: response.headers['content-type'], text: await response.body.text() };
  };
  context.texts.onStatus = () => ({ ok: true, event: null });
  assert.deepEqual(await post('?message=msg_1'), { status: 200, type: undefined, text: '' });
  context.texts.onInbound = () => ({ ok: true, text: { providerMessageId: 'SM1', from: theirs, to: '+1', body: 'Hi', wish: null } });
  assert.deepEqual(await post('/inbound'), { status: 200, type: 'text/xml', text: '<Response/>' });
  for (const [why, status, expected] of [
    ['bad_signature', 401, 'invalid_signature'],
    ['malformed', 400, 'invalid_request'],
  ] as const) {
    context.texts.onStatus = () => ({ ok: false, why });
    context.texts.onInbound = () => ({ ok: false, why });
    for (const path of ['', '/inbound']) {
      const response = await post(path);
      assert.deepEqual([response.status, JSON.parse(response.text).error.code], [status, expected]);
    }
  }
});

test('a callback that cannot be stored is not acknowledged', async () => {
  context.texts.onStatus = () => ({ ok: true, event: { kind: 'delivered', providerMessageId: 'SM1', messageId: null } });
  const { requests } = context.db;
  const query = async () => {
    throw new Error('the database is away');
  };
  const engine = { query } as never;
  const broken = assembleContext({ ...context, db: { ...context.db, requests: { ...requests, shared: { ...requests.shared, engine } } } });
  const server = await listen(createPublicServer(broken));
  const response = await request(`${server.origin}/callbacks/sms/twilio`, { method: 'POST', body: 'a=b' });
  assert.equal(response.statusCode, 500);
  await server.close();
});
