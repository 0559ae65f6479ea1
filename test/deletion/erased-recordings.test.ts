import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { eraseOnce } from '../../src/deletion/erase-person.ts';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { latch } from '../support/latch.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { ringpost } from '../support/ringpost.ts';
import { call, erase, known, newTenant, person, readErasure, tablesNaming } from './erasing.ts';

/** The recordings of a person who is erased, and the store that keeps them. */

const service = await ringpost({ after });

/** A store that knows what lies in it. */
function listedStore({ recordings }: Context) {
  const kept = new Set<string>();
  const store: typeof recordings = {
    ...recordings,
    async put(...recording) {
      await recordings.put(...recording);
      kept.add(recording[0]);
    },
    async remove(key) {
      await recordings.remove(key);
      kept.delete(key);
    },
  };
  return { store, kept };
}

/** A tenant with a call whose events are out and whose recording is still to be fetched: the events do not wait for it for ever. */
async function ownerOfCompleteCall() {
  const owner = await newTenant(service);
  await call(owner, person);
  await service.play();
  service.clock.advance(301);
  while ((await reconcileCalls(service.context)) > 0);
  return owner;
}

test('a recording that is stored while its call is being erased does not stay in the store', async () => {
  const owner = await ownerOfCompleteCall();
  const { context } = service;
  const id = await erase(service, owner);
  const { store, kept } = listedStore(context);
  let removals = 0;
  const recordings: typeof store = {
    ...store,
    async remove(key) {
      await store.remove(key);
      removals += 1;
      if (removals === 2) assert.equal(await fetchRecordingOnce({ ...context, recordings: store }), 1);
    },
  };
  assert.equal(await eraseOnce({ ...context, recordings }), 1);
  assert.equal(removals, 2, 'it was still to be fetched');
  service.clock.advance(61);
  await eraseOnce({ ...context, recordings: store });
  assert.deepEqual([...kept], []);
  const { state, calls, recordings: erased } = await readErasure(service, owner, id);
  assert.deepEqual([state, calls, erased], ['done', 1, 1]);
});

test('a recording that is being fetched is waited for, because its process may die when it has stored it', async () => {
  const owner = await ownerOfCompleteCall();
  const { context } = service;
  const { store, kept } = listedStore(context);
  const [begun, allowed, stored, death] = [latch(), latch(), latch(), latch()];
  const recordings: typeof store = {
    ...store,
    async put(...recording) {
      begun.give();
      await allowed.given;
      await store.put(...recording);
      stored.give();
      await death.given;
      throw new Error('its process is gone');
    },
  };
  const fetching = fetchRecordingOnce({ ...context, recordings });
  await begun.given;
  const id = await erase(service, owner);
  assert.equal(await eraseOnce({ ...context, recordings: store }), 1);
  const { state: meanwhile } = await readErasure(service, owner, id);
  allowed.give();
  await stored.given;
  service.clock.advance(122);
  await eraseOnce({ ...context, recordings: store });
  assert.deepEqual([...kept], []);
  const { state, calls } = await readErasure(service, owner, id);
  assert.deepEqual([meanwhile, state, calls], ['running', 'done', 1]);
  death.give();
  await fetching;
});

test('a recording that the store does not remove keeps its own call and nothing else, and the record counts each once', async () => {
  const { owner, callId } = await known(service);
  const secondId = await call(owner, person);
  await service.settle();
  const id = await erase(service, owner);
  const { context } = service;
  const remove = async (key: string): Promise<void> => {
    if (key.includes(callId)) throw new Error('the object is locked');
    await context.recordings.remove(key);
  };
  assert.equal(await eraseOnce({ ...context, recordings: { ...context.recordings, remove } }), 1);
  assert.equal((await readErasure(service, owner, id)).state, 'running');
  assert.deepEqual(await tablesNaming(service, owner.tenantId, person), ['calls', 'erasures']);
  assert.equal((await owner.api.get(`/calls/${secondId}`)).body.call.phoneNumber, '+999');
  service.clock.advance(61);
  assert.equal(await eraseOnce(context), 1);
  const { state, calls, recordings } = await readErasure(service, owner, id);
  assert.deepEqual([state, calls, recordings], ['done', 2, 2]);
  assert.deepEqual(await tablesNaming(service, owner.tenantId, person), []);
});
