import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { apiKey } from '../support/fixtures.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { row } from './row.ts';
import { isNullOr, isText, isTime, matchesCase, type ReceivedWebhook, received } from './values.ts';

/** The five events, row by row, as receivers get them: each from its real source, each field, each header, each cap. */

const system = await ringpost({ after });
const all = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;
const limits = { readsPerMinute: 10_000, writesPerMinute: 10_000, concurrentCalls: 100, callEventsPerMinute: 1_000 };
const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

const listener = (): Promise<ReadyTenant> => readyTenant(system, { limits, events: all, extractionSchema: schema });
const eventsOf = ({ receiver }: ReadyTenant, event: string) => received(system, receiver).filter(({ body }) => body.event === event);

async function settle(): Promise<void> {
  await system.settle();
}

const owner = await listener();
const sent = { variables: { name: 'Dana' }, metadata: { crm: 42 }, knownConsent: true, consentRecordId: 'consent-7' };

async function called(by: ReadyTenant, phoneNumber: string, more: object = {}): Promise<Record<string, unknown>> {
  const { id } = (await by.api.post('/calls', { agentId: by.agentId, phoneNumber, ...more })).body.call;
  await settle();
  const data = eventsOf(by, 'call.completed').find(({ body }) => body.data['call_id'] === id)?.body.data;
  assert.ok(data, 'the call has its event');
  return data;
}

async function known(person: object): Promise<string> {
  const reply = await system.operator.request('PUT', `/tenants/${owner.tenantId}/contacts`, { body: person });
  assert.ok(reply.status < 300, reply.raw);
  return reply.body.contact.id;
}

const dana = {
  phone: numberFor('answered-interested', 1),
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  address: '418 Alder Street',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  propertyId: 'prp_58d1',
  customFields: { roof: 'new', beds: '3' },
};
const danaId = await known(dana);

const talked = await called(owner, dana.phone, sent);
const unanswered = await called(owner, numberFor('no-answer', 1));
const broken = await called(owner, numberFor('extraction-missing-field', 1));
const calledBack = await called(owner, numberFor('callback-requested', 1));
const campaign = { id: 'cmp_1', name: 'Winter' };
const dialed = await dialerCall();

async function dialerCall(): Promise<Record<string, unknown>> {
  const at = system.clock.now().getTime();
  const reply = await system.operator.post(`/tenants/${owner.tenantId}/dialer-calls`, {
    dedupeKey: 'dialer-1',
    phoneNumber: '+14155550177',
    fromPhoneNumber: '+14155550178',
    status: 'completed',
    outcome: 'CALLBACK',
    durationSeconds: 92,
    startedAt: new Date(at - 200_000).toISOString(),
    endedAt: new Date(at - 100_000).toISOString(),
    campaign,
  });
  assert.equal(reply.status, 201, reply.raw);
  await system.work();
  const event = eventsOf(owner, 'call.completed').find(({ body }) => body.data['call_id'] === reply.body.call.id);
  assert.ok(event);
  return event.body.data;
}

async function texted(to: string, more: object = {}): Promise<{ readonly id: string; readonly ourPhone: string }> {
  const reply = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to, body: 'Still selling?', ...more });
  assert.equal(reply.status, 202, reply.raw);
  await settle();
  return reply.body.message;
}

const ofText = (event: string, id: string) => eventsOf(owner, event).filter(({ body }) => body.data['message_id'] === id);

const texter = { phone: textNumberFor('replies'), name: 'Mika' };
const texterId = await known(texter);
const delivered = await texted(texter.phone, { campaign });
const owners = await texted(textNumberFor('delivered'), { contactId: null });
const lost = await texted(textNumberFor('undelivered', { errorCode: 30007 }), { campaign });

const deliveredData = ofText('sms.delivered', delivered.id)[0]?.body.data ?? {};
const ownersData = ofText('sms.delivered', owners.id)[0]?.body.data ?? {};
const lostData = ofText('sms.failed', lost.id)[0]?.body.data ?? {};
const replyData = eventsOf(owner, 'sms.received')[0]?.body.data ?? {};

