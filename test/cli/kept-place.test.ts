import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keptPlace } from '../../cli/tenant/kept-place.ts';
import { folderFor } from '../support/folder.ts';

/** Where each of several listens goes on. */

const profile = { baseUrl: 'https://calls.example.org/api/v1/public', apiKey: 'rp_live_c1_x' };
const place = (second: number) => ({ since: `2026-01-03T12:00:0${second}.000Z`, taken: {} });

test('listens to other receivers, or of other events, have places of their own', (t) => {
  const env = { XDG_CONFIG_HOME: folderFor(t) };
  const listen = (forwardTo: string, events?: readonly string[], endpointId: string | null = null) =>
    keptPlace(profile, { endpointId, forwardTo, events }, env);
  const all = listen('http://localhost:3000');
  const another = listen('http://localhost:4000');
  const some = listen('http://localhost:3000', ['sms.sent', 'call.completed']);
  assert.deepEqual([all.place, another.place, some.place], [null, null, null]);
  for (const [index, { keep }] of [all, another, some].entries()) keep(place(index));
  assert.deepEqual(listen('http://localhost:3000').place, place(0));
  assert.deepEqual(listen('http://localhost:4000').place, place(1));
  assert.deepEqual(listen('http://localhost:3000', ['call.completed', 'sms.sent']).place, place(2));
  assert.equal(listen('http://localhost:3000', undefined, 'whe_1').place, null);
});

test('a place that is damaged is refused with what to do about it', (t) => {
  const home = folderFor(t);
  const read = () =>
    keptPlace(profile, { endpointId: null, forwardTo: 'http://localhost:3000', events: undefined }, { XDG_CONFIG_HOME: home });
  read().keep(place(0));
  const folder = join(home, 'ringpost', 'listen');
  const file = join(folder, readdirSync(folder)[0] ?? assert.fail());
  const { since } = place(0);
  for (const damaged of [
    {},
    [],
    null,
    5,
    { since },
    { since, taken: null },
    { since: 'x', taken: {} },
    { since, taken: { id: 'x' } },
    { since, taken: [1] },
  ]) {
    writeFileSync(file, JSON.stringify(damaged));
    const message = `${file} is not as \`ringpost listen\` writes it. Remove it; \`ringpost listen\` then begins with what is new.`;
    assert.throws(read, { name: 'UsageError', message }, JSON.stringify(damaged));
  }
});
