import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { request } from 'undici';
import { parse, stringify } from 'yaml';
import { createOperatorServer } from '../../src/http/server.ts';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { ringpost } from '../support/ringpost.ts';

/** The provider signs with another secret. What /metrics shows before and after is played to Prometheus at the documented pace. */

const rulesFile = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', 'alerts.yaml');
const alertname = 'RingpostCallbacksRefused';
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('refusing every callback fires an alert within two minutes', { skip: !hasPromtool && 'needs promtool' }, async (t) => {
  const { context, publicUrl } = await ringpost(t);
  const operator = await listenFor(t, createOperatorServer(context));
  const scrape = async () => (await request(`${operator.origin}/metrics`)).body.text();
  const send = async (secret: string) => {
    const body = JSON.stringify({ message: { type: 'status-update', status: 'ringing', call: { id: 'unknown' } } });
    const timestamp = String(Math.floor(context.clock.realNow().getTime() / 1_000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': timestamp };
    const answer = await request(`${publicUrl}/callbacks/voice/vapi`, { method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };

  for (let n = 0; n < 10; n++) assert.equal(await send('vapi-secret'), 200);
  const before = callbacksIn(await scrape());
  for (let n = 0; n < 10; n++) assert.equal(await send('the secret of yesterday'), 401);
  const after = callbacksIn(await scrape());
  assert.equal(before.get('provider_callbacks_total{provider="vapi",result="accepted"}'), 10);
  assert.equal(after.get('provider_callbacks_total{provider="vapi",result="bad_signature"}'), 10);

  // Samples every 15 seconds: five minutes as before, and then as after. The refusals begin at 5m.
  const input_series = [...after].map(([series, value]) => ({
    series: series.replace('{', '{job="ringpost",instance="one",'),
    values: `${before.get(series) ?? 0}x20 ${value}x20`,
  }));
  const rule = parse(readFileSync(rulesFile, 'utf8')).groups[0].rules.find(({ alert }: { alert: string }) => alert === alertname);
  const firing = { exp_labels: { ...rule.labels, provider: 'vapi' }, exp_annotations: rule.annotations };
  const tests = [
    {
      interval: '15s',
      input_series,
      alert_rule_test: [
        { eval_time: '5m', alertname, exp_alerts: [] },
        { eval_time: '7m', alertname, exp_alerts: [firing] },
      ],
    },
  ];
  const folder = folderFor(t);
  const file = join(folder, 'tests.yaml');
  await writeFile(file, stringify({ rule_files: [rulesFile], evaluation_interval: '15s', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

/** Returns the samples of the callbacks' counter, by series. */
const callbacksIn = (scraped: string): ReadonlyMap<string, number> =>
  new Map([...scraped.matchAll(/^(provider_callbacks_total\{.*\}) (\d+)$/gm)].map(([, series = '', value]) => [series, Number(value)]));
