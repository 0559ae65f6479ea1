import type { PlacedCall } from './curl.ts';
import { literal } from './literal.ts';
import type { PlayedCall, PlayedWebhook } from './played-call.ts';

/** Writes the call as a test of node:test, with the simulator in its process and the service beside it, whose clock is moved. */
export function testOfCall(call: PlayedCall, placed: PlacedCall, port: number): string {
  const events = call.webhooks.map(({ event }) => event);
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from '@ringpost/simulator';

// Beside it runs a service in a sandbox, with VAPI_BASE_URL=http://127.0.0.1:${port}/vapi; nothing else listens on that port.
// The environment has RINGPOST_URL and RINGPOST_API_KEY, OPERATOR_URL and OPERATOR_TOKEN for its clock, and
// RINGPOST_SIGNING_SECRET, the secret of the endpoint that points here.
const given = (name: string): string => process.env[name] ?? assert.fail(\`\${name} is not set.\`);

test(${literal(`${call.scenario ?? 'a call'} brings ${events.join(' and ') || 'no webhook'}`)}, async (t) => {
  const simulator = await startSimulator({
    port: ${port},
    seed: ${call.seed},
    speed: 'manual',
    service: { operatorUrl: given('OPERATOR_URL'), operatorToken: given('OPERATOR_TOKEN') },
  });
  t.after(() => simulator.stop());
${call.programmes.map(receiverLine).join('')}
  const api = \`\${given('RINGPOST_URL')}/api/v1/public\`;
  const headers = { authorization: \`Bearer \${given('RINGPOST_API_KEY')}\`, 'content-type': 'application/json' };
  const placed = ${literal(placed)};
  const response = await fetch(\`\${api}/calls\`, { method: 'POST', headers, body: JSON.stringify(placed) });
  assert.equal(response.status, 201, await response.clone().text());
  const { call } = (await response.json()) as { call: { id: string } };

${[...stateLines(call), ...call.webhooks.map(webhookLine)].join('')}  simulator.verify();
  assert.equal(simulator.ledger.read().totals.duplicateDials, 0);
});
`;
}

/** The time is longer than any story and than all the retries of one delivery. */
const withinSeconds = 86_400;

function stateLines({ steps }: PlayedCall): readonly string[] {
  const states = steps.map(({ state }) => state).filter((state) => state !== 'reported');
  const ending = states.indexOf('ending');
  const expect = (expected: readonly string[]): string =>
    `  await simulator.expectStates(call.id, ${literal(expected)}, { within: ${withinSeconds} });\n`;
  if (states.length === 0) return [];
  if (ending === -1) return [expect(states)];
  const hangUp = `  await fetch(\`\${api}/calls/\${call.id}/end\`, { method: 'POST', headers });
`;
  return [...(ending > 0 ? [expect(states.slice(0, ending))] : []), hangUp, expect(states)];
}

function receiverLine({ receiver, answers }: PlayedCall['programmes'][number]): string {
  return `  simulator.receivers.create(${literal(receiver)}, { secret: given('RINGPOST_SIGNING_SECRET'), programme: ${literal(programmeOf(answers))} });\n`;
}

function webhookLine({ receiver, event, outcome, attempts }: PlayedWebhook): string {
  const expected = [
    `receiver: ${literal(receiver)}`,
    `event: ${literal(event)}`,
    `where: { 'data.call_id': call.id${outcome === null ? '' : `, 'data.outcome': ${literal(outcome)}`} }`,
    ...(attempts === null ? [] : [`attempts: ${attempts}`]),
    "signature: 'valid'",
    `within: ${withinSeconds}`,
  ];
  return `  await simulator.expectDelivery({\n${expected.map((line) => `    ${line},\n`).join('')}  });\n`;
}

const programmeOf = (answers: readonly (number | string | null)[]): string =>
  answers.map((answered) => (answered === null || answered === 'sender gone' ? 'timeout' : String(answered))).join(',');
