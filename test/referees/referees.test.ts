import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { listenFor, publicFor } from '../support/api.ts';
import { contextFor } from '../support/context.ts';
import { agent, apiKey, tenant } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';
import { areInstalled } from '../support/tools.ts';
import { drift } from './drift.ts';
import { helm, withoutHelm } from './helm.ts';
import { behindPrism, prismFindings } from './prism.ts';
import { lint } from './spectral.ts';
import { toolsFolder } from './tools.ts';
import { playWorkflows, workflowFindings } from './workflows.ts';

/**
 * A referee that never objects proves nothing: each is shown a service that lies a little. That they find nothing in the service as it is,
 * `npm run referees` shows of all of it.
 */

const withoutTools = areInstalled(toolsFolder) ? false : 'the referees are not installed: npm run referees';

test('Redocly objects to a property that the document lacks, while it plays a workflow and afterwards, and to a path only where it was answered', async (t) => {
  const { lying, inputs } = await liar(t);
  const played = await playWorkflows({ apiUrl: lying, inputs, folder: await temporary(t), only: ['extraction'] });
  assert.match(workflowFindings(played).problems.join('\n'), /listAgents: schema check: .*invented/s);

  const har = JSON.parse(await readFile(played.harFile, 'utf8'));
  const [some] = har.log.entries;
  for (const [path, status] of [
    ['answered', 200],
    ['refused', 404],
  ] as const) {
    const request = { ...some.request, method: 'GET', url: `${lying}/${path}` };
    har.log.entries.push({ ...some, request, response: { ...some.response, status, content: { size: 0, mimeType: '' } } });
  }
  await writeFile(played.harFile, JSON.stringify(har));
  const { problems, looked, coverage } = await drift(played.harFile, lying);
  assert.match(problems.join('\n'), /GET \/agents 200: .*undocumented/);
  assert.match(problems.join('\n'), /GET \/answered 200: Undocumented endpoint/);
  assert.doesNotMatch(problems.join('\n'), /\/refused/);
  const { covered, total } = coverage.operations;
  assert.deepEqual([looked, covered, total > 1], [1, 1, true], 'the workflow ends with its first step');
});

test('Prism objects to the same, and to a request that the service should have refused', { skip: withoutTools }, async (t) => {
  const { lying, inputs } = await liar(t);
  const watched = await behindPrism(lying, async (proxyUrl) => {
    const request = { method: 'GET', url: `${proxyUrl}/agents` };
    const { status, headers } = await fetch(request.url, { headers: { authorization: `Bearer ${inputs['apiKey']}` } });
    return { request, response: { status, headers: [...headers].map(([name, value]) => ({ name, value })) } };
  });
  const problems = prismFindings({ log: { entries: [watched] } }).problems.join('\n');
  assert.match(problems, /GET .*\/agents 200: response\.body.*additional properties/);

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
  document.paths = { '/calls': { post: { ...document.paths['/calls'].post, security: [] } } };
  await writeFile(file, JSON.stringify(document));
  assert.match((await lint('spectral.yaml', [file])).problems.join('\n'), /owasp:api2:2023-write-restricted/);
});

test('Helm objects to a chart that says something else than the manifests, and to nothing more', {
  skip: withoutTools || (withoutHelm ?? false),
}, async (t) => {
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

async function temporary(t: TestContext): Promise<string> {
  const folder = folderFor(t, process.env['TEST_FOLDER'] ?? '');
  return folder;
}

/** A service, and what stands before it and adds to every answer a property that no document knows. */
async function liar(t: TestContext): Promise<{ lying: string; inputs: Record<string, string> }> {
  const context = await contextFor(t);
  const service = await publicFor(t, context);
  const { id } = await tenant(context);
  // A workflow's inputs are all required, used or not.
  const unused = { callsReadKey: '', phoneNumber: '', receiverUrl: '', idempotencyKey: '' };
  const inputs = { ...unused, apiKey: (await apiKey(context, id)).text, agentId: await agent(context, id) };
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const headers = { authorization: request.headers.authorization ?? '', 'content-type': request.headers['content-type'] ?? '' };
    const method = request.method ?? 'GET';
    const url = `${service.origin}/api/v1/public${request.url}`;
    const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body: sent }) });
    const body = JSON.stringify({ ...(JSON.parse(await answer.text()) as object), invented: true });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  const { origin } = await listenFor(t, server);
  return { lying: origin, inputs };
}
