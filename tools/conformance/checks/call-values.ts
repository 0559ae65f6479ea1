import { randomUUID } from 'node:crypto';
import { askUntilPlaced, followToOutcome, place, read } from '../calls.ts';
import type { Check } from '../check.ts';
import { bodyOf, isSameJson } from '../expect.ts';
import type { Fields } from '../model/account.ts';
import { callFault, leadFault } from '../model/event-values.ts';
import { patience } from '../patience.ts';
import type { Delivery } from '../receiver.ts';
import { subscribe } from '../subscription.ts';
import type { World } from '../world.ts';

/** The part of group K about values: what events say of a call, and from which number it was placed. */
export const callValueChecks: readonly Check[] = [
  {
    id: 'K10',
    title: 'Events say of a call what the call says, and what was sent with it',
    rule: 'Webhooks, call.completed and lead.qualified: duration, outcome, transcript, extraction; consentRecordId and metadata are echoed.',
    needs: ['operator', 'simulator', 'receiver'],
    profile: 'full',
    async run(world) {
      const schema = { type: 'object', properties: { budget: { type: 'number' } }, required: ['budget'] };
      const tenant = await world.freshTenant({ agent: { extractionSchema: schema } });
      const calls = await subscribe(world, tenant, { event: 'call.completed' });
      const leads = await subscribe(world, tenant, { event: 'lead.qualified' });
      await Promise.all(
        scenarios.map(async (scenario, nth) => {
          const sent = {
            variables: { nth },
            metadata: { scenario, nth },
            knownConsent: nth % 2 === 0,
            consentRecordId: nth % 3 === 0 ? null : `consent-${nth}`,
          };
          const { consentRecordId: _, ...withoutConsent } = sent;
          const { id } = await place(world, tenant, scenario, sent.consentRecordId === null ? withoutConsent : sent);
          const { last } = await followToOutcome(world, tenant, scenario, id);
          const told = dataOf(await calls.inbox.next(`the call.completed of ${scenario}`, naming(id), patience(60_000)));
          const fault = callFault(told, (await read(tenant, id)) as unknown as Fields);
          if (fault !== null) world.breach(`The call.completed of ${scenario} ${fault}.`);
          expectSent(world, scenario, told, sent);
          await expectDuration(world, scenario, id, told);
          if (last.outcome !== 'INTERESTED') return;
          const lead = dataOf(await leads.inbox.next(`the lead.qualified of ${scenario}`, naming(id), patience(60_000)));
          const wrong = leadFault(lead, (await read(tenant, id)) as unknown as Fields);
          if (wrong !== null) world.breach(`The lead.qualified of ${scenario} ${wrong}.`);
        }),
      );
    },
  },
  {
    id: 'K11',
    title: 'A call is placed from the number that was asked for',
    rule: 'Public API, placeCall: fromPhoneNumberId forces the number to call from; Call: fromPhoneNumber.',
    needs: ['operator', 'simulator'],
    async run(world) {
      const numbers = ['+14155550171', '+14155550172', '+14155550173'];
      const tenant = await world.freshTenant({ morePhoneNumbers: numbers });
      for (const [nth, number] of numbers.entries()) {
        const fromPhoneNumberId = tenant.morePhoneNumberIds?.[nth];
        const phoneNumber = world.simulator.numberFor('no-answer');
        const body = { agentId: tenant.agentId, phoneNumber, fromPhoneNumberId, idempotencyKey: randomUUID() };
        const placed = await askUntilPlaced(tenant, 'placeCall', { body });
        const { call } = bodyOf(placed, 201);
        if (call.fromPhoneNumber !== number)
          world.breach(`A call that was to come from ${number} comes from ${call.fromPhoneNumber}.`, placed);
      }
    },
  },
];

const scenarios = ['answered-interested', 'callback-requested', 'voicemail', 'no-answer', 'extraction-missing-field', 'long-transcript'];

const naming =
  (id: string) =>
  ({ body }: Delivery): boolean =>
    body.includes(id);

const dataOf = ({ json }: Delivery): Fields => (json as { data: Fields }).data;

function expectSent(world: World, scenario: string, told: Fields, sent: Fields): void {
  const echoed = { variables: 'variables', metadata: 'metadata', knownConsent: 'known_consent', consentRecordId: 'consent_record_id' };
  for (const [name, member] of Object.entries(echoed))
    if (!isSameJson(told[member], sent[name]))
      world.breach(
        `The call.completed of ${scenario} has the ${member} ${JSON.stringify(told[member])}, and ${JSON.stringify(sent[name])} was sent.`,
      );
}

/** Expects the seconds from the answer to the end, as the telephone network counted them. */
async function expectDuration(world: World, scenario: string, id: string, told: Fields): Promise<void> {
  const dialled = (await world.simulator.details())?.find(({ callId }) => callId === id);
  if (!dialled) return;
  const { answeredAt, endedAt } = dialled;
  const seconds = answeredAt === null || endedAt === null ? null : (Date.parse(endedAt) - Date.parse(answeredAt)) / 1_000;
  const said = told['duration_seconds'] as number | null;
  const fits = seconds === null ? !said : typeof said === 'number' && Math.abs(said - seconds) <= 1;
  if (!fits) world.breach(`The call.completed of ${scenario} says ${said} seconds, and the network counted ${seconds}.`);
}
