import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { completeCall } from '../../src/calls/complete-call.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { contact, endpoint, forgetTenants, tenant, trigger } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { statementsOf } from '../support/statements.ts';
import { balance, onlyCall, permitsTaken, placed, type Ready, readyToCall } from './calling.ts';
import { published, tell, telling } from './telling.ts';

let ready: Ready;

const context = await contextOfFile();
beforeEach(async () => {
  await forgetTenants(context);
  ready = await readyToCall(context, { balance: 10_000_000 });
  const { id } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, id);
  await trigger(context, ready.who.tenantId, id, { eventType: 'lead.qualified' });
});

const contactOf = (tenantId: string, name: string): Promise<string> =>
  contact(context, tenantId, { phone: '+14155550100', name, city: 'Boise', custom_fields: '{"a":1,"b":2}' });

/** A call that has talked; whole, unless its analysis is held back. */
async function talkedCall(outcome = 'INTERESTED', talkSeconds = 42): Promise<string> {
  const { id } = await placed(context, ready, {
    variables: { b: 1, a: { 2: 'x', 1: 'y' } },
    metadata: { crm: 'id-1' },
    knownConsent: true,
  });
  const say = telling(id, context.clock.realNow());
  await tell(
    context,
    say.answered(),
    say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 5 + talkSeconds }),
    say.analyzed({ outcome }),
  );
  return id;
}

const eventNamed = async (name: string) => (await published(context)).filter(({ event }) => event === name);

test('tells who was called from the tenant’s own contacts, and echoes the request', async () => {
  const stranger = await tenant(context);
  await contactOf(stranger.id, 'Somebody Else');
  const contactId = await contactOf(ready.who.tenantId, 'Dana Whitfield');
  await talkedCall();
  const [completed] = await eventNamed('call.completed');
  assert.deepEqual(completed?.data['contact'], {
    name: 'Dana Whitfield',
    phone: '+14155550100',
    address: '',
    city: 'Boise',
    state: '',
    zip: '',
  });
  assert.deepEqual(
    [completed?.data['variables'], completed?.data['metadata'], completed?.data['known_consent']],
    [{ b: 1, a: { 2: 'x', 1: 'y' } }, { crm: 'id-1' }, true],
  );
  const [qualified] = await eventNamed('lead.qualified');
  assert.deepEqual(qualified?.data['lead'], {
    id: contactId,
    fullName: 'Dana Whitfield',
    phone: '+14155550100',
    email: null,
    customFieldKeyCount: 2,
  });
});

test('a lead is qualified by the outcomes that the agent had when the call was placed', async () => {
  await talkedCall('NOT_INTERESTED');
  assert.equal((await eventNamed('lead.qualified')).length, 0);
  await context.db.knex('agents').update({ qualifying_outcomes: ['CALLBACK'] });
  await talkedCall('INTERESTED');
  assert.equal((await eventNamed('lead.qualified')).length, 0);
  await talkedCall('CALLBACK');
  assert.equal((await eventNamed('lead.qualified')).length, 1);
  assert.equal((await eventNamed('call.completed')).length, 3);
});

test('a talk longer than estimated is paid as far as the wallet goes, never below zero', async () => {
  await context.db.knex('wallets').update({ balance_micros: 500_000 });
  await talkedCall('INTERESTED', 3_600);
  assert.equal(await balance(context, ready.who.tenantId), 0);
});

test('where the events cannot be stored, the call stays due, and its hold is closed with its outcome', async () => {
  const dispatcher = { worker: 'test', hasRoom: () => assert.fail('broken'), accept: () => {}, look: () => {} };
  const broken: TestContext = { ...context, wake: { ...context.wake, dispatcher } };
  const { id } = await placed(context, ready);
  await tell(broken, telling(id, context.clock.realNow()).ended('busy', 'customer-busy'));
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.completed_event_at, await balance(context, ready.who.tenantId)], ['busy', null, 10_000_000]);
  assert.deepEqual(await published(context), []);
  await reconcileCalls(context);
  assert.equal((await published(context)).length, 1);
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
});

test('completing a call twice, or at once, or one that has not ended, does nothing more', async () => {
  const call = { tenant_id: ready.who.tenantId, id: (await placed(context, ready)).id };
  assert.equal(await completeCall(context, call), false);
  assert.equal(await completeCall(context, { ...call, id: 'call_unknown' }), false);
  assert.equal(await completeCall(context, { ...call, tenant_id: 'ten_unknown' }), false);
  const now = context.clock.now();
  await context.db.knex('calls').update({ status: 'busy', outcome: 'BUSY', ended_at: now, completion_due_at: now });
  const done = await Promise.all(Array.from({ length: 6 }, () => completeCall(context, call)));
  assert.deepEqual(done.filter(Boolean), [true]);
  assert.equal((await published(context)).length, 1);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
});

const sooner = '2026-03-02T11:00:00.000Z';
const overtaking: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly [string, unknown], number])[] = [
  ['the duration', { answered_at: sooner, duration_seconds: 42 }, ['duration_seconds', 42], 105_000],
  ['the time', { started_at: sooner }, ['started_at', sooner], 0],
  ['the transcript', { transcript: 'AI: Hello.' }, ['transcript', 'AI: Hello.'], 0],
];
for (const [what, change, [member, value], price] of overtaking)
  test(`${what} that comes while the events are planned is told, and talk is paid`, async () => {
    const { id } = await placed(context, ready);
    const say = telling(id, context.clock.realNow());
    // The report of the end says nothing of the answer, whose own callback is late; there is no analysis.
    await tell(context, say.ended('answered', 'customer-ended-call'));
    context.clock.advance(61);
    let isLate = true;
    const overtaken: TestContext = {
      ...context,
      pacing: {
        ...context.pacing,
        reserve: async (...asked) => {
          // As `tellCall` commits it, before it completes the call itself.
          if (isLate) await context.db.knex('calls').where({ id }).update(change);
          isLate = false;
          return context.pacing.reserve(...asked);
        },
      },
    };
    assert.equal(await completeCall(overtaken, { tenant_id: ready.who.tenantId, id }), true);
    assert.equal((await eventNamed('call.completed'))[0]?.data[member], value);
    assert.equal(10_000_000 - (await balance(context, ready.who.tenantId)), price);
  });

/** A change that needs more statements has to change this figure. */
test('the report of an answered call, its charge and its completion are seventeen statements', async () => {
  const report = async (): Promise<readonly string[]> => {
    const { id } = await placed(context, ready, {});
    const say = telling(id, context.clock.realNow());
    await tell(context, say.answered());
    const ended = say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 47 });
    return (await statementsOf(() => tell(context, ended, say.analyzed()))).statements;
  };
  // The first reads who wants the tenant's events.
  await report();
  const statements = await report();
  assert.equal((await eventNamed('call.completed')).length, 2);
  assert.equal(statements.length, 17, statements.join('\n'));
});
