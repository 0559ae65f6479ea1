import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryConfig } from 'pg';
import { createClaimTogether } from '../../src/idempotency/claim-together.ts';
import { giveUpClaim } from '../../src/idempotency/give-up-claim.ts';
import { withIdempotency } from '../../src/idempotency/with-idempotency.ts';
import { giveBackGraceMs } from '../../src/process/limits.ts';
import { contextOfFile } from '../support/context.ts';
import { caller } from '../support/fixtures.ts';
import { refusedWith } from '../support/requests.ts';

/** What becomes of a claim when the database goes away under the request that holds it. */
const context = await contextOfFile();
const who = await caller(context);

const about = { requestId: 'test' };

/** Away until `comeBack`: what is asked meanwhile fails, and counts. */
function failing(): { readonly giveUp: (name: string) => () => Promise<void>; comeBack(): void; readonly given: string[]; tried: number } {
  let isBack = false;
  const state = {
    given: [] as string[],
    tried: 0,
    giveUp: (name: string) => async () => {
      state.tried += 1;
      if (!isBack) throw new Error('away');
      state.given.push(name);
    },
    comeBack() {
      isBack = true;
    },
  };
  return state;
}

test('what can be given up is given up before the caller is answered', async () => {
  const database = failing();
  database.comeBack();
  await giveUpClaim(context, about, database.giveUp('a'));
  assert.deepEqual(database.given, ['a']);
});

test('what cannot is tried again until it can, one at a time while the database is away', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turn = async (): Promise<void> => {
    t.mock.timers.tick(250);
    for (let n = 0; n < 10; n++) await new Promise(setImmediate);
  };
  const database = failing();
  for (const name of ['a', 'b', 'c']) await giveUpClaim(context, about, database.giveUp(name));
  assert.equal(database.tried, 3);
  await turn();
  await turn();
  assert.equal(database.tried, 5);
  database.comeBack();
  await turn();
  assert.deepEqual(database.given.toSorted(), ['a', 'b', 'c']);
  await turn();
  assert.equal(database.given.length, 3);
});

test('what fails when the caller has been answered already is tried again as well', async () => {
  const kept: unknown[] = [];
  let fail = (): void => {};
  const hanging = new Promise<void>((_resolve, reject) => {
    fail = () => reject(new Error('away'));
  });
  const giveUp = () => hanging;
  const lasting = { ...context, tryLater: (work: unknown) => void kept.push(work) };
  await giveUpClaim({ ...lasting, request: { lasting, deadline: performance.now() - giveBackGraceMs } }, about, giveUp);
  fail();
  await new Promise(setImmediate);
  assert.deepEqual(kept, [giveUp]);
});

test('a key that was claimed over a connection that broke before it could say so is free again, and the request was not served', async () => {
  const { engine } = context.db;
  const broken = Object.create(engine, {
    query: {
      value: async (asked: QueryConfig) => {
        await engine.query(asked);
        throw new Error('Connection terminated unexpectedly');
      },
    },
  });
  const onBroken = { ...context, together: { ...context.together, claimKey: createClaimTogether(broken) } };
  const request = { operation: 'createWebhookEndpoint', key: 'k', body: { name: 'CRM' }, about };
  const run = async () => ({ status: 201 as const, body: 'made' });
  await assert.rejects(withIdempotency(onBroken, who, request, run), { name: 'Unserved', reason: 'database' });
  assert.equal((await withIdempotency(context, who, request, run)).status, 201);
  await assert.rejects(withIdempotency(context, who, { ...request, body: { name: 'Other' } }, run), refusedWith('idempotency_conflict'));
});
