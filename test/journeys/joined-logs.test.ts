import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { createLog } from '../../src/log.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';

/** What an operator finds who knows nothing but the request id that a caller tells. */

const withoutJq = spawnSync('jq', ['--version']).status !== 0 && 'needs jq';

interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly callId?: string;
  readonly deliveryId?: string;
  readonly eventId?: string;
  readonly eventIds?: readonly string[];
  readonly status?: string | number;
}

/** One call and its webhooks, the first of them refused once, beside another tenant's call. */
async function journey(t: { after(clean: () => Promise<void>): void }): Promise<{ lines: readonly Line[]; text: string; callId: string }> {
  const written: string[] = [];
  const house = await ringpost(t, {}, { log: createLog('info', { write: (line: string) => void written.push(line) }) });
  const place = async (requestId: string, programme: string): Promise<string> => {
    const owner = await readyTenant(house, { programme });
    const body = { agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 1) };
    return (await owner.api.post('/calls', body, { 'x-request-id': requestId })).body.call.id;
  };
  const callId = await place('crm-4711', '500,200');
  await place('crm-4712', '');
  await house.play();
  await house.work();
  await house.pass(80);
  return { lines: written.map((line) => JSON.parse(line)), text: written.join(''), callId };
}

test('from the request id of POST /calls the lines of the call and of each attempt are found', async (t) => {
  const { lines, callId } = await journey(t);
  const begun = lines.find(({ msg, requestId }) => msg === 'request' && requestId === 'crm-4711');
  assert.equal(begun?.callId, callId);

  const ofCall = lines.filter((line) => line.callId === callId);
  const moves = ofCall.filter(({ msg }) => msg === 'a call moved on');
  assert.deepEqual(
    moves.map(({ requestId, status }) => [requestId, status]),
    ['ringing', 'in-progress', 'completed'].map((status) => ['crm-4711', status]),
  );
  assert.ok(ofCall.filter(({ msg }) => msg === 'request').length > moves.length, "the provider's callbacks name the call as well");

  const complete = ofCall.find(({ msg }) => msg === 'a call is complete');
  assert.equal(complete?.requestId, 'crm-4711');
  const attempts = ofCall.filter(({ msg }) => msg === 'webhook attempt');
  assert.deepEqual(new Set(attempts.map(({ eventId }) => eventId)), new Set(complete?.eventIds));
  assert.equal(new Set(attempts.map(({ deliveryId }) => deliveryId)).size, 2);
  assert.equal(attempts.length, 3, 'one of the two was tried again, a minute later, by a claim');
});

test('the example of the operator’s page finds the same lines', { skip: withoutJq }, async (t) => {
  const { lines, text, callId } = await journey(t);
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'README.md'), 'utf8');
  const program = /jq --slurp --compact-output --arg request crm-4711 '\n([^']+)'/.exec(page)?.[1];
  assert.ok(program, 'the page has the example');
  const { stdout, stderr } = spawnSync('jq', ['--slurp', '--compact-output', '--arg', 'request', 'crm-4711', program], {
    input: text,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    lines.filter((line) => line.callId === callId),
  );
});
