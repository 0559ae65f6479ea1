import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSignal } from '../../src/process/until-signal.ts';

test('Ctrl-C that npm passes on as well is one signal, and a later one ends the process at once', async (t) => {
  const listeners = new Map<unknown, (signal: NodeJS.Signals) => void>();
  t.mock.method(process, 'on', (signal: unknown, listener: (signal: NodeJS.Signals) => void) => listeners.set(signal, listener));
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const send = (signal: NodeJS.Signals): void => (listeners.get(signal) ?? assert.fail())(signal);
  const stopping = new AbortController();
  let ends = 0;
  const asked = untilSignal(stopping, () => {
    ends += 1;
  });

  send('SIGINT');
  assert.equal(await asked, 'SIGINT');
  assert.ok(stopping.signal.aborted);
  now += 400;
  send('SIGINT');
  send('SIGTERM');
  assert.equal(ends, 0);
  now += 200;
  send('SIGINT');
  assert.equal(ends, 1);
});
