import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { createLog } from '../../src/process/log.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';

/** What an operator finds who knows nothing but the request id that a caller tells. */

const withoutJq = spawnSync('jq', ['--version']).status !== 0 && 'needs jq';

interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly callId?: string;
  readonly textId?: string;
  readonly deliveryId?: string;
  readonly eventId?: string;
  readonly eventIds?: readonly string[];
  readonly status?: string | number;
}

/** One call and one text with their webhooks, the first of them refused once, beside another tenant's. */
async function journey() {
  const written: string[] = [];
  const system = await ringpost({ after }, {}, { log: createLog('info', { write: (line: string) => void written.push(line) }) });
  const begin = async (requestId: string, programme: string): Promise<{ readonly callId: string; readonly textId: string }> => {
    const owner = await readyTenant(system, { programme, events: ['call.completed', 'lead.qualified', 'sms.delivered'] });
    const body = { agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 1) };
    const headers = { 'x-request-id': requestId };
    const text = { to: textNumberFor('delivered'), body: 'Are you still thinking of selling?' };
    return {
      callId: (await owner.api.post('/calls', body, headers)).body.call.id,
      textId: (await system.operator.post(`/tenants/${owner.tenantId}/messages`, text, headers)).body.message.id,
    };
  };
  const begun = await begin('crm-4711', '500,200');
  await begin('crm-4712', '');
  await system.settle();
  await system.pass(80);
  const lines: readonly Line[] = written.map((line) => JSON.parse(line));
  return { lines, log: written.join(''), ...begun };
}

const { lines, log, callId, textId } = await journey();

test('from the request id of POST /calls the lines of the call and of each attempt are found', () => {
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
  assert.equal(attempts.length, 2 + refusedOnce(attempts), 'who was refused was tried again, a minute later, by a claim');
});

test('from the request id of a text the lines of its reports and of each attempt are found', () => {
  const begun = lines.find(({ msg, requestId, textId: of }) => msg === 'request' && requestId === 'crm-4711' && of !== undefined);
  assert.equal(begun?.textId, textId);

  const ofText = lines.filter((line) => line.textId === textId);
  assert.ok(ofText.filter(({ msg }) => msg === 'request').length > 1, "the provider's reports name the text as well");
  const attempts = ofText.filter(({ msg }) => msg === 'webhook attempt');
  assert.equal(new Set(attempts.map(({ eventId }) => eventId)).size, 1);
  assert.equal(new Set(attempts.map(({ deliveryId }) => deliveryId)).size, 1);
  assert.equal(attempts.length, 1 + refusedOnce(attempts));
});

/** The receiver refuses what comes first, and that may be the call's or the text's. */
const refusedOnce = (attempts: readonly Line[]): number => attempts.filter(({ status }) => status === 'retrying').length;

test('who listens to a recording leaves a line that names its call', async (t) => {
  const written: string[] = [];
  const system = await ringpost(t, {}, { log: createLog('info', { write: (line: string) => void written.push(line) }) });
  const owner = await readyTenant(system);
  const body = { agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 1) };
  const { id } = (await owner.api.post('/calls', body)).body.call;
  await system.settle();
  const { recordingUrl } = (await owner.api.get(`/calls/${id}`)).body.call;
  const forged = `${recordingUrl}0`;
  for (const url of [recordingUrl, forged]) await (await fetch(url)).arrayBuffer();
  const asked = () =>
    written
      .map((line) => JSON.parse(line))
      .filter(({ route }) => route === '/recordings')
      .toSorted((a, b) => a.status - b.status);
  // A listener has the last byte before the line is written.
  while (asked().length < 2) await new Promise(setImmediate);
  assert.deepEqual(
    asked().map(({ status, callId }) => [status, callId]),
    [
      [200, id],
      [403, undefined],
    ],
  );
});

test('the example of the operator’s page finds the same lines', { skip: withoutJq }, () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'README.md'), 'utf8');
  const program = /jq --slurp --compact-output --arg request crm-4711 '\n([^']+)'/.exec(page)?.[1];
  assert.ok(program, 'the page has the example');
  const { stdout, stderr } = spawnSync('jq', ['--slurp', '--compact-output', '--arg', 'request', 'crm-4711', program], {
    input: log,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    lines.filter((line) => line.callId === callId || line.textId === textId),
  );
});