const strangerTo = (phone: string) => ({ name: '', phone, address: '', city: '', state: '', zip: '' });
const absent = undefined;
const { email: _email, propertyId: _propertyId, customFields: _customFields, ...danaShown } = dana;

/** Each field: after a conversation, after a call that nobody took, and of a dialer's call. */
const fields = [
  { rule: 'V-CALL-01', field: 'call_id', talked: isText, unanswered: isText, dialed: isText },
  { rule: 'V-CALL-02', field: 'outcome', talked: 'INTERESTED', unanswered: 'NO_ANSWER', dialed: 'CALLBACK' },
  { rule: 'V-CALL-03', field: 'notes', talked: isNullOr(isText), unanswered: null, dialed: null },
  { rule: 'V-CALL-04', field: 'duration_seconds', talked: Number.isInteger, unanswered: null, dialed: 92 },
  { rule: 'V-CALL-05', field: 'started_at', talked: isTime, unanswered: isTime, dialed: isTime },
  { rule: 'V-CALL-06', field: 'recording_url', talked: null, unanswered: null, dialed: null },
  { rule: 'V-CALL-07', field: 'transcript', talked: isText, unanswered: '', dialed: '' },
  {
    rule: 'V-CALL-08',
    field: 'contact',
    talked: danaShown,
    unanswered: strangerTo(numberFor('no-answer', 1)),
    dialed: strangerTo('+14155550177'),
  },
  { rule: 'V-CALL-09', field: 'callback', talked: null, unanswered: null, dialed: null },
  { rule: 'V-CALL-10', field: 'campaign', talked: null, unanswered: null, dialed: campaign },
  { rule: 'V-CALL-11', field: 'variables', talked: sent.variables, unanswered: {}, dialed: absent },
  { rule: 'V-CALL-12', field: 'metadata', talked: sent.metadata, unanswered: {}, dialed: absent },
  { rule: 'V-CALL-13', field: 'known_consent', talked: true, unanswered: false, dialed: absent },
  { rule: 'V-CALL-14', field: 'consent_record_id', talked: 'consent-7', unanswered: null, dialed: absent },
  { rule: 'V-CALL-15', field: 'extraction', talked: (it: unknown) => typeof Object(it).price === 'number', unanswered: null, dialed: null },
  { rule: 'V-CALL-16', field: 'extraction_error', talked: null, unanswered: null, dialed: null },
];

for (const { rule, field, ...cases } of fields) {
  row(rule, `call.completed's ${field}: a conversation, nobody there, a dialer's call`, () => {
    for (const [what, data] of Object.entries({ talked, unanswered, dialed })) {
      const expected = cases[what as keyof typeof cases];
      if (expected === absent) assert.ok(!(field in data), `${field} is absent from what was ${what}`);
      else matchesCase(data[field], expected, `${field} ${what}`);
    }
  });
}

row(['V-CALL-16', 'V-CALL-15'], 'extraction_error is a short text where extraction failed', () => {
  assert.equal(broken['extraction'], null);
  assert.ok(isText(broken['extraction_error']) && String(broken['extraction_error']).length <= 200);
});

row('V-CALL-09', 'callback says when, where one was asked for', () => {
  assert.deepEqual(Object.keys(Object(calledBack['callback'])).sort(), ['note', 'requestedAt']);
});

row(
  ['V-CALL-07', 'L-TRANSCRIPT-01', 'F-CALL-13'],
  'a transcript of 10,001 characters is cut to 10,000 in the webhook, and is whole where the call is read',
  async () => {
    const data = await called(owner, numberFor('long-transcript', 1));
    const cut = String(data['transcript']);
    const { transcript } = (await owner.api.get(`/calls/${data['call_id']}`)).body.call;
    assert.ok([...transcript].length > 10_000);
    assert.ok([...cut].length === 10_000 && cut.endsWith('...[truncated]'));
    assert.ok(transcript.startsWith(cut.slice(0, -'...[truncated]'.length)));
  },
);

row(['S-WORK-08', 'R-CALL-01', 'E-GETCALL-03'], "a dialer's call tells its event, and is call_not_found here", async () => {
  for (const reply of [await owner.api.get(`/calls/${dialed['call_id']}`), await owner.api.post(`/calls/${dialed['call_id']}/end`)])
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'call_not_found']);
});

