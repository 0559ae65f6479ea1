import assert from 'node:assert/strict';
import { after } from 'node:test';
import { placesOfReference } from '../docs/built-site.ts';
import { assertAccessible } from '../support/accessibility.ts';
import { publicOfFile } from '../support/api.ts';
import { openPage } from '../support/browser.ts';
import { inBrowser } from '../support/chromium.ts';
import { contextOfFile } from '../support/context.ts';
import { dataFolderWithDocs } from '../support/kept-docs.ts';

/** The documentation as the service serves it, under its policy: whatever the browser complains about fails the test. */

const folder = await dataFolderWithDocs({ after });
const context = await contextOfFile({ env: { RINGPOST_DATA_FOLDER: folder } });
const server = await publicOfFile(context);
const docs = `${server.origin}/docs`;

/** One of each kind. */
const kinds = [
  'index',
  'try-it',
  'verify',
  'events/lead.qualified',
  'errors/conflict',
  'simulator',
  'changelog',
  'runbooks/RingpostDown',
  '404',
];

inBrowser('every kind of page is readable to everybody in both themes, and no wider than a telephone', async (t) => {
  const { page, shoot } = await openPage(t, `${docs}/`);
  const ink = () => page.evaluate('getComputedStyle(document.body).color');
  for (const kind of kinds) {
    await page.goto(`${docs}/${kind}.html`);
    await assertAccessible(page, kind);
    await shoot(`docs-${kind.replace('/', '-')}-light`);
    const light = await ink();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await ink(), light);
    await assertAccessible(page, kind, 'colours');
    await shoot(`docs-${kind.replace('/', '-')}-dark`);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, kind);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

inBrowser('on a telephone the menu opens and closes', async (t) => {
  const { page, shoot } = await openPage(t, `${docs}/`, { viewport: { width: 360, height: 740 } });
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  const menu = page.getByRole('button', { name: 'Menu' });
  assert.equal(await navigation.isVisible(), false);
  await menu.click();
  await navigation.getByRole('link', { name: 'Quick start' }).waitFor();
  await assertAccessible(page, 'menu');
  await shoot('docs-menu');
  await page.keyboard.press('Escape');
  await navigation.waitFor({ state: 'hidden' });
});

inBrowser('the search is used by keyboard alone', async (t) => {
  const { page, shoot } = await openPage(t, `${docs}/errors/not_found.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('placement_fai');
  await page
    .getByRole('option', { name: /^placement_failed/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.getByRole('combobox').getAttribute('aria-activedescendant'), 'found-0');
  await assertAccessible(page, 'search');
  await shoot('docs-search');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${docs}/errors/placement_failed.html`);
  await page.getByRole('combobox').fill('zzzz');
  await page.getByText('Nothing found').waitFor();
});

inBrowser('the theme that was chosen stays for the next page', async (t) => {
  const { page } = await openPage(t, `${docs}/`);
  await page.getByRole('button', { name: 'Theme: system. Change to light.' }).click();
  await page.getByRole('button', { name: 'Theme: light. Change to dark.' }).click();
  await page.goto(`${docs}/retries.html`);
  await page.getByRole('button', { name: 'Theme: dark. Change to system.' }).waitFor();
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark');
  await page.goto(`${docs}/reference/api.html`);
  await page.locator('html.dark').waitFor();
});

inBrowser('without scripts everything is there to read and to follow', async (t) => {
  const { page } = await openPage(t, `${docs}/`, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Errors' }).click();
  await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
});

inBrowser('both references open, show every noun, and lead back', async (t) => {
  const { page, shoot } = await openPage(t, `${docs}/reference/api.html`);
  for (const words of ['Calls', 'Agents', 'Webhook endpoints', 'Automation triggers', 'Webhook deliveries'])
    await page.getByText(words, { exact: true }).first().waitFor();
  await shoot('docs-reference-api');
  for (const place of placesOfReference) {
    await page.goto(`${docs}/reference/api.html#${place}`);
    await page
      .getByText(/^(GET|POST|DELETE)$/i)
      .first()
      .waitFor();
    assert.equal(await page.getByText('No page at this address').count(), 0, place);
  }
  const contents = page.getByRole('link', { name: 'Budgets', exact: true }).first();
  assert.equal(await contents.getAttribute('href'), '#/section/budgets');
  await contents.click();
  await page.waitForURL(`${docs}/reference/api.html#/section/budgets`);
  await page.waitForFunction("Math.abs(document.getElementById('section/budgets').getBoundingClientRect().top) < innerHeight");
  const outside = `[...document.links].map(({ href }) => href).filter((href) => href.startsWith(location.origin) && !href.startsWith('${docs}/'))`;
  assert.deepEqual(await page.evaluate(outside), []);
  await page.getByRole('link', { name: 'Webhook reference' }).click();
  await page.getByText('Checking the signature').first().waitFor();
  await page.getByRole('link', { name: 'Ringpost documentation' }).click();
  await page.getByRole('heading', { name: 'Ringpost documentation', level: 1 }).waitFor();
});
