import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { request as send } from 'undici';
import { parse } from 'yaml';
import { createPublicServer } from '../../src/http/server.ts';
import { listen, publicOfFile, startOperator } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dataFolderWithDocs } from '../support/kept-docs.ts';

const folder = await dataFolderWithDocs({ after });
const context = await contextOfFile({ env: { RINGPOST_DATA_FOLDER: folder } });
const server = await publicOfFile(context);

const get = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const response = await send(server.origin + path, { method, headers });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
};

for (const name of ['openapi', 'asyncapi']) {
  test(`publishes the ${name} document as YAML and as JSON, which say the same`, async () => {
    const yaml = await get(`/${name}.yaml`);
    const json = await get(`/${name}.json`);
    assert.equal(yaml.headers['content-type'], 'application/yaml; charset=utf-8');
    assert.equal(json.headers['content-type'], 'application/json');
    assert.deepEqual(parse(yaml.text), JSON.parse(json.text));
    assert.match(JSON.parse(json.text)[name], /^3\./);
  });

  test(`the ${name} document is not sent again to who has it`, async () => {
    const { headers } = await get(`/${name}.json`);
    const etag = String(headers['etag']);
    const again = await get(`/${name}.json`, { 'if-none-match': `"other", W/${etag}` });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
    assert.equal(again.headers['etag'], etag);
    assert.equal((await get(`/${name}.json`, { 'if-none-match': '"other"' })).status, 200);
  });
}

for (const [path, type] of [
  ['openapi.dereferenced.json', 'application/json'],
  ['openapi-3.0.json', 'application/json'],
  ['schemas/call.completed.json', 'application/schema+json'],
  ['workflows.yaml', 'application/yaml; charset=utf-8'],
  ['postman.json', 'application/json'],
  ['checksums.txt', 'text/plain; charset=utf-8'],
  ['llms.txt', 'text/plain; charset=utf-8'],
] as const)
  test(`publishes ${path} with its type, once to who has it`, async () => {
    const { status, headers, text } = await get(`/${path}`);
    assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, type, 'public, max-age=60']);
    assert.ok(text.length > 500);
    assert.equal((await get(`/${path}`, { 'if-none-match': String(headers['etag']) })).status, 304);
  });

test('what is served has the published checksums', async () => {
  const lines = (await get('/checksums.txt')).text.trimEnd().split('\n');
  assert.ok(lines.length > 10);
  for (const line of lines) {
    const [sum, path] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update((await get(`/${path}`)).text)
        .digest('hex'),
      sum,
      path,
    );
  }
});