row(['V-ENVELOPE-01', 'C-TIME-01', 'S-WORK-03'], 'every body is event, timestamp and data, and every webhook verifies', () => {
  const webhooks = received(system, owner.receiver);
  assert.ok(webhooks.length > 5);
  for (const { body, valid } of webhooks) {
    assert.deepEqual(Object.keys(body), ['event', 'timestamp', 'data']);
    assert.ok(isTime(body.timestamp));
    assert.ok(valid);
  }
});

const headers = [
  { rule: 'V-HEAD-01', header: 'content-type', is: 'application/json' },
  { rule: 'V-HEAD-02', header: 'user-agent', is: /^Ringpost-Webhooks\/1\.0$/ },
  { rule: 'W-VERSION-02', header: 'user-agent', is: /\b1\.0$/ },
  { rule: 'V-HEAD-03', header: 'x-webhook-signature', is: /^sha256=[0-9a-f]{64}$/ },
  { rule: 'V-HEAD-04', header: 'x-webhook-timestamp', is: /^\d{10}$/ },
  { rule: 'V-HEAD-05', header: 'x-webhook-delivery-id', is: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ },
] as const;

for (const { rule, header, is } of headers) {
  row(rule, `${header} is ${is} on every delivery`, () => {
    for (const webhook of received(system, owner.receiver)) matchesCase(webhook.headers[header], is, header);
  });
}

row(
  ['A-SIGN-01', 'A-SIGN-02', 'A-SIGN-03'],
  'the signature is what anybody computes from the secret, the timestamp and the raw body',
  async () => {
    const other = await readyTenant(system, { limits, events: [] });
    const { endpoint } = (await other.api.post('/webhooks', { name: 'signed', url: system.simulator.receiverUrl('signed') })).body;
    await other.api.post('/automation-triggers', { name: 'x', eventType: 'call.completed', webhookEndpointId: endpoint.id });
    await other.api.post('/calls', { agentId: other.agentId, phoneNumber: numberFor('busy', 1), metadata: { umlaut: 'ä🏠' } });
    await settle();
    const [webhook] = received(system, 'signed');
    assert.ok(webhook);
    assert.equal(webhook.headers['x-webhook-signature'], signatureOf(endpoint.signingSecret, webhook));
    assert.equal(webhook.headers['x-webhook-timestamp'], String(Math.floor(system.clock.realNow().getTime() / 1_000)));
  },
);

const signatureOf = (secret: string, { headers: { 'x-webhook-timestamp': timestamp }, raw }: ReceivedWebhook): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex')}`;

row(
  ['D-LATER-04', 'D-LATER-07'],
  'a rotated secret signs the next attempt, the old one is dead at once, and no route of this API rotates',
  async () => {
    const other = await readyTenant(system, { limits, events: ['call.completed'], programme: '500,200' });
    await other.api.post('/calls', { agentId: other.agentId, phoneNumber: numberFor('busy', 2) });
    await settle();
    const path = `/tenants/${other.tenantId}/webhook-endpoints/${other.endpointId}/rotate-secret`;
    const { endpoint } = (await system.operator.post(path)).body;
    system.simulator.receivers.setSecret(system.simulator.receivers.find(other.receiver) ?? assert.fail(), endpoint.signingSecret);
    await system.pass(76);
    const [before, later] = received(system, other.receiver);
    assert.ok(before && later);
    assert.equal(later.headers['x-webhook-signature'], signatureOf(endpoint.signingSecret, later));
    assert.notEqual(before.headers['x-webhook-signature'], signatureOf(endpoint.signingSecret, before));
    assert.equal((await other.api.post(`/webhooks/${other.endpointId}/rotate-secret`)).status, 404);
  },
);

