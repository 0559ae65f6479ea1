import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicContract } from '../../src/contract/documents.ts';
import { maxBodyBytes } from '../../src/process/limits.ts';
import { at, items, text } from '../../tools/contract/document.ts';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

/** Plays the published order of refusals: each request is wrong in two ways, and the earlier one of the document is answered. */

const context = await contextOfFile();
const server = await publicOfFile(context);

const { document } = publicContract();
const steps = items(at(document, document, 'x-refusal-order')).map((step) => items(step).map(text));
const pairs = steps.flatMap((step, place) =>
  step.flatMap((first) => steps.slice(place + 1).flatMap((later) => later.map((second) => [first, second] as const))),
);

test('the document publishes the order', () => assert.ok(pairs.length > 30, `there are ${pairs.length} pairs`));

for (const [first, second] of pairs)
  test(`${first} is answered before ${second}`, async () => {
    assert.equal(await refusalOf([first, second]), first);
    // Alone, the second one is answered: the request was wrong in both ways.
    assert.equal(await refusalOf([second]), second);
  });

/** Places a call that is wrong in these ways, with a key of a new tenant, and returns the code of the refusal. */
async function refusalOf(codes: readonly string[]): Promise<string> {
  for (const code of codes) assert.ok(wrong.has(code), `no request here is refused with ${code}`);
  const is = (code: string): boolean => codes.includes(code);
  const { id } = await tenant(context, { publicApiEnabled: !is('public_api_disabled'), limits: { writesPerMinute: 1 } });
  const key = await apiKey(context, id, { scopes: is('insufficient_scope') ? ['read'] : ['calls:place'] });
  if (is('rate_limited')) await context.pacing.take({ owner: id, key: 'write', limit: 1 }, context.clock.now());
  const response = await server.api
    .with(is('invalid_api_key') ? 'rp_nobody' : key.text)
    .request(is('method_not_allowed') ? 'PUT' : 'POST', is('not_found') ? '/nothing' : '/calls', {
      body: is('payload_too_large') ? 'x'.repeat(4 * maxBodyBytes + 1) : is('invalid_request') ? 'not json' : '{}',
      headers: { 'content-type': is('unsupported_media_type') ? 'text/plain' : 'application/json' },
    });
  return response.body.error.code;
}

const wrong: ReadonlySet<string> = new Set([
  'not_found',
  'method_not_allowed',
  'invalid_api_key',
  'public_api_disabled',
  'rate_limited',
  'insufficient_scope',
  'unsupported_media_type',
  'payload_too_large',
  'invalid_request',
]);