test('the catalogue of APIs leads to everything that describes the public API', async () => {
  const { headers, text } = await get('/.well-known/api-catalog');
  assert.equal(headers['content-type'], 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  const { publicUrl } = context.config;
  const [{ anchor, ...links }] = JSON.parse(text).linkset;
  assert.equal(anchor, `${publicUrl}/api/v1/public`);
  assert.deepEqual(Object.keys(links), ['service-desc', 'service-doc', 'service-meta', 'status']);
  for (const { href, type } of Object.values(links).flat() as { href: string; type: string }[]) {
    assert.ok(href.startsWith(`${publicUrl}/`), href);
    const target = await get(href.slice(publicUrl.length));
    assert.equal(target.status, 200, href);
    assert.equal(String(target.headers['content-type']).split(';')[0], type, href);
  }
});

test('the catalogue and every page of the documentation name the description of the API', async () => {
  const { publicUrl } = context.config;
  for (const path of ['/.well-known/api-catalog', '/llms.txt', '/docs/', '/docs/retries', '/docs/retries.md']) {
    const { headers } = await get(path, {}, 'HEAD');
    assert.equal(
      headers['link'],
      `<${publicUrl}/openapi.json>; rel="service-desc"; type="application/json", <${publicUrl}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
      path,
    );
  }
  assert.equal((await get('/docs/assets/site.css')).headers['link'], undefined);
});

test('the public document names the address at which this service is reached', async () => {
  const { servers } = JSON.parse((await get('/openapi.json')).text);
  assert.deepEqual(
    servers.map((one: { url: string }) => one.url),
    [`${context.config.publicUrl}/api/v1/public`],
  );
});

test('a document may be asked for with HEAD, and not with POST', async () => {
  const head = await get('/openapi.yaml', {}, 'HEAD');
  assert.equal(head.status, 200);
  assert.ok(Number(head.headers['content-length']) > 1_000);
  assert.equal(head.text, '');
  const post = await get('/openapi.yaml', {}, 'POST');
  assert.equal(post.status, 405);
  assert.equal(post.headers['allow'], 'GET, HEAD');
});

test('alive needs nothing, and ready says what it stands on', async () => {
  assert.deepEqual(JSON.parse((await get('/healthz')).text), { status: 'ok' });
  const ready = await get('/readyz');
  assert.equal(ready.status, 200);
  assert.deepEqual(JSON.parse(ready.text), { status: 'ready', database: 'reachable', pacing: 'memory' });
});

test('without Redis it is ready and says that it is degraded; without its database it is not ready', async () => {
  const degraded = await listen(createPublicServer({ ...context, pacing: { ...context.pacing, health: 'degraded' } }));
  const response = await send(`${degraded.origin}/readyz`);
  assert.equal(response.statusCode, 200);
  assert.deepEqual(await response.body.json(), { status: 'degraded', database: 'reachable', pacing: 'degraded' });
  await degraded.close();

  const lost = await listen(createPublicServer({ ...context, db: { ...context.db, state: async () => 'unreachable' as const } }));
  const refused = await send(`${lost.origin}/readyz`);
  assert.equal(refused.statusCode, 503);
  assert.deepEqual(await refused.body.json(), { status: 'unavailable', database: 'unreachable', pacing: 'memory' });
  assert.equal((await send(`${lost.origin}/healthz`)).statusCode, 200);
  await lost.close();
});

test('while it stops it is alive and not ready', async () => {
  const stopping = await listen(createPublicServer({ ...context, stopping: AbortSignal.abort() }));
  const refused = await send(`${stopping.origin}/readyz`);
  assert.equal(refused.statusCode, 503);
  assert.deepEqual(await refused.body.json(), { status: 'stopping', database: 'reachable', pacing: 'memory' });
  assert.equal((await send(`${stopping.origin}/healthz`)).statusCode, 200);
  await stopping.close();
});

test('metrics stand on the operator listener alone, and count and time requests by operation', async () => {
  const operator = await startOperator(context);
  await operator.api.get('/tenants');
  const response = await send(`${operator.origin}/metrics`);
  assert.match(String(response.headers['content-type']), /^text\/plain/);
  const metrics = await response.body.text();
  assert.match(metrics, /http_requests_total\{operation="listTenants",status="200"\} 1/);
  assert.match(metrics, /http_request_duration_seconds_count\{operation="listTenants",class="2xx"\} 1/);
  assert.equal((await get('/metrics')).status, 404);
  await operator.close();
});

test('the documentation is served with its types, under a policy that lets nothing else in', async () => {
  for (const [path, type] of [
    ['/docs/', 'text/html'],
    ['/docs/errors/placement_failed', 'text/html'],
    ['/docs/errors/placement_failed.html', 'text/html'],
    ['/docs/errors/placement_failed.md', 'text/markdown'],
    ['/docs/reference/api.html', 'text/html'],
    ['/docs/assets/site.css', 'text/css'],
    ['/docs/assets/site.js', 'text/javascript'],
    ['/docs/assets/icon.svg', 'image/svg+xml'],
  ] as const) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers['content-type']], [200, `${type}; charset=utf-8`], path);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self';/);
    assert.equal(String(headers['content-security-policy']).includes('unsafe'), path.startsWith('/docs/reference/'), path);
  }
  assert.equal((await get('/docs/pictures/operator-call.webp')).headers['content-type'], 'image/webp');
});

test('the documentation without its slash leads to the one with it', async () => {
  const { status, headers } = await get('/docs');
  assert.deepEqual([status, headers['location']], [308, 'docs/']);
});

test('a page of the documentation is not sent again to who has it, and may be asked for with HEAD', async () => {
  const { headers, text } = await get('/docs/quick-start.html');
  assert.equal(headers['cache-control'], 'public, max-age=60');
  const again = await get('/docs/quick-start.html', { 'if-none-match': String(headers['etag']) });
  assert.deepEqual([again.status, again.text], [304, '']);
  const head = await get('/docs/quick-start.html', {}, 'HEAD');
  assert.deepEqual([head.status, head.text, Number(head.headers['content-length'])], [200, '', Buffer.byteLength(text)]);
  assert.equal((await get('/docs/quick-start.html', {}, 'POST')).status, 405);
  const script = /src="(\w+\.js)"/.exec((await get('/docs/reference/api.html')).text)?.[1];
  assert.match(String((await get(`/docs/reference/${script}`)).headers['cache-control']), /immutable/);
});

test('nothing outside the documentation can be reached through it', async () => {
  for (const path of [
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs//etc/passwd',
    '/docs/assets',
    '/docs/__proto__',
  ])
    assert.equal((await get(path)).status, 404, path);
});

test('a page that is not there is a 404 in the envelope, and a page to who reads HTML', async () => {
  assert.equal(JSON.parse((await get('/docs/nothing')).text).error.code, 'not_found');
  const page = await get('/docs/nothing', { accept: 'text/html,*/*' });
  assert.equal(page.status, 404);
  // A cache must not give a program the page.
  assert.equal(page.headers['vary'], 'Accept');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.text, /There is no such page/);
});