/** Each field: of a text in a campaign to a contact, to nobody's contact outside of one, of one that failed, and of a reply. */
const textFields = [
  { rule: 'V-SMS-01', field: 'message_id', delivered: delivered.id, owners: owners.id, lost: lost.id, reply: isText },
  { rule: 'V-SMS-02', field: 'contact_id', delivered: texterId, owners: null, lost: null, reply: texterId },
  {
    rule: 'V-SMS-03',
    field: 'phone',
    delivered: texter.phone,
    owners: textNumberFor('delivered'),
    lost: textNumberFor('undelivered', { errorCode: 30007 }),
    reply: texter.phone,
  },
  { rule: 'V-SMS-04', field: 'campaign_id', delivered: 'cmp_1', owners: null, lost: 'cmp_1', reply: isNullOr(isText) },
  { rule: 'V-SMS-04', field: 'campaign_name', delivered: 'Winter', owners: null, lost: 'Winter', reply: isNullOr(isText) },
  { rule: 'V-SMS-05', field: 'body', delivered: absent, owners: absent, lost: absent, reply: 'Yes please, call me on Monday.' },
  { rule: 'V-SMS-06', field: 'error_code', delivered: absent, owners: absent, lost: '30007', reply: absent },
  { rule: 'V-SMS-07', field: 'reason', delivered: absent, owners: absent, lost: /^[A-Z][\w ,’'-]+\.?$/, reply: absent },
];

const ofTexts = { delivered: deliveredData, owners: ownersData, lost: lostData, reply: replyData };

for (const { rule, field, ...cases } of textFields) {
  row(rule, `a text's ${field}: delivered, to an owner, failed, received`, () => {
    for (const [what, data] of Object.entries(ofTexts)) {
      const expected = cases[what as keyof typeof cases];
      if (expected === absent) assert.ok(!(field in data), `${field} is absent from ${what}`);
      else matchesCase(data[field], expected, `${field} of ${what}`);
    }
  });
}

row(['V-SMS-01', 'V-SMS-05', 'V-SMS-07'], 'the event of a text has these fields and no other', () => {
  for (const [what, data] of Object.entries(ofTexts)) {
    const said = textFields.filter((each) => each[what as keyof typeof ofTexts] !== absent);
    assert.deepEqual(Object.keys(data).sort(), said.map(({ field }) => field).sort(), what);
  }
});

row('V-SMS-03', 'phone is never the number that we sent from', () => {
  for (const event of ['sms.delivered', 'sms.failed', 'sms.received'])
    for (const { body } of eventsOf(owner, event)) assert.notEqual(body.data['phone'], delivered.ourPhone);
});

row('V-FIRE-03', 'a reply tells sms.received, with all of it', () => {
  assert.equal(replyData['body'], 'Yes please, call me on Monday.');
  assert.equal(eventsOf(owner, 'sms.received').length, 1);
});

row(['V-FIRE-04', 'V-HEAD-07'], 'a text whose callbacks come twice tells sms.delivered once', async () => {
  const { id } = await texted(textNumberFor('callbacks-twice'));
  assert.equal(ofText('sms.delivered', id).length, 1);
  assert.equal(ofText('sms.failed', id).length, 0);
});

for (const errorCode of [30003, 30005, 30007]) {
  row('V-FIRE-05', `an undelivered text tells sms.failed with ${errorCode} and a reason`, async () => {
    const { id } = await texted(textNumberFor('undelivered', { errorCode, which: 7 }));
    const [failed, ...more] = ofText('sms.failed', id);
    assert.equal(more.length, 0);
    assert.equal(failed?.body.data['error_code'], String(errorCode));
    matchesCase(failed?.body.data['reason'], isText, 'reason');
    assert.equal(ofText('sms.delivered', id).length, 0);
  });
}

for (const scenario of ['refused-21211', 'refused-21610', 'refused-21614']) {
  row('V-FIRE-06', `a text that goes as "${scenario}" was never tried, and tells nothing`, async () => {
    const before = received(system, owner.receiver).length;
    const reply = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to: textNumberFor(scenario), body: 'Hi' });
    assert.ok([202, 409].includes(reply.status));
    await settle();
    assert.equal(received(system, owner.receiver).length, before);
  });
}

