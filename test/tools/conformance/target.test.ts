import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { simulatorAt } from '../../../tools/conformance/simulator.ts';
import { type TargetGiven, targetFor } from '../../../tools/conformance/target.ts';
import { folderFor } from '../../support/folder.ts';
import { simulatorFor } from '../../support/simulator.ts';

/** What a run knows where the folder is that of a sandbox, whose simulator has a token and which has no demo. */

test('in the folder of a sandbox a run judges that, or what is named', async (t) => {
  const simulator = await simulatorFor(t, { token: 'the-token' });
  const file = join(folderFor(t), 'start.json');
  const at = { publicUrl: 'http://127.0.0.1:1', operatorUrl: 'http://127.0.0.1:2', operatorToken: 'operator' };
  writeFileSync(file, JSON.stringify({ name: 'team1', ...at, simulatorUrl: simulator.url, simulatorToken: 'the-token', port: 1 }));

  const own = targetFor({}, file) ?? assert.fail();
  assert.deepEqual(
    [own.baseUrl, own.operator, own.apiKey, own.secondTenantKey, own.scopedKeys],
    ['http://127.0.0.1:1/api/v1/public', { url: 'http://127.0.0.1:2', token: 'operator' }, null, null, {}],
  );
  assert.ok('busy' in (await simulatorAt(own.simulatorUrl ?? '', own.simulatorToken)).numbers);

  const baseUrl = 'https://calls.example.org/api/v1/public';
  const named = targetFor({ baseUrl, apiKey: 'key', simulator: simulator.url, simulatorToken: 'another' }, file) ?? assert.fail();
  assert.deepEqual([named.baseUrl, named.operator, named.apiKey, named.simulatorToken], [baseUrl, null, 'key', 'another']);
  // The token goes to the simulator beside it alone.
  assert.equal(targetFor({ baseUrl: own.baseUrl, simulator: 'http://127.0.0.1:3' }, file)?.simulatorToken, null);
});

test('the operator and the keys of the environment are for the deployment that is named, not for that of the folder', (t) => {
  const file = join(folderFor(t), 'start.json');
  const at = { publicUrl: 'http://127.0.0.1:1', operatorUrl: 'http://127.0.0.1:2', operatorToken: 'operator' };
  writeFileSync(file, JSON.stringify({ ...at, simulatorUrl: 'http://127.0.0.1:3', demo: { apiKey: 'demo' } }));
  const environment = { apiKey: 'live', operatorUrl: 'https://operators.example.org', operatorToken: 'live' };
  const found = (given: TargetGiven): unknown[] => {
    const { apiKey, operator } = targetFor(given, file, environment) ?? assert.fail();
    return [apiKey, operator];
  };
  const own = { url: 'http://127.0.0.1:2', token: 'operator' };
  const live = { url: 'https://operators.example.org', token: 'live' };

  assert.deepEqual(found({}), [null, own]);
  assert.deepEqual(found({ baseUrl: 'http://127.0.0.1:1/api/v1/public' }), [null, own]);
  assert.deepEqual(found({ operatorUrl: own.url }), [null, own]);
  assert.deepEqual(found({ baseUrl: 'https://calls.example.org/api/v1/public' }), ['live', live]);
  assert.deepEqual(found({ operatorUrl: live.url, operatorToken: 'given' }), [null, { ...live, token: 'given' }]);
});

test('a file of the folder that holds nothing of a start gives no target', (t) => {
  const file = join(folderFor(t), 'start.json');
  for (const content of ['null', '7', '[]', '{}', '{"publicUrl": 7}']) {
    writeFileSync(file, content);
    assert.equal(targetFor({}, file), null, content);
  }
});
