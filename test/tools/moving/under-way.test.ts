import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcileOnce } from '../../../src/calls/reconcile.ts';
import { reconcileTextsOnce } from '../../../src/texts/reconcile-texts.ts';
import { switchMove } from '../../../tools/moving/switch-move.ts';
import { type ReadyTenant, type Ringpost, readyTenant } from '../../support/ringpost.ts';
import { unhurriedMs } from '../../support/targets.ts';
import { until } from '../../support/until.ts';
import { callBody, impatient, interrupted, type TwoCells, twoCellsForAll } from './two-cells.ts';

/** What a provider is being asked for while a tenant is handed over: the caller must not repeat what was done. */

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});

/** Keeps the provider of a request waiting until it is let go. */
function held<Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) {
  let letGo: (() => void) | undefined;
  return {
    async ask(asked: Asked): Promise<Answer> {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return ask(asked);
    },
    asked: () => until('the provider is asked', async () => letGo !== undefined),
    letGo: () => letGo?.(),
  };
}

const sendText = ({ tenantId }: ReadyTenant) =>
  source.operator.post(`/tenants/${tenantId}/messages`, { to: '+14155550123', body: 'Hello' });

test('a text that is being sent is waited for, and its sender is told of it', async (t) => {
  const tenant = await readyTenant(source);
  const { texts } = source.context;
  const provider = held(texts.send.bind(texts));
  t.mock.method(texts, 'send', provider.ask);
  const move = await cells.followed(tenant.tenantId);
  const sending = sendText(tenant);
  await provider.asked();
  // The provider answers once the switch has looked for texts under way, and the switch goes on after that.
  const looked = async (text: string): Promise<void> => {
    if (/from texts/.test(text)) provider.letGo();
  };
  await switchMove(interrupted(move, looked), { ...impatient, placingMs: unhurriedMs });
  // A switch that did not look would have left it waiting.
  provider.letGo();
  const { status, raw } = await sending;
  assert.equal(status, 202, raw);
  const [text] = await destination.context.db.knex('texts').where({ tenant_id: tenant.tenantId });
  assert.ok(text.provider_message_id);
});

test('nobody is told that nothing was done of a call or a text that outlasts the hand-over, and the new cell finds both', async (t) => {
  const tenant = await readyTenant(source);
  const { texts, voice } = source.context;
  const [placer, sender] = [held(voice.place.bind(voice)), held(texts.send.bind(texts))];
  t.mock.method(voice, 'place', placer.ask);
  t.mock.method(texts, 'send', sender.ask);
  const move = await cells.followed(tenant.tenantId);
  const { idempotencyKey: _, ...body } = callBody(tenant);
  const [placing, sending] = [tenant.api.post('/calls', body), sendText(tenant)];
  await Promise.all([placer.asked(), sender.asked()]);
  await switchMove(move, impatient);
  placer.letGo();
  sender.letGo();
  const placed = await placing;
  assert.deepEqual([placed.status, placed.body.error.code, placed.body.error.details.fate], [500, 'placement_failed', 'unknown']);
  const sent = await sending;
  assert.equal(sent.status, 202, sent.raw);

  const there = { ...destination.context, voice, texts };
  destination.clock.advance(3_600);
  await reconcileOnce(there);
  await reconcileTextsOnce(there);
  const { knex } = destination.context.db;
  assert.equal((await knex('calls').where({ id: placed.body.error.details.callId }).first()).placement, 'placed');
  assert.ok((await knex('texts').where({ id: sent.body.message.id }).first()).provider_message_id);
});
