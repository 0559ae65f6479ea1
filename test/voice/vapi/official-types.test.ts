import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Vapi } from '@vapi-ai/server-sdk';
import { endedReasonRow } from '../../../src/contract/ended-reasons.ts';
import { ingestCallback } from '../../../src/voice/vapi/callbacks.ts';
import { officialKeys, officialTypes } from '../../../src/voice/vapi/official-form.ts';

/** What we know of Vapi against the types of its official SDK, in the version that `test/package.json` pins. A newer one that adds something says so here. */

const folder = join(import.meta.dirname, '../../node_modules/@vapi-ai/server-sdk');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const declarationOf = (name: string): string => readFileSync(join(folder, 'dist/cjs/api/types', `${name}.d.ts`), 'utf8');
const keysOf = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [...declarationOf(name).matchAll(/^ {4}(\w+)\??:/gm)].map(([, key = '']) => key));

function same(what: string, official: readonly string[], ours: readonly string[]): void {
  const [theirs, known] = [new Set(official), new Set(ours)];
  const [added, gone] = [[...theirs].filter((each) => !known.has(each)), [...known].filter((each) => !theirs.has(each))];
  const sentence = `Vapi's SDK ${version} has other ${what} than we know: new are ${added.join(', ') || 'none'}; gone are ${gone.join(', ') || 'none'}.`;
  assert.deepEqual({ added, gone }, { added: [], gone: [] }, sentence);
}

test('the types and keys of server messages are those of the SDK', () => {
  const messages = [...declarationOf('ServerMessageMessage').matchAll(/Vapi\.(\w+)/g)].map(([, name]) => name ?? '');
  const enums = Vapi as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>; // Their names are read from a declaration.
  same(
    'types of server messages',
    messages.flatMap((name) => Object.values(enums[`${name}Type`] ?? {})),
    officialTypes,
  );
  same('keys of messages', keysOf('ServerMessageStatusUpdate', 'ServerMessageEndOfCallReport'), officialKeys.message);
  same('keys of calls', keysOf('Call'), officialKeys.call);
  same('keys of artifacts', keysOf('Artifact'), officialKeys.artifact);
  same('keys of analyses', keysOf('Analysis'), officialKeys.analysis);
});

/** Are reasons of calls that we do not make, or that say nothing: those that a person in a browser has, and incoming ones. */
const leftToTheLastRow = [
  'vonage-disconnected',
  'assistant-join-timed-out',
  'customer-did-not-give-microphone-permission',
  'call.ringing.sip-inbound-caller-hungup-before-call-connect',
];

test('each ended reason of the SDK has a row of x-ended-reasons, but for those that are left to the last one on purpose', () => {
  const official = [Vapi.ServerMessageEndOfCallReportEndedReason, Vapi.ServerMessageStatusUpdateEndedReason, Vapi.CallEndedReason];
  const reasons = new Set(official.flatMap((each): string[] => Object.values(each)));
  assert.equal(reasons.size, 597, `Vapi's SDK ${version} has ${reasons.size} ended reasons.`);
  same(
    'ended reasons without a row',
    [...reasons].filter((reason) => !endedReasonRow(reason).disposition),
    leftToTheLastRow,
  );
});

test('a callback says what of it no SDK names', () => {
  const unknownOf = (message: object) => {
    const request = { headers: { authorization: 'Bearer secret' }, rawBody: Buffer.from(JSON.stringify({ message })), now: new Date() };
    const read = ingestCallback(['secret'], request);
    return read.ok ? read.unknown.map(({ kind, name }) => `${kind} ${name}`) : assert.fail('it was refused');
  };
  const call = { id: 'provider-1', name: 'call_1' };
  assert.deepEqual(unknownOf({ type: 'status-update', status: 'ringing', timestamp: 1, call, artifact: { transcript: '' } }), []);
  assert.deepEqual(unknownOf({ type: 'hang', since: 1 }), []);
  assert.deepEqual(unknownOf({ type: 'mood-changed' }), ['type mood-changed']);
  assert.deepEqual(
    unknownOf({
      type: 'end-of-call-report',
      mood: 'good',
      call: { ...call, planet: 'Mars' },
      artifact: { hologram: {} },
      analysis: { odds: 1 },
    }),
    ['key message.mood', 'key call.planet', 'key artifact.hologram', 'key analysis.odds'],
  );
});
