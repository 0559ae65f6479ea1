import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { runHere } from './here.ts';

test('load refuses files that it cannot use with a sentence and exit code 2', async (t) => {
  const folder = folderFor(t);
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const to = ['--base-url', 'http://127.0.0.1:9/api/v1/public', '--api-key', 'key'];
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--baseline', join(folder, 'none.json')], /none\.json cannot be read \(ENOENT.*--baseline takes a JSON report of load/],
    [['--baseline', folder], /cannot be read \(EISDIR/],
    [['--baseline', file('cut.json', '{"title":')], /cut\.json is no JSON report of load/],
    [['--baseline', file('other.json', '{"title":"A","machine":"B"}')], /other\.json is no JSON report of load/],
    [['--baseline', file('null.json', '{"title":"A","machine":"B","phases":[null]}')], /null\.json is no JSON report of load/],
    [
      [...to, '--operator-url', 'http://127.0.0.1:9', '--operator-token', 't'],
      /--api-key sends the load in the tenant of that key, .*: give one of them/,
    ],
    [['--profile', join(folder, 'none.yaml'), ...to], /none\.yaml cannot be read \(ENOENT.*Included profiles are smoke, ramp, spike, soak/],
    [['--profile', file('bad.yaml', 'title: A\n'), ...to], /bad\.yaml is no load profile:\nline 1, column 1/],
  ];
  for (const [args, sentence] of cases) {
    const { code, stderr } = await runHere(['load', ...args]);
    assert.match(stderr, sentence);
    assert.equal(code, 2, args.join(' '));
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
});

test('load says that the path prefix of --base-url may be missing where nothing is at a path of the API', async (t) => {
  const { origin } = await listenFor(
    t,
    createServer((_, response) => response.writeHead(404).end('{"error": {"code": "route_not_found", "message": "No."}}')),
  );
  const { code, stderr } = await runHere(['load', '--base-url', origin, '--api-key', 'key']);
  assert.equal(code, 1);
  assert.match(stderr, /answered 404: .* Is the path prefix there, such as \/api\/v1\/public\?/);
});

test('in the folder of a start load and conformance ask its operator, not the one of the environment', async (t) => {
  const asked: string[] = [];
  const service = (name: string) =>
    listenFor(
      t,
      createServer(({ headers }, response) => {
        asked.push(`${name}: ${headers.authorization}`);
        response.writeHead(401).end('{"error": {"code": "invalid_operator_token", "message": "No."}}');
      }),
    );
  const [here, live] = [await service('here'), await service('live')];
  const folder = folderFor(t);
  mkdirSync(join(folder, '.ringpost'));
  const started = {
    publicUrl: here.origin,
    operatorUrl: here.origin,
    operatorToken: 'own',
    simulatorUrl: here.origin,
    demo: { apiKey: 'demo' },
  };
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify(started));
  const env = { OPERATOR_URL: live.origin, OPERATOR_TOKEN: 'secret', RINGPOST_API_KEY: 'rp_live_c1_secret' };
  for (const args of [['load'], ['conformance', '--profile', 'smoke', '--base-url', `${here.origin}/api/v1/public`]]) {
    const { code, stderr } = await runHere(args, { cwd: folder, env });
    assert.equal(code, 1, stderr);
    assert.deepEqual(
      asked.splice(0).filter((request) => request.startsWith('live') || request.includes('secret')),
      [],
      args[0],
    );
  }
});

test('the operator of the environment is asked about a deployment that is named only where the environment names that too', async (t) => {
  const asked: string[] = [];
  const service = (name: string) =>
    listenFor(
      t,
      createServer(({ url }, response) => {
        asked.push(`${name} ${url}`);
        response.writeHead(401).end('{"error": {"code": "invalid_operator_token", "message": "No."}}');
      }),
    );
  const [named, other] = [await service('named'), await service('other')];
  const folder = folderFor(t);
  const env = { OPERATOR_URL: other.origin, OPERATOR_TOKEN: 'secret', RINGPOST_API_KEY: 'rp_live_c1_secret' };
  for (const args of [['load'], ['conformance', '--profile', 'smoke']]) {
    const command = [...args, '--base-url', named.origin];
    const { code, stderr } = await runHere(command, { cwd: folder, env });
    assert.equal(code, 1, stderr);
    assert.deepEqual(
      asked.splice(0).filter((request) => request.startsWith('other')),
      [],
    );
    await runHere(command, { cwd: folder, env: { ...env, RINGPOST_URL: `${named.origin}/api/v1/public/` } });
    assert.ok(asked.splice(0).some((request) => request.startsWith('other')));
  }
});