row('V-FIRE-06', 'nor does a text to who has opted out', async () => {
  const phone = textNumberFor('replies-stop');
  await texted(phone);
  const before = received(system, owner.receiver).length;
  const { status } = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to: phone, body: 'Again' });
  assert.equal(status, 409);
  await settle();
  assert.equal(received(system, owner.receiver).length, before);
});

const leadOf = (origin: string, id: string): Record<string, unknown> | undefined =>
  eventsOf(owner, 'lead.qualified').find(({ body }) => body.data['origin'] === origin && body.data['contactId'] === id)?.body.data;

const address = { id: 'prp_1', address1: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' };
const property = {
  ...address,
  outcome: null,
  dialerStatus: null,
  callAttempts: 2,
  leadStatus: { id: 'st_1', name: 'Hot' },
  customFields: { roof: 'new' },
  createdAt: '2026-01-01T00:00:00.000Z',
};
const contact = {
  fullName: 'Dana Whitfield',
  phone: dana.phone,
  owners: [{ name: 'Dana', status: 'active', phones: [{ number: dana.phone, label: 'home', type: 'mobile', dnc: false }] }],
  tags: ['hot'],
  doNotContact: false,
};
const common = { statusName: 'Qualified', source: 'pipeline', campaignId: null };

let pushed = 0;
/** The application tells that a contact was qualified; what the tenant's receiver gets of it. */
async function push(origin: string, more: object): Promise<Record<string, unknown>> {
  const contactId = `con_${++pushed}`;
  const reply = await system.operator.post(`/tenants/${owner.tenantId}/events`, {
    events: [{ eventType: 'lead.qualified', dedupeKey: contactId, data: { origin, contactId, ...more } }],
  });
  assert.equal(reply.status, 200, reply.raw);
  await system.work();
  const data = leadOf(origin, contactId);
  assert.ok(data, `${origin} reached the receiver`);
  return data;
}

const origins = [
  {
    rules: ['V-FIRE-08', 'V-LEAD-01', 'V-LEAD-02', 'V-LEAD-03', 'V-LEAD-04', 'V-LEAD-05', 'V-LEAD-06', 'V-LEAD-07'],
    origin: 'pipeline_stage',
    more: { ...common, contact, property },
  },
  {
    rules: ['V-FIRE-09', 'V-LEAD-01', 'V-LEAD-03'],
    origin: 'contact_page',
    more: { ...common, statusName: null, campaignId: 'cmp_1', contact, property },
  },
  { rules: ['V-FIRE-09', 'V-LEAD-01', 'V-LEAD-08'], origin: 'assistant', more: common },
  {
    rules: ['V-FIRE-09', 'V-LEAD-01', 'V-LEAD-10', 'V-LEAD-11', 'V-LEAD-12'],
    origin: 'automation',
    more: {
      ...common,
      statusName: 'Automation',
      contact: { fullName: 'Dana Whitfield', phone: dana.phone },
      property: address,
      automation: { sequenceId: 'seq_1', enrollmentId: 'enr_1', nodeId: 'node_1', name: 'Spring' },
    },
  },
];

for (const { rules, origin, more } of origins) {
  row(rules, `lead.qualified of ${origin} arrives with all that belongs to it`, async () => {
    const { contactId, ...data } = await push(origin, more);
    assert.ok(isText(contactId));
    assert.deepEqual(data, { origin, ...more });
  });
}

const misshapen = [
  { rule: 'V-LEAD-01', what: 'an unknown origin', data: { origin: 'magic', ...common } },
  {
    rule: 'V-LEAD-10',
    what: 'an automation with another status',
    data: { origin: 'automation', ...common, automation: { sequenceId: 's', enrollmentId: 'e', nodeId: 'n', name: 'x' } },
  },
  {
    rule: 'V-LEAD-11',
    what: 'an automation with a whole contact',
    data: {
      origin: 'automation',
      ...common,
      statusName: 'Automation',
      contact,
      automation: { sequenceId: 's', enrollmentId: 'e', nodeId: 'n', name: 'x' },
    },
  },
  { rule: 'V-LEAD-12', what: 'an automation without its object', data: { origin: 'automation', ...common, statusName: 'Automation' } },
  { rule: 'V-LEAD-04', what: 'no source', data: { origin: 'assistant', statusName: null, campaignId: null } },
];

for (const { rule, what, data } of misshapen) {
  row(rule, `${what} is refused and told to nobody`, async () => {
    const before = eventsOf(owner, 'lead.qualified').length;
    const reply = await system.operator.post(`/tenants/${owner.tenantId}/events`, {
      events: [{ eventType: 'lead.qualified', dedupeKey: `bad-${what}`, data: { contactId: 'con_x', ...data } }],
    });
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'invalid_request']);
    await system.work();
    assert.equal(eventsOf(owner, 'lead.qualified').length, before);
  });
}

