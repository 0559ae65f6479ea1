import { fetchPatiently } from '../ask-json.ts';
import { type Call, follow, followToOutcome, isFinal, mayFollow, place, read, statusFor, type Watched, watch } from '../calls.ts';
import { Breach, type Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, expectRefusal, expectStatus, isSameJson } from '../expect.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import { expectListed } from './listed-calls.ts';

/**
 * Group K checks the course of calls, one scenario of the simulator after another. Calls that do not end by themselves
 * are in `unending-calls.ts`.
 */
export const calls: readonly Check[] = [
  {
    id: 'K1',
    title: 'A call’s status only moves forward, and its results are null until they are known',
    rule: 'Public API, CallStatus: it only moves forward, and the first of the final ones stands; Call: null until then.',
    needs: ['operator', 'simulator'],
    async run(world) {
      const tenant = await world.tenant();
      const scenarios = [
        ...['answered-interested', 'no-answer', 'voicemail', 'carrier-error', 'callbacks-out-of-order', 'callbacks-twice'],
        // The analysis decides the outcome of these calls.
        ...['drops-mid-call', 'silent-until-limit'],
      ];
      for (const { scenario, seen } of await Promise.all(scenarios.map((scenario) => watch(world, tenant, scenario)))) {
        const states = seen.map(({ status }) => status);
        for (const [nth, status] of states.entries()) {
          const before = states[nth - 1];
          if (before && !mayFollow(world, before, status)) world.breach(`A call of ${scenario} went from ${before} to ${status}.`);
        }
        for (const call of seen.filter((call) => !isFinal(world, call))) expectNothingYet(world, scenario, call);
      }
    },
  },
  {
    id: 'K2',
    title: 'An ended call has the status and outcome that its story and its ended reason give it, and is listed as it is read',
    rule: 'Public API, How a call ends: the first row that fits decides; x-ended-reasons; listCalls: calls whose result stands, newest first.',
    needs: ['operator', 'simulator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const scenarios = Object.keys(endings);
      const watched = await Promise.all(scenarios.map((scenario) => watch(world, tenant, scenario)));
      for (const each of watched) expectEnding(world, each);
      if (tenant.api.offers('listCalls'))
        await expectListed(
          world,
          tenant,
          watched.map(({ last }) => last),
        );
    },
  },
  {
    id: 'K3',
    title: 'Hanging up answers ending until it is confirmed, and changes nothing of a call that is over',
    rule: 'Public API, endCall: ending again however often you ask; a call that is over answers with the status it ended in.',
    needs: ['operator', 'simulator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const { id } = await place(world, tenant, 'never-ends');
      await follow(tenant, 'never-ends', id, ({ status }) => status === 'in-progress');
      const end = async (): Promise<string> => bodyOf(await tenant.api.ask('endCall', { path: { id } }), 200).status;
      const answered = [await end(), await end()];
      for (const status of answered) if (!['ending', 'completed'].includes(status)) world.breach(`Hanging up answered ${status}.`);
      const { last } = await followToOutcome(world, tenant, 'never-ends', id);
      if (last.status !== 'completed' || last.endedReason !== 'ended-by-api')
        world.breach(`An answered call that was hung up ended as ${last.status}, ${last.endedReason}.`);
      if ((await end()) !== last.status) world.breach('Hanging up a call that is over did not answer the status it ended in.');
      if (!isSameJson(withoutLink(await read(tenant, id)), withoutLink(last))) world.breach('Hanging up changed a call that was over.');
    },
  },
  {
    id: 'K4',
    title: 'What is extracted fits the agent’s schema, or is null with a note',
    rule: 'Public API, Call: extraction is valid against the schema that the agent had; null when extraction failed, and extractionError says so.',
    needs: ['operator', 'simulator'],
    profile: 'full',
    async run(world) {
      const schema = { type: 'object', properties: { budget: { type: 'number' }, timeline: { type: 'string' } }, required: ['budget'] };
      const tenant = await world.freshTenant({ agent: { extractionSchema: schema } });
      const scenarios = ['answered-interested', 'extraction-missing-field', 'extraction-timed-out', 'no-answer'];
      // A call whose analysis comes back empty stays without an outcome.
      const isAnalysed = (call: Call): boolean => isFinal(world, call) && (call.outcome !== null || call.extractionError !== null);
      const watched = scenarios.map(async (scenario) => follow(tenant, scenario, (await place(world, tenant, scenario)).id, isAnalysed));
      for (const { scenario, last } of await Promise.all(watched)) expectExtraction(world, scenario, last);
    },
  },
  {
    id: 'K5',
    title: 'Variables, metadata and consent come back as they were sent',
    rule: 'Public API, Conventions: variables and metadata are echoed as the JSON that you sent.',
    needs: ['operator', 'simulator'],
    async run(world) {
      const tenant = await world.tenant();
      const sent = {
        variables: { firstName: 'Zoë', nested: { list: [1, 2.5, null, true] }, empty: '' },
        metadata: { crm: 'lead-1', text: '電話 😀', number: 1e21 },
        knownConsent: true,
        consentRecordId: 'consent-1',
      };
      const placed = await place(world, tenant, 'busy', sent);
      for (const [where, call] of [
        ['answer', placed],
        ['call that is read', await read(tenant, placed.id)],
      ] as const)
        for (const [name, value] of Object.entries(sent)) {
          const echoed = (call as unknown as Record<string, unknown>)[name];
          if (!isSameJson(echoed, value)) world.breach(`${name} of the ${where} is ${JSON.stringify(echoed)}.`);
        }
    },
  },
  {
    id: 'K6',
    title: 'The link to a recording works, and not after fifteen minutes',
    rule: 'Public API, Limits: link to a recording: 15 minutes.',
    needs: ['operator', 'simulator', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const { id } = await place(world, tenant, 'answered-interested');
      const { last } = await follow(tenant, 'answered-interested', id, ({ recordingUrl }) => recordingUrl !== null);
      if (last.recordingUrl === null) return world.breach('A conversation has no recording.');
      const link = new URL(last.recordingUrl);
      const fetched = await fetchPatiently(link);
      const bytes = (await fetched.arrayBuffer()).byteLength;
      if (fetched.status !== 200 || bytes === 0) world.breach(`The link of a recording answers ${fetched.status} with ${bytes} bytes.`);
      await world.advance(15 * 60 + 5);
      const late = await fetchPatiently(link);
      await late.arrayBuffer();
      if (late.ok) world.breach('The link of a recording works after 15 minutes.');
    },
  },
  {
    id: 'K7',
    title:
      'A provider that dials nobody is placement_failed and says what became of the call; one that fails or is late afterwards rings one telephone',
    rule: 'Public API, When a call could not be placed: fate, callId; with the same idempotencyKey you get the call if the provider has it.',
    needs: ['operator', 'simulator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      for (const [scenario, fate] of [
        ['provider-refuses', 'not_dialled'],
        ['provider-error-before-dialling', 'unknown'],
        ['provider-rate-limits', 'not_dialled'],
      ] as const) {
        const body = {
          agentId: tenant.agentId,
          phoneNumber: world.simulator.numberFor(scenario),
          idempotencyKey: `${tenant.id} ${scenario}`,
        };
        const refused = await tenant.api.ask('placeCall', { body });
        if (expectRefusal(world, refused, 500, 'placement_failed', scenario)) await expectFate(world, tenant, refused, fate, scenario);
        const rang = await timesRung(world, body.phoneNumber);
        if (rang > 0) world.breach(`${scenario}: ${rang} telephones rang.`);
      }
      await Promise.all(
        ['provider-error-after-dialling', 'provider-timeout-after-dialling', 'provider-answers-late'].map((scenario) =>
          expectOneTelephone(world, tenant, scenario),
        ),
      );
    },
  },
];

