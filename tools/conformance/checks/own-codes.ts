import { codeOf } from '../api.ts';
import type { Check } from '../check.ts';
import { detailsOf, expectRefusal } from '../expect.ts';
import { newEndpoint } from '../samples.ts';

/** The part of group E about refusals of single operations, each with its own code, in the promised order. */
export const ownCodeChecks: readonly Check[] = [
  {
    id: 'E16',
    title: 'What is no telephone number is invalid_phone_number, with the number as it was sent',
    rule: 'Public API, placeCall: a string that is not a possible number in E.164 form gets invalid_phone_number.',
    async run(world) {
      const { api, agentId } = await world.tenant();
      for (const phoneNumber of notNumbers) {
        const exchange = await api.ask('placeCall', { body: { agentId, phoneNumber, fromPhoneNumberId: 'num_none' } });
        const where = JSON.stringify(phoneNumber);
        if (!expectRefusal(world, exchange, 400, 'invalid_phone_number', where)) continue;
        if (detailsOf(exchange)['phoneNumber'] !== phoneNumber) world.breach(`${where} is not told as it was sent.`, exchange);
      }
    },
  },
  {
    id: 'E17',
    title: 'What is no usable extraction schema is invalid_extraction_schema, with the place that breaks the rule',
    rule: 'Public API, setExtractionSchema: the rules of a schema; details.path points at the first thing that breaks them.',
    async run(world) {
      const { api, agentId } = await world.tenant();
      for (const [what, schema] of Object.entries(badSchemas)) {
        const exchange = await api.ask('setExtractionSchema', { path: { id: agentId }, body: { schema } });
        const path = placesOfProblems[what];
        if (!expectRefusal(world, exchange, 400, 'invalid_extraction_schema', what) || path === undefined) continue;
        const named = detailsOf(exchange)['path'];
        if (named !== path) world.breach(`${what}: details.path is "${String(named)}", not "${path}".`, exchange);
      }
    },
  },
  {
    id: 'E18',
    title: 'A filter of outcomes on an event that is not a call is invalid_conditions, and the message says why',
    rule: 'Public API, createAutomationTrigger: outcome filters are for call.completed only.',
    async run(world) {
      const tenant = await world.tenant();
      const webhookEndpointId = await newEndpoint(world, tenant);
      for (const eventType of ['sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified']) {
        const body = { name: 'Filtered', eventType, webhookEndpointId, conditions: { outcome: ['INTERESTED'] } };
        const exchange = await tenant.api.ask('createAutomationTrigger', { body });
        if (expectRefusal(world, exchange, 400, 'invalid_conditions', eventType) && !/call/i.test(exchange.response.text))
          world.breach('The message does not say that filters work with call events.', exchange);
      }
      await tenant.api.tidy('deleteWebhookEndpoint', { path: { id: webhookEndpointId } });
    },
  },
  {
    id: 'E19',
    title: 'A call is refused in the order of the document: number, agent, variables, number to call from, balance',
    rule: 'Public API, placeCall: the order of its own checks.',
    needs: ['operator'],
    async run(world) {
      const poor = await world.freshTenant({
        billing: 'pay_as_you_go',
        agent: { systemPrompt: 'You greet {{lastName}} and {{ firstName }}.' },
      });
      const variables = { firstName: 'Dana', lastName: '' };
      const good = { agentId: poor.agentId, phoneNumber: '+14155550123', variables };
      const steps: readonly (readonly [string, number, Record<string, unknown>])[] = [
        ['invalid_phone_number', 400, { agentId: 'agt_none', phoneNumber: '12', fromPhoneNumberId: 'num_none' }],
        ['agent_not_found', 404, { agentId: 'agt_none', phoneNumber: '+14155550123', fromPhoneNumberId: 'num_none' }],
        ['missing_variables', 400, { ...good, variables: {}, fromPhoneNumberId: 'num_none' }],
        ['phone_number_not_found', 404, { ...good, fromPhoneNumberId: 'num_none' }],
        ['insufficient_balance', 402, good],
      ];
      for (const [code, status, body] of steps) {
        const exchange = await poor.api.ask('placeCall', { body });
        expectRefusal(world, exchange, status, code, `with all that comes after ${code} wrong as well`);
        if (
          code === 'missing_variables' &&
          codeOf(exchange.response.json) === code &&
          !exchange.response.text.includes('["firstName","lastName"]')
        )
          world.breach('details.missing is not the sorted list of firstName and lastName.', exchange);
      }
    },
  },
  {
    id: 'E20',
    title: 'An agent that is switched off counts as absent for a call, and stays readable',
    rule: 'Public API, placeCall: the agent must be active; listAgents: inactive ones included.',
    needs: ['operator'],
    async run(world) {
      const { api, id, agentId } = await world.tenant();
      await world.operator.setLimit({ tenantId: id ?? '', agentId, isActive: false });
      const body = { agentId, phoneNumber: '+14155550123', fromPhoneNumberId: 'num_none' };
      expectRefusal(world, await api.ask('placeCall', { body }), 404, 'agent_not_found', 'a call with an inactive agent');
      if (!api.offers('readAgent')) return;
      const read = await api.ask('readAgent', { path: { id: agentId } });
      if (read.response.status !== 200) world.breach('An inactive agent cannot be read.', read);
    },
  },
];

const notNumbers = [
  '',
  ' ',
  '+',
  '14155550123',
  '+04155550123',
  '+1415555012a',
  '+1 415 555 0123',
  '+1-415-555-0123',
  '(415) 555-0123',
  '+1415',
  '+141555501234567890',
  'tel:+14155550123',
  '+14155550123 ext. 5',
  '＋14155550123',
  '+14155550123\n',
];

const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { deeper: nested(levels - 1) } };

/** Builds a short schema whose references expand to 2^`times` parts. */
function doubling(times: number): object {
  const links = Array.from({ length: times }, (_, nth) => [
    `d${nth}`,
    { allOf: [{ $ref: `#/$defs/d${nth + 1}` }, { $ref: `#/$defs/d${nth + 1}` }] },
  ]);
  return { type: 'object', $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(links), [`d${times}`]: {} } };
}

/** Holds the path of the problem where the document fixes it. */
const placesOfProblems: Readonly<Record<string, string>> = { 'an unknown type': '/properties/price/type' };

const badSchemas: Readonly<Record<string, unknown>> = {
  'a string': 'object',
  'an array': [],
  true: true,
  'a schema of a string': { type: 'string' },
  'an unknown type': { type: 'object', properties: { price: { type: 'currency' } } },
  'a required name without a property': { type: 'object', properties: {}, required: ['price'] },
  'the same one level down': { type: 'object', properties: { house: { type: 'object', properties: {}, required: ['price'] } } },
  'an $id': { $id: 'https://example.com/x', type: 'object' },
  'an $anchor': { type: 'object', properties: { a: { $anchor: 'x', type: 'string' } } },
  'a reference to elsewhere': { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
  'a reference to nothing': { type: 'object', properties: { a: { $ref: '#/$defs/none' } } },
  'a reference to itself': { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
  'a subschema too many': { type: 'object', anyOf: Array(1_000).fill({}) },
  'references that double what they refer to, twenty times': doubling(20),
  'a pattern that does not compile': { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  'too many levels': nested(17),
  'one byte too many': { type: 'object', description: 'a'.repeat(32_769 - Buffer.byteLength('{"type":"object","description":""}')) },
};