row(['V-LEAD-09', 'L-CUSTOM-01'], 'customFields of 16,384 characters come whole, of one more not at all', async () => {
  const sized = (length: number) => ({ a: 'x'.repeat(length - JSON.stringify({ a: '' }).length) });
  const fits = await push('pipeline_stage', { ...common, property: { ...property, customFields: sized(16_384) } });
  assert.deepEqual(Object(fits['property']).customFields, sized(16_384));
  const over = await push('pipeline_stage', { ...common, property: { ...property, customFields: sized(16_385) } });
  assert.ok(!('customFields' in Object(over['property'])));
  assert.equal(Object(over['property']).id, 'prp_1');
});

const ofDana = eventsOf(owner, 'lead.qualified').find(({ body }) => body.data['leadId'] === danaId)?.body.data ?? {};

row(['V-FIRE-07', 'V-LEAD-01', 'V-LEAD-13'], 'an AI call that qualifies tells lead, property and call', () => {
  assert.equal(ofDana['origin'], 'ai_call');
  assert.deepEqual(ofDana['lead'], { id: danaId, fullName: dana.name, phone: dana.phone, email: dana.email, customFieldKeyCount: 2 });
  const { address: address1, city, state, zip } = dana;
  assert.deepEqual(ofDana['property'], { id: dana.propertyId, address1, city, state, zip });
  assert.deepEqual(Object.keys(Object(ofDana['call'])), [
    'id',
    'outcome',
    'durationSeconds',
    'transcript',
    'recordingUrl',
    'startedAt',
    'answeredAt',
  ]);
  assert.equal(Object(ofDana['call']).id, talked['call_id']);
});

row('V-LEAD-13', 'a lead whose number is nobody’s contact has the number and nulls', () => {
  const leads = eventsOf(owner, 'lead.qualified').map(({ body }) => body.data);
  const stranger = leads.find(({ call }) => Object(call).id === broken['call_id']) ?? {};
  const phone = numberFor('extraction-missing-field', 1);
  assert.deepEqual(stranger['lead'], { id: null, fullName: null, phone, email: null, customFieldKeyCount: 0 });
  assert.deepEqual(stranger['property'], { id: null, address1: null, city: null, state: null, zip: null });
});

row('V-LEAD-14', 'custom fields are counted and never sent', () => {
  assert.equal(Object(ofDana['lead']).customFieldKeyCount, 2);
  assert.doesNotMatch(JSON.stringify(ofDana), /roof|beds/);
});

row(['V-LEAD-15', 'L-TRANSCRIPT-01'], 'the transcript of an AI call is cut as in call.completed', () => {
  const long = eventsOf(owner, 'lead.qualified')
    .map(({ body }) => Object(body.data['call']).transcript)
    .find((text) => text?.length > 9_000);
  assert.ok([...long].length === 10_000 && long.endsWith('...[truncated]'));
});

row('V-FIRE-07', 'a call that does not qualify tells no lead', () => {
  const ids = eventsOf(owner, 'lead.qualified').map(({ body }) => Object(body.data['call']).id);
  for (const data of [unanswered, calledBack, dialed]) assert.ok(!ids.includes(data['call_id']));
});

row('S-WORK-05', 'an event goes out whichever of the tenant’s keys placed the call', async () => {
  const other = { ...owner, api: owner.api.with((await apiKey(system.context, owner.tenantId)).text) };
  assert.equal((await called(other, numberFor('busy', 77)))['outcome'], 'BUSY');
});