/**
 * Expects a refusal that says what became of the call. A call whose fate is unknown can be read, and is queued until
 * its fate is known.
 */
async function expectFate(
  world: World,
  { api }: Tenant,
  refused: Exchange,
  fate: 'not_dialled' | 'unknown',
  scenario: string,
): Promise<void> {
  const { details } = bodyOf(refused, 500).error;
  if (details.fate !== fate || (details.callId === undefined) !== (fate === 'not_dialled'))
    world.breach(`${scenario}: details are ${JSON.stringify(details)}, and its fate is ${fate}.`, refused);
  if (details.callId === undefined) return;
  const { call } = bodyOf(await api.ask('readCall', { path: { id: details.callId } }), 200);
  if (call.status !== 'queued') world.breach(`${scenario}: a call of unknown fate is ${call.status}.`);
}

/**
 * Expects that the telephone rings once however often the call is requested and whatever the provider answered, and
 * that this call is followed to its end.
 */
async function expectOneTelephone(world: World, tenant: Tenant, scenario: string): Promise<void> {
  const phoneNumber = world.simulator.numberFor(scenario);
  const body = { agentId: tenant.agentId, phoneNumber, idempotencyKey: `${tenant.id} ${scenario}` };
  await tenant.api.ask('placeCall', { body });
  const again = await tenant.api.ask('placeCall', { body });
  const rang = await timesRung(world, phoneNumber);
  if (rang !== 1) world.breach(`${scenario}: one idempotencyKey rang ${rang} telephones.`);
  if (!expectStatus(world, again, 201, `${scenario}, asked for again`)) return;
  const { last } = await followToOutcome(world, tenant, scenario, bodyOf(again, 201).call.id);
  if (last.status !== 'completed' || last.outcome !== 'INTERESTED')
    world.breach(`A call of ${scenario} ended as ${last.status}, ${last.outcome}.`);
}

