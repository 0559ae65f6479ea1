/** What a person takes along from the console: a command, a scenario, a test. Never a key: those stay in the environment. */

export interface PlacedCall {
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly variables?: unknown;
  readonly metadata?: unknown;
}

export function curlOfCall(serviceUrl: string, call: PlacedCall): string {
  return [
    `curl -s ${serviceUrl}/api/v1/public/calls \\`,
    '  -H "Authorization: Bearer $RINGPOST_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-raw ${shellQuoted(JSON.stringify(call))}`,
  ].join('\n');
}

export interface Delivered {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that the sender's connection made, not the webhook. */
const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'traceparent']);

/** The very bytes, with the very signature: for a receiver of one's own. */
export function curlOfDelivery(url: string, { method, headers, body }: Delivered): string {
  const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.has(name));
  return [
    `curl -i -X ${method} ${shellQuoted(url)} \\`,
    ...kept.map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)} \\`),
    `  --data-raw ${shellQuoted(body)}`,
  ].join('\n');
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface PlayedCall {
  readonly scenario: string | null;
  readonly number: string;
  readonly endedReason: string | null;
  readonly seed: number;
  readonly steps: readonly { readonly state: string; readonly storySeconds: number | null }[];
  /** What each receiver answered, in order. */
  readonly programmes: readonly { readonly receiver: string; readonly answers: readonly (number | string | null)[] }[];
  readonly events: readonly string[];
}

/** The call as it went, as a file: which story, at which pace, and how its receivers answered. */
export function scenarioOfCall(call: PlayedCall): string {
  const lines = [
    '# A call as it went in the console of the Ringpost simulator.',
    `name: ${call.scenario ?? 'not-dialled'}-again`,
    `number: "${call.number}"`,
    `seed: ${call.seed}`,
    'steps:',
    ...call.steps.map(({ state, storySeconds }) => `  - at: ${storySeconds ?? 0}s\n    state: ${state}`),
  ];
  if (call.endedReason !== null) lines.push(`endedReason: ${call.endedReason}`);
  if (call.programmes.length > 0) lines.push('receivers:');
  for (const { receiver, answers } of call.programmes) lines.push(`  ${receiver}:`, `    programme: "${programmeOf(answers)}"`);
  if (call.events.length > 0) lines.push('expect:', ...call.events.map((event) => `  - event: ${event}`));
  return `${lines.join('\n')}\n`;
}

const programmeOf = (answers: readonly (number | string | null)[]): string =>
  answers.map((answered) => (answered === null || answered === 'sender gone' ? 'timeout' : String(answered))).join(',');

/** The same as a test of node:test: the simulator in its process, the service beside it. */
export function testOfCall(call: PlayedCall, placed: PlacedCall, port: number): string {
  const created = call.programmes
    .map(
      ({ receiver, answers }) =>
        `  simulator.receivers.create('${receiver}', { secret: process.env.RINGPOST_SIGNING_SECRET ?? null, programme: '${programmeOf(answers)}' });`,
    )
    .join('\n');
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from 'ringpost/simulator';

// The service runs with VAPI_BASE_URL=http://127.0.0.1:${port}/vapi, and nothing else listens on that port.
test('${call.scenario ?? 'a call'} brings ${call.events.join(' and ') || 'no webhook'}', async (t) => {
  const simulator = await startSimulator({ port: ${port}, seed: ${call.seed}, speed: 20 });
  t.after(() => simulator.stop());
${created || '  // No receiver had part in it.'}
  const expected = new Set(${JSON.stringify(call.events)});
  const arrived = new Promise<void>((resolve) => {
    if (expected.size === 0) return resolve();
    simulator.timeline.listen((entry) => {
      if (entry.kind !== 'delivery') return;
      assert.equal(entry['valid'], true, String(entry['explanation']));
      expected.delete(String(entry['event']));
      if (expected.size === 0) resolve();
    });
  });

  const response = await fetch(\`\${process.env.RINGPOST_URL}/api/v1/public/calls\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${process.env.RINGPOST_API_KEY}\`, 'content-type': 'application/json' },
    body: JSON.stringify(${JSON.stringify(placed)}),
  });
  assert.equal(response.status, 201, await response.clone().text());
  await arrived;
  assert.equal(simulator.ledger.read().totals.duplicateDials, 0);
});
`;
}
