import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { listen, startPublic } from '../support/api.ts';
import { testContext } from '../support/context.ts';
import { agent, apiKey, tenant } from '../support/fixtures.ts';
import { areInstalled } from '../support/tools.ts';
import { drift } from './drift.ts';
import { helm, withoutHelm } from './helm.ts';
import { behindPrism, prismFindings } from './prism.ts';
import { lint } from './spectral.ts';
import { toolsFolder } from './tools.ts';
import { playWorkflows, readHar, workflowFindings } from './workflows.ts';

/** A referee that never objects proves nothing: each is shown the service as it is, and one that lies a little. */

const withoutTools = areInstalled(toolsFolder) ? false : 'the referees are not installed: npm run referees';

test('Redocly finds the service true to its document, plays a workflow and compares what passed', async (t) => {
  const { url, inputs } = await service(t);
  const played = await play(t, url, inputs);
  assert.deepEqual(workflowFindings(played).problems, []);
  const compared = await drift(played.harFile, url);
  assert.deepEqual(compared.problems, []);
  assert.equal(compared.looked, 5);
  const { covered, total } = compared.coverage.operations;
  assert.ok(covered === 3 && total > covered, `${covered} of ${total} operations`);
});

test('Redocly objects to a property that the document lacks, while it plays and afterwards', async (t) => {
  const { url, inputs } = await service(t);
  const lying = await liar(t, url);
  const played = await play(t, lying, inputs);
  assert.match(workflowFindings(played).problems.join('\n'), /listAgents: schema check: .*invented/s);
  assert.match((await drift(played.harFile, lying)).problems.join('\n'), /GET \/agents 200: .*undocumented/);
});

test('Redocly objects to a path that the document lacks only where the service answered it', async (t) => {
  const harFile = join(await temporary(t), 'exchanges.har');
  const apiUrl = 'http://127.0.0.1/api/v1/public';
  const exchange = (status: number) => ({
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 1,
    request: { method: 'GET', url: `${apiUrl}/nothing`, httpVersion: 'HTTP/1.1', headers: [], queryString: [], cookies: [] },
    response: { status, statusText: '', httpVersion: 'HTTP/1.1', headers: [], cookies: [], content: { size: 0, mimeType: '' } },
  });
  const problemsWith = async (status: number): Promise<readonly string[]> => {
    await writeFile(
      harFile,
      JSON.stringify({ log: { version: '1.2', creator: { name: 't', version: '1' }, entries: [exchange(status)] } }),
    );
    return (await drift(harFile, apiUrl)).problems;
  };
  assert.match((await problemsWith(200)).join(), /GET \/api\/v1\/public\/nothing 200: Undocumented endpoint/);
  assert.deepEqual(await problemsWith(404), []);
});

test('Prism objects to the same, and to a request that the service should have refused', { skip: withoutTools }, async (t) => {
  const { url, inputs } = await service(t);
  const lying = await liar(t, url);
  const { harFile } = await behindPrism(lying, (proxyUrl) => play(t, proxyUrl, inputs));
  assert.match(prismFindings(await readHar(harFile)).problems.join('\n'), /GET .*\/agents 200: response\.body.*additional properties/);

  const took = { name: 'sl-violations', value: '[{"location":["request","body"],"message":"must be refused"}]' };
  const request = { method: 'POST', url: '/calls' };
  const entry = (status: number) => ({ log: { entries: [{ request, response: { status, headers: [took] } }] } });
  assert.equal(prismFindings(entry(201)).problems.length, 1);
  assert.equal(prismFindings(entry(400)).problems.length, 0);
});

test('Spectral objects to an operation without authentication', { skip: withoutTools }, async (t) => {
  const folder = await temporary(t);
  const document = JSON.parse(await readFile('src/contract/generated/public.json', 'utf8'));
  const file = join(folder, 'public.json');
  document.paths['/calls'].post.security = [];
  await writeFile(file, JSON.stringify(document));
  assert.match((await lint('spectral.yaml', [file])).problems.join('\n'), /owasp:api2:2023-write-restricted/);
});

test('Helm finds the chart to say what the manifests say, and objects to one that says something else', {
  skip: withoutTools || (withoutHelm ?? false),
}, async (t) => {
  assert.deepEqual((await helm()).problems, []);
  const chart = join(await temporary(t), 'chart');
  await cp('deploy/helm', chart, { recursive: true });
  const template = join(chart, 'templates/api.yaml');
  await writeFile(
    template,
    (await readFile(template, 'utf8')).replace('{{ .Values.images.ringpost | quote }}', 'ringpost:0.1.0').replace('cpu: 500m', 'cpu: 5'),
  );
  assert.deepEqual((await helm(chart)).problems, [
    'Deployment ringpost-api is not what deploy/kubernetes says',
    'a value did not reach Deployment ringpost-api',
  ]);
});

async function service(t: TestContext): Promise<{ url: string; inputs: Record<string, string> }> {
  const context = await testContext();
  t.after(() => context.close());
  const { origin, close } = await startPublic(context);
  t.after(close);
  const { id } = await tenant(context);
  const inputs = { apiKey: (await apiKey(context, id)).text, agentId: await agent(context, id) };
  // A workflow's inputs are all required, used or not.
  const unused = { callsReadKey: '', phoneNumber: '', receiverUrl: '', idempotencyKey: '' };
  return { url: `${origin}/api/v1/public`, inputs: { ...unused, ...inputs } };
}

async function play(t: TestContext, url: string, inputs: Record<string, string>): Promise<Awaited<ReturnType<typeof playWorkflows>>> {
  return playWorkflows({ apiUrl: url, inputs, folder: await temporary(t), only: ['extraction'] });
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? '', 'referees-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Stands before the service and adds to every answer a property that no document knows. */
async function liar(t: TestContext, target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const headers = { authorization: request.headers.authorization ?? '', 'content-type': request.headers['content-type'] ?? '' };
    const method = request.method ?? 'GET';
    const answer = await fetch(target + request.url, { method, headers, ...(method === 'POST' && { body: sent }) });
    const body = JSON.stringify({ ...(JSON.parse(await answer.text()) as object), invented: true });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  const { origin, close } = await listen(server);
  t.after(close);
  return origin;
}