const timesRung = async (world: World, phoneNumber: string): Promise<number> =>
  (await world.simulator.calls()).filter(({ number }) => number === phoneNumber).length;

/** The status and outcome of each scenario in the simulator's README. */
const endings: Readonly<Record<string, readonly [status: string, outcome: string]>> = {
  'answered-interested': ['completed', 'INTERESTED'],
  'answered-not-interested': ['completed', 'NOT_INTERESTED'],
  'callback-requested': ['completed', 'CALLBACK'],
  'do-not-call': ['completed', 'DNC'],
  'wrong-number': ['completed', 'WRONG_NUMBER'],
  'not-the-owner': ['completed', 'NOT_OWNER'],
  'no-answer': ['no_answer', 'NO_ANSWER'],
  busy: ['busy', 'BUSY'],
  declined: ['busy', 'BUSY'],
  voicemail: ['completed', 'VOICEMAIL'],
  'carrier-error': ['failed', 'FAILED'],
  'invalid-number': ['failed', 'FAILED'],
  'callbacks-twice': ['completed', 'INTERESTED'],
  'callbacks-out-of-order': ['completed', 'INTERESTED'],
  'callbacks-late': ['completed', 'INTERESTED'],
  'long-transcript': ['completed', 'INTERESTED'],
};

const results = [
  'outcome',
  'endedReason',
  'durationSeconds',
  'endedAt',
  'transcript',
  'extraction',
  'extractionError',
  'recordingUrl',
] as const;

function expectNothingYet(world: World, scenario: string, call: Call): void {
  for (const name of results)
    if (call[name] !== null) world.breach(`A call of ${scenario} is ${call.status}, and its ${name} is ${JSON.stringify(call[name])}.`);
}

function expectEnding(world: World, { scenario, last }: Watched): void {
  const [status, outcome] = endings[scenario] ?? [];
  if (last.status !== status || last.outcome !== outcome)
    world.breach(`A call of ${scenario} ended as ${last.status}, ${last.outcome}, not ${status}, ${outcome}.`);
  const documented = statusFor(world, last);
  if (documented !== null && documented !== last.status)
    world.breach(`A call of ${scenario} ended with ${last.endedReason} as ${last.status}; x-ended-reasons says ${documented}.`);
  if (last.startedAt === null || last.endedAt === null || last.endedReason === null)
    throw new Breach(`A call of ${scenario} is over without startedAt, endedAt or endedReason.`);
  if (last.createdAt > last.startedAt || last.startedAt > last.endedAt)
    world.breach(`The times of a call of ${scenario} are not in order.`);
  const answered = last.status === 'completed';
  if ((last.durationSeconds !== null) !== answered) world.breach(`A call of ${scenario} has the duration ${last.durationSeconds}.`);
}

function expectExtraction(world: World, scenario: string, { extraction, extractionError }: Call): void {
  const told = `After ${scenario} extraction is ${JSON.stringify(extraction)}, extractionError ${JSON.stringify(extractionError)}.`;
  const budget = extraction?.['budget'];
  const good = scenario === 'answered-interested' ? typeof budget === 'number' && extractionError === null : extraction === null;
  if (!good) world.breach(told);
  if (scenario === 'extraction-missing-field' && !extractionError) world.breach(told);
}

/** The link is left out because each read makes a new one. */
const withoutLink = ({ recordingUrl: _, ...call }: Call): Omit<Call, 'recordingUrl'> => call;
