import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { summariseYesterday } from '../../src/daily-summary/summarise-yesterday.ts';

import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createLog } from '../../src/process/log.ts';
import { placed, readyToCall } from '../calls/calling.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { countAllHalfHours } from '../support/counts.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);

const days = async () => (await operator.api.get('/daily-summaries')).body.summaries;

test('a day is summed up once, after its end, by whichever process comes first, and told in the log', async () => {
  const lines: string[] = [];
  const log = createLog('info', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }));
  const ready = await readyToCall(context);
  const down = await receiver(503);
  const { id } = await endpoint(context, ready.who.tenantId, { url: down.url });
  await trigger(context, ready.who.tenantId, id);
  await placed(context, ready);
  await publish(context, event(context, ready.who.tenantId), event(context, ready.who.tenantId));
  const dispatcher = startDispatcher(context);
  await dispatcher.deliverOnce();
  const day = context.clock.now().toISOString().slice(0, 10);

  await summariseYesterday({ ...context, log });
  assert.ok(
    (await days()).every((summary: { day: string }) => summary.day < day),
    'today has not ended',
  );
  context.clock.advance(86_400);
  lines.length = 0;
  assert.equal(await summariseYesterday({ ...context, log }), 0, 'its deliveries are not counted yet');
  await countAllHalfHours(context);
  const done = await Promise.all([1, 2, 3].map(() => summariseYesterday({ ...context, log })));
  assert.deepEqual(done.toSorted(), [0, 0, 1]);
  const [summary] = await days();
  assert.deepEqual(summary, {
    day,
    tenants: 1,
    calls: { placed: 1, completed: 0, noAnswer: 0, busy: 0, failed: 0, canceled: 0, underWay: 1 },
    texts: { sent: 0, received: 0, failed: 0 },
    deliveries: { made: 2, success: 0, failed: 0, waiting: 2 },
    endpointsInTrouble: 1,
  });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ msg, summary }) => [msg, summary]),
    [['daily summary', summary]],
  );
  await dispatcher.stop(0);
  await down.close();
});
