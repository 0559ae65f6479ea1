import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildSite } from '../../docs/site/build-site.ts';
import { errorCatalogue } from '../../docs/site/catalogue.ts';
import { compare } from '../../docs/site/contract-changes.ts';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { type BuiltPage, placesOfReference, readPages, targetOf } from './built-site.ts';

const root = join(import.meta.dirname, '..', '..');
let folder: string;
let files: ReadonlySet<string>;
let all: readonly BuiltPage[];
/** Without the references, which Redocly makes. */
let pages: readonly BuiltPage[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  await buildSite(folder, { address: 'https://calls.example.net' });
  files = new Set(await readdir(folder, { recursive: true }));
  all = await readPages(folder);
  pages = all.filter(({ path }) => !path.startsWith('reference/'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('every link and every anchor of every page leads somewhere', (t) => {
  const ids = new Map(all.map((page) => [page.path, page.ids]));
  const elsewhere = new Set<string>();
  const broken: string[] = [];
  /** In a reference, which makes its places by script: a browser's test opens each. */
  const places = new Set<string>();
  for (const { path, links } of pages) {
    for (const link of links) {
      const target = targetOf(path, link);
      if (target === null) elsewhere.add(link);
      else if (!files.has(target.file)) broken.push(`${path}: ${link}`);
      else if (target.file.startsWith('reference/')) places.add(target.fragment);
      else if (target.fragment !== '' && !ids.get(target.file)?.has(target.fragment)) broken.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.deepEqual(
    [...places].filter((place) => place !== '' && !placesOfReference.includes(place)),
    [],
  );
  t.diagnostic(`Links that lead elsewhere and are not checked: ${[...elsewhere].sort().join(' ')}`);
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

test('the contract keeps its promise to callers of what was published before', async () => {
  for (const name of ['public', 'asyncapi'] as const) {
    const { summary, changes } = await compare(name);
    assert.equal(summary.major, 0, JSON.stringify(changes.filter(({ impact }) => impact === 'major')));
  }
});
