import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Marked } from 'marked';
import { buildSite } from '../../docs/site/build-site.ts';
import { errorCatalogue } from '../../docs/site/catalogue.ts';
import { changesBetween, compare } from '../../docs/site/contract-changes.ts';
import { createSearch } from '../../docs/site/page/find.ts';
import { artefacts } from '../../src/contract/artefacts/artefacts.ts';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { folderFor } from '../support/folder.ts';
import { keptDocs } from '../support/kept-docs.ts';
import { type BuiltPage, placesOfReference, readPages, targetOf } from './built-site.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = folderFor({ after });
let files: ReadonlySet<string>;
let all: readonly BuiltPage[];
/** Without the references, which Redocly makes. */
let pages: readonly BuiltPage[];

before(async () => {
  await buildSite(folder, { address: 'https://calls.example.net', kept: await keptDocs() });
  files = new Set(await readdir(folder, { recursive: true }));
  all = await readPages(folder);
  pages = all.filter(({ path }) => !path.startsWith('reference/'));
});

test('every link and every anchor of every page leads somewhere', (t) => {
  const ids = new Map(all.map((page) => [page.path, page.ids]));
  const elsewhere = new Set<string>();
  const broken: string[] = [];
  for (const { path, links } of all) {
    for (const link of links) {
      const target = targetOf(path, link);
      if (target === null) elsewhere.add(link);
      else if (!files.has(target.file)) broken.push(`${path}: ${link}`);
      // The script of the reference shows these: a browser's test opens each.
      else if (target.file === 'reference/api.html' && placesOfReference.includes(target.fragment)) continue;
      else if (target.fragment !== '' && !ids.get(target.file)?.has(target.fragment)) broken.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
  t.diagnostic(`Links that lead elsewhere and are not checked: ${[...elsewhere].sort().join(' ')}`);
});

test('every page has its Markdown beside it, whose links lead to what is there', async () => {
  const written = [...files].filter((file) => file.endsWith('.md')).sort();
  assert.deepEqual(written, pages.flatMap(({ path }) => (path === '404.html' ? [] : [path.replace(/html$/, 'md')])).sort());
  const pageOf = new Map(pages.map((page) => [page.path.replace(/html$/, 'md'), page]));
  for (const path of written) {
    const text = await readFile(join(folder, path), 'utf8');
    const page = pageOf.get(path) ?? assert.fail(path);
    assert.ok(page.links.includes(basename(path)), `${path} is not named by its page`);
    assert.doesNotMatch(text, /^```(sample|example|call|section|made)$/m, path);
    for (const link of linksOf(text)) {
      const target = targetOf(path, link);
      if (target === null) continue;
      assert.ok(target.file.endsWith('.md') || target.file.startsWith('reference/'), `${path}: ${link}`);
      assert.ok(files.has(target.file), `${path}: ${link}`);
      if (target.fragment !== '' && pageOf.has(target.file))
        assert.ok(pageOf.get(target.file)?.ids.has(target.fragment), `${path}: ${link}`);
    }
  }
});

function linksOf(markdown: string): readonly string[] {
  const links: string[] = [];
  new Marked({ walkTokens: (token) => void (token.type === 'link' && links.push(token['href'])) }).parse(markdown);
  return links;
}

test('llms.txt names every page as Markdown, and every file for programs', async () => {
  const text = await readFile(join(folder, 'llms.txt'), 'utf8');
  assert.match(text, /^# Ringpost\n\n> \S/);
  const address = 'https://calls.example.net';
  const expected = [
    ...[...files].filter((file) => file.endsWith('.md')).map((file) => `${address}/docs/${file}`),
    ...[...Object.keys(artefacts(address)), '.well-known/api-catalog', 'llms.txt'].map((path) => `${address}/${path}`),
  ];
  assert.deepEqual([...linksOf(text)].sort(), expected.sort());
});

test('the page of the documents links to every file for programs, and shows how a linter rates them', () => {
  const { html, links } = pages.find(({ path }) => path === 'reference.html') ?? assert.fail();
  for (const path of Object.keys(artefacts(''))) assert.ok(links.includes(`https://calls.example.net/${path}`), path);
  const [, points] = /<strong>all in all<\/strong><\/td><td><strong>(\d+)<\/strong>/.exec(html) ?? [];
  assert.ok(Number(points) >= 86, `the score fell to ${points}`);
});

test('the search finds guides, errors, events and operations by the words that readers use', async () => {
  const script = await readFile(join(folder, 'assets', 'search-index.js'), 'utf8');
  const find = createSearch(JSON.parse(script.slice(script.indexOf('=') + 1, -2)));
  const expected = {
    'retry schedule': 'retries.html',
    backoff: 'retries.html',
    'dead letter': 'retries.html',
    dlq: 'retries.html',
    'typescript client': 'client.html',
    sdk: 'client.html',
    'verify signature': 'verify.html',
    'placement failed': 'errors/placement_failed.html',
    'lead qualified': 'events/lead.qualified.html',
    'place a call': 'reference/api.html#/calls/placecall',
    'rate limit': 'rate-limits.html',
    'idempotency key': 'idempotency.html',
  };
  assert.deepEqual(
    Object.keys(expected).map((asked) => [asked, find(asked)[0]?.href.replace(/\.html#(?!\/).*/, '.html')]),
    Object.entries(expected),
  );
  for (const { href } of find('call')) assert.ok(files.has(href.split('#')[0] ?? ''), href);
});

test('no page loads anything from elsewhere', () => {
  for (const { path, html } of all) {
    assert.doesNotMatch(html, /<(script|img|iframe)[^>]*\ssrc="?(https?:)?\/\//, path);
    assert.doesNotMatch(html, /<link[^>]*\shref="?(https?:)?\/\//, path);
    assert.doesNotMatch(html, /@import|https?:\/\/cdn\./, path);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/, `${path} has a script within the page`);
  }
});

test('every documented error code has a page, and every page of one a code', async () => {
  const codes = [...errorCatalogue().keys()].sort();
  const written = (await readdir(join(root, 'docs', 'errors'))).map((name) => basename(name, '.md')).sort();
  assert.deepEqual(written, codes);
  for (const code of codes) {
    const page = pages.find(({ path }) => path === `errors/${code}.html`) ?? assert.fail(code);
    for (const heading of ['Why', 'What to do', 'Where']) assert.ok(page.html.includes(`>${heading}<`), `${code}: ${heading}`);
  }
});

test('a code that two APIs have says what it means in each', () => {
  const { html } = pages.find(({ path }) => path === 'errors/conflict.html') ?? assert.fail();
  assert.match(html, /<h2 id="operator-api">[\s\S]*RINGPOST_ENV=sandbox[\s\S]*<h2 id="simulator">[\s\S]*thousand receivers/);
});

test('every event has a page with its fields and its examples', () => {
  for (const { name, examples = [], payload } of Object.values(asyncApiDocument().components.messages)) {
    if (!payload) continue;
    const { html } = pages.find(({ path }) => path === `events/${name}.html`) ?? assert.fail(name);
    assert.ok(html.includes('<code>event</code>'));
    assert.equal(html.match(/POST \/your-endpoint|POST<\/span>/g)?.length, examples.length, name);
  }
  const { html } = pages.find(({ path }) => path === 'events/lead.qualified.html') ?? assert.fail();
  assert.match(html, /<h3 id="ai_call">[\s\S]*lead\.fullName[\s\S]*<h3 id="pipeline_stage">[\s\S]*contact\.owners\[\]\.phones\[\]\.number/);
});

test('every alert has its runbook, where it says that it is', async () => {
  const alerts = await readFile(join(root, 'deploy', 'prometheus', 'alerts.yaml'), 'utf8');
  const urls = [...alerts.matchAll(/runbook_url: https:\/\/[^/]+\/docs\/(\S+)/g)];
  assert.equal(urls.length, alerts.match(/alert: /g)?.length);
  for (const [, path = ''] of urls) assert.ok(files.has(path), path);
});

test('each page has one title, its own names, and a way on', () => {
  assert.ok(pages.length > 80);
  for (const { path, html, ids } of pages) {
    assert.equal(html.match(/<h1/g)?.length, 1, path);
    const named = [...html.matchAll(/\sid="([^"]*)"/g)];
    assert.equal(named.length, ids.size, `${path} has an id twice`);
    assert.doesNotMatch(html, /site:|\{\{sample|undefined|\[object Object\]/, path);
    if (path !== '404.html') assert.match(html, /rel="(next|prev)"/, path);
  }
});

test('the pages name the service that they are of', () => {
  const { html } = all.find(({ path }) => path === 'reference/api.html') ?? assert.fail();
  assert.match(html, /https:\/\/calls\.example\.net\/api\/v1\/public/);
});

test('code on hand-written pages comes from files that are tested, but for commands', async () => {
  const taken = ['sample', 'example', 'call', 'section', 'made', 'sh'];
  for (const name of (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md'))) {
    const fences = [...(await readFile(join(root, 'docs', name), 'utf8')).matchAll(/^```(\w+)$/gm)].map(([, language]) => language ?? '');
    assert.deepEqual(
      fences.filter((language) => !taken.includes(language)),
      [],
      name,
    );
  }
});

test('what breaks callers or receivers is rated as a major change, what adds something is not, and a set that may grow has not changed', async () => {
  const rated = async (name: 'public' | 'asyncapi', change: (document: Written) => void): Promise<readonly string[]> => {
    const [before, after] = [await written(name), await written(name)];
    change(after);
    const { changes } = await changesBetween(before, after);
    return [...new Set(changes.map(({ impact, kind, path }) => `${impact}: ${kind} ${path.split('/').at(-1)}`))].sort();
  };
  const drop = ({ properties = {} }: Shape, name: string) => assert.ok(name in properties && delete properties[name]);
  const inApi = rated('public', ({ paths, components: { schemas } }) => {
    delete paths['/agents'];
    drop(schemas['CallFields'] ?? {}, 'outcome');
    schemas['PlaceCallRequest']?.required?.push('metadata');
    schemas['CallStatus']?.enum?.push('transferred');
    Object.assign(schemas['CallFields']?.properties ?? {}, { language: { type: 'string' } });
  });
  const ofApi = ['major: modified schema', 'major: removed outcome', 'major: removed ~1agents', 'minor: added language'];
  assert.deepEqual(await inApi, [...ofApi, 'patch: removed AgentsReply']);
  const inWebhooks = await rated('asyncapi', ({ components: { schemas } }) => drop(schemas['CallCompletedData'] ?? {}, 'notes'));
  assert.deepEqual(inWebhooks, ['major: removed notes']);
});

interface Written {
  readonly paths: Record<string, unknown>;
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> };
}

interface Shape {
  readonly properties?: Record<string, unknown>;
  readonly required?: string[];
  readonly enum?: string[];
}

const written = async (name: string): Promise<Written> =>
  JSON.parse(await readFile(join(root, 'src/contract/generated', `${name}.json`), 'utf8'));

test('the contract keeps its promise to callers of what was published before', async () => {
  for (const name of ['public', 'asyncapi'] as const) {
    const { summary, changes } = await compare(name, await keptDocs());
    assert.equal(summary.major, 0, JSON.stringify(changes.filter(({ impact }) => impact === 'major')));
  }
});
