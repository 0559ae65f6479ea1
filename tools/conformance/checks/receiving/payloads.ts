import { eventProblems, reportedDataProblems } from '../../../../src/contract/event-schemas.ts';
import { repeatsName } from '../../../../src/contract/json-members.ts';
import { isObject } from '../../../contract/document.ts';
import { Breach, type Check } from '../../check.ts';
import type { Delivery } from '../../receiver.ts';
import { arrivals, type EventType, examplesOf, recordCall, recordsOf, subscribe } from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L8 to L10 and L28 check what a body holds, and who gets it. */
export const webhookPayloads: readonly Check[] = [
  {
    id: 'L8',
    title: 'The body of every event is what the document says, with nothing beside it and nothing twice',
    rule: 'Webhooks, messages: the payload of each event.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      for (const event of ['sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const) {
        const subscription = await subscribe(world, tenant, { event });
        const examples = examplesOf(world, event);
        const occurredAt = new Date((await world.operator.now()).getTime() - 3_600_000).toISOString();
        const events = examples.map((data, nth) => ({ eventType: event, dedupeKey: `${tenant.id} ${event} ${nth}`, data, occurredAt }));
        await world.operator.publish(tenant.id ?? '', events);
        for (const delivery of await arrivals(subscription, examples.length)) {
          expectPayload(world, delivery, event);
          const { timestamp } = delivery.json as { timestamp?: unknown };
          if (timestamp !== occurredAt) world.breach(`A ${event} that happened at ${occurredAt} says ${timestamp}.`);
        }
      }
      const calls = await subscribe(world, tenant, { event: 'call.completed' });
      await recordCall(world, tenant, { transcript: 'Agent: Hello.', notes: 'Kind.' });
      for (const delivery of await arrivals(calls, 1)) expectPayload(world, delivery, 'call.completed');
    },
  },
  {
    id: 'L9',
    title: 'A long transcript is cut at 10,000 characters, never inside one, and no recording is linked',
    rule: 'Webhooks, call.completed: transcript has at most 10,000 characters, its ending ...[truncated] counted in; recording_url is null.',
    needs: ['operator', 'receiver'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const subscription = await subscribe(world, tenant, { event: 'call.completed' });
      const fits = 'a'.repeat(10_000);
      // A character of two code units lies where the cut falls. The document's maxLength counts it once.
      const long = ['😀'.repeat(10_001), `a${'😀'.repeat(10_000)}`];
      for (const transcript of [fits, ...long]) await recordCall(world, tenant, { transcript });
      const data = (await arrivals(subscription, 3)).map(({ json }) => (json as { data: Record<string, unknown> }).data);
      const transcripts = data.map(({ transcript }) => String(transcript));
      if (!transcripts.includes(fits)) world.breach('A transcript of 10,000 characters did not come whole.');
      for (const transcript of transcripts.filter((text) => text !== fits)) expectCut(world, transcript);
      for (const { recording_url: url } of data) if (url !== null) world.breach(`recording_url is ${JSON.stringify(url)}.`);
    },
  },
  {
    id: 'L10',
    title: 'An event goes where an active trigger with a fitting filter sends it, and nowhere else',
    rule: 'Webhooks, Getting events: without a trigger nothing is sent; a trigger for call.completed may filter by outcome; both must be active.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      const call = (
        wishes: { trigger?: Record<string, unknown>; endpoint?: Record<string, unknown> },
        event: EventType = 'call.completed',
      ) => subscribe(world, tenant, { event, ...wishes });
      const rows = [
        { what: 'a trigger without a filter', expected: 2, on: await call({}) },
        {
          what: 'a filter for one of the two outcomes',
          expected: 1,
          on: await call({ trigger: { conditions: { outcome: ['INTERESTED', 'DNC'] } } }),
        },
        { what: 'a filter for another outcome', expected: 0, on: await call({ trigger: { conditions: { outcome: ['CALLBACK'] } } }) },
        { what: 'an inactive trigger', expected: 0, on: await call({ trigger: { isActive: false } }) },
        { what: 'an inactive endpoint', expected: 0, on: await call({ endpoint: { isActive: false } }) },
        { what: 'a trigger for another event', expected: 0, on: await call({}, 'sms.received') },
      ];
      await recordCall(world, tenant, { outcome: 'INTERESTED' });
      await recordCall(world, tenant, { outcome: 'WRONG_NUMBER' });
      for (const { what, expected, on } of rows) {
        // All deliveries of an event are made together. The first row waits for them, so the others need not.
        if (expected > 0) await arrivals(on, expected);
        const [made, came] = [(await recordsOf(on)).length, on.inbox.deliveries.length];
        if (made !== expected || came !== expected)
          world.breach(`With ${what}, ${made} deliveries were made and ${came} came, not ${expected}.`);
      }
    },
  },
  {
    id: 'L28',
    title: 'Custom fields that are too large are left out, and the rest of the event comes',
    rule: 'Webhooks, lead.qualified: customFields has at most 16K characters, and is left out if it is larger.',
    needs: ['operator', 'receiver'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const subscription = await subscribe(world, tenant, { event: 'lead.qualified' });
      const lead = examplesOf(world, 'lead.qualified').find(({ property }) => isObject(property) && isObject(property['customFields']));
      if (!lead) throw new Error('The document has no example of a lead with custom fields.');
      for (const length of [16_000, 16_500]) {
        const data = {
          ...lead,
          contactId: `length ${length}`,
          property: { ...(lead['property'] as object), customFields: { note: 'a'.repeat(length) } },
        };
        await world.operator.publish(tenant.id ?? '', [{ eventType: 'lead.qualified', dedupeKey: `${length}`, data }]);
      }
      for (const { json } of await arrivals(subscription, 2)) {
        const { contactId, property } = (json as { data: { contactId: string; property?: Record<string, unknown> } }).data;
        const isThere = property?.['customFields'] !== undefined;
        if (isThere !== (contactId === 'length 16000'))
          world.breach(`Custom fields of ${contactId} ${isThere ? 'came' : 'were left out'}.`);
        if (property?.['id'] === undefined) world.breach('The property was left out with its custom fields.');
      }
    },
  },
];

function expectPayload(world: World, { json, body }: Delivery, event: EventType): void {
  if (typeof json !== 'object' || json === null) throw new Breach(`The body of a ${event} is no JSON object.`);
  if (repeatsName(body.toString(), json))
    world.breach(`In the body of a ${event} an object has a name twice, and parsers differ in which of the two counts.`);
  const keys = Object.keys(json).join(', ');
  if (keys !== 'event, timestamp, data') world.breach(`The body of a ${event} has the members ${keys}.`);
  if (!('event' in json) || json.event !== event)
    world.breach(`A ${event} came as ${JSON.stringify((json as { event?: unknown }).event)}.`);
  const data = 'data' in json && typeof json.data === 'object' && json.data !== null ? json.data : {};
  for (const { path, message } of [...eventProblems(json), ...reportedDataProblems(event, data)])
    world.breach(`${event}: ${path} ${message}.`);
}

function expectCut(world: World, transcript: string): void {
  if (!transcript.endsWith('...[truncated]')) world.breach(`A transcript that was too long ends in "${transcript.slice(-20)}".`);
  const { length } = [...transcript];
  if (length !== 10_000) world.breach(`A transcript was cut to ${length} characters.`);
  if (!transcript.isWellFormed()) world.breach('A transcript was cut inside a character.');
}
