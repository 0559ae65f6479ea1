import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Breach } from '../../../tools/conformance/check.ts';
import { expectListed } from '../../../tools/conformance/checks/listed-calls.ts';
import { documents } from '../../../tools/conformance/documents.ts';
import type { Tenant } from '../../../tools/conformance/tenants.ts';
import type { World } from '../../../tools/conformance/world.ts';

/** What K2 says of lists of calls. No service is needed for that: the calls are over already. */

interface Page {
  readonly calls: readonly Call[];
  readonly nextCursor: string | null;
}
type Call = Readonly<Record<string, unknown>>;

const ended = { status: 'busy', outcome: 'BUSY', endedAt: '2026-01-01T01:00:00.000Z' };
const callsOf = (tenant: string, count: number): readonly Call[] =>
  Array.from({ length: count }, (_, nth) => ({ ...ended, id: `call_${tenant}_${nth}`, createdAt: `2026-01-01T00:00:${59 - nth}.000Z` }));

const pageOf = (calls: readonly Call[], from: number): Page => ({
  calls: calls.slice(from, from + 7),
  nextCursor: calls.length > from + 7 ? String(from + 7) : null,
});

const rows: readonly (readonly [what: string, page: (calls: readonly Call[], from: number) => Page, says: RegExp])[] = [
  ['are as they should be', pageOf, /^$/],
  ['hold nothing', () => pageOf([], 0), /^The list of calls lacks call_own_0, .*call_own_15\.$/],
  ['show those of others', (calls, from) => pageOf([...calls, ...callsOf('third', 1)], from), /shows call_third_0 besides/],
  ['show one twice', (calls, from) => pageOf([calls[0] ?? {}, ...calls], from), /shows a call twice/],
  ['begin with the oldest', (calls, from) => pageOf(calls.toReversed(), from), /does not begin with the newest/],
  ['know the first page alone', (calls) => pageOf(calls, 0), /does not come to its end: 20 pages of 7/],
  ['are longer than was asked', (calls) => ({ calls, nextCursor: null }), /A page of the list of calls holds 16, not 7/],
];

for (const [what, page, says] of rows)
  test(`what K2 says where pages of calls ${what}`, async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const tenantWith = (calls: readonly Call[]): Tenant => {
      const answers: Readonly<Record<string, (asked: { readonly query?: { readonly cursor?: string } }) => readonly [number, unknown]>> = {
        placeCall: () => [201, { call: calls[0] }],
        readCall: () => [200, { call: calls[0] }],
        listCalls: ({ query }) => [200, page(calls, Number(query?.cursor ?? 0))],
      };
      const ask = async (operationId: string, asked = {}): Promise<object> => {
        // Nobody waits for what is lacking.
        now += 3_600_000;
        const [status, json] = answers[operationId]?.(asked) ?? assert.fail(operationId);
        return { request: { operationId }, response: { status, json } };
      };
      // Of a tenant the list needs its client alone.
      return { api: { ask }, agentId: 'agt_1', variables: {} } as unknown as Tenant;
    };
    const own = callsOf('own', 16);
    const found: string[] = [];
    const world = {
      documents: documents(),
      simulator: { numberFor: () => '+14155550123' },
      second: async () => tenantWith(callsOf('other', 1)),
      breach: (message: string) => void found.push(message),
    };
    await expectListed(world as unknown as World, tenantWith(own), own as never).catch((error: unknown) => {
      assert.ok(error instanceof Breach, String(error));
      found.push(error.message);
    });
    assert.match(found.join('\n'), says);
  });
