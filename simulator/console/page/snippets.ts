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
  readonly placement: string;
  readonly callbacks: string;
  /** What the service made of it, and what was said, where it knows. */
  readonly outcome: string | null;
  readonly transcript: string | null;
  readonly steps: readonly { readonly state: string; readonly storySeconds: number | null }[];
  /** What each receiver answered, in order. */
  readonly programmes: readonly { readonly receiver: string; readonly answers: readonly (number | string | null)[] }[];
  readonly events: readonly string[];
}

const stateNames: Readonly<Record<string, string>> = {
  ringing: 'ringing',
  'in-progress': 'answered',
  ended: 'ended',
  reported: 'reported',
};

/** The call as it went, as a file for `--scenarios`: the same states after the same times, and the same words. */
export function scenarioOfCall(call: PlayedCall): string {
  const lines = [
    'scenarios:',
    `  - name: ${(call.scenario ?? 'call').slice(0, 56)}-again`,
    `    description: ${quoted(`As ${call.number} went in the console.`)}`,
  ];
  if (call.placement !== 'accepted') lines.push(`    placement: ${call.placement}`);
  if (call.callbacks !== 'once') lines.push(`    callbacks: ${call.callbacks}`);
  if (call.outcome !== null) lines.push(`    outcome: ${quoted(call.outcome)}`);
  lines.push('    steps:');
  let before = 0;
  for (const { state, storySeconds } of call.steps) {
    const name = stateNames[state];
    if (name === undefined) continue;
    if (state === 'ended') lines.push(...spoken(call.transcript));
    const seconds = Math.max(0, (storySeconds ?? before) - before);
    before = storySeconds ?? before;
    lines.push(`      - after: ${Math.round(seconds * 1_000)}ms`, `        state: ${name}`);
    if (state === 'ended' && call.endedReason !== null) lines.push(`        reason: ${quoted(call.endedReason)}`);
  }
  // A call that has not begun to ring has no steps, and a scenario must have some.
  if (before === 0 && lines.at(-1) === '    steps:') lines.push('      - after: 0s', '        state: ended');
  return `${lines.join('\n')}\n`;
}

/** `AI: Hello.` and `User: Yes?`, as the provider writes a transcript. */
const spoken = (transcript: string | null): readonly string[] =>
  (transcript ?? '').split('\n').flatMap((line) => {
    const [, who, what] = /^(AI|User): (.+)$/.exec(line) ?? [];
    return what === undefined ? [] : [`      - ${who === 'AI' ? 'assistant' : 'caller'}: ${quoted(what)}`];
  });

/** A JSON string is a YAML string. */
const quoted = (text: string): string => JSON.stringify(text);

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
