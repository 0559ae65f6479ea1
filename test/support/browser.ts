import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { findChromium, flags } from './chromium.ts';
import { latch } from './latch.ts';
import { shared } from './shared.ts';
import { until } from './until.ts';

/** A page in a real browser. Tests use it as a person does. */
export interface OpenPage {
  readonly page: Page;
  /** Saves the visible page as `dist/screenshots/<name>.png` for people to look at, where they have asked for pictures. */
  shoot(name: string): Promise<void>;
}

/** Matches messages that the browser itself prints when a server is gone or an expectation is not met. */
const byTheBrowserItself =
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE)|status of (401|422|502)/;

/** The limit only ends the wait for what never happens. No test measures how fast a page is. */
const patienceMs = 300_000;

const screenshots = join(import.meta.dirname, '../../dist/screenshots');

export const wantsPictures = Boolean(process.env['TEST_PICTURES']);

/** Saves the visible page where pictures are wanted. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!wantsPictures) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** Opens a page. The test fails if the page logs an error or throws an uncaught one. */
export async function openPage(t: TestContext, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await newContext(t, { viewport: { width: 1440, height: 900 }, colorScheme: 'light', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!byTheBrowserItself.test(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complain(error.message));
  t.after(() => assert.deepEqual(complaints, []));
  await page.goto(url);
  return { page, shoot: (name) => savePicture(page, name) };
}

/** Lets the next answer to a request of the page be on its way until it is let go. `ask` makes the page ask. */
export async function holdAnswer(page: Page, url: string, ask: () => Promise<unknown>): Promise<{ letGo(): Promise<void> }> {
  const { give: release, given: released } = latch();
  const isHeld = new Promise<void>((resolve, reject) => {
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      resolve();
      await released;
      await route.fulfill({ response });
    };
    page.route(url, hold, { times: 1 }).then(ask).catch(reject);
  });
  await isHeld;
  return {
    async letGo() {
      const late = page.waitForResponse(url);
      release();
      await (await late).finished();
      // The page has read it before it reads another.
      await page.evaluate("fetch('/healthz').then((response) => response.text())");
    },
  };
}

/**
 * Does something and waits until the console has said the sentence about it. The console shows it for five seconds only, so this listens
 * from before: on a busy machine a look afterwards may come too late. A sentence that is shown already is not heard again.
 */
export async function waitUntilSaid(page: Page, sentence: string, act: () => Promise<unknown>): Promise<void> {
  const listening = await page.evaluateHandle<{ readonly heard: Promise<void> }>(`({
    heard: new Promise((resolve) => {
      const said = document.querySelector('.said');
      const listen = () => said.textContent === ${JSON.stringify(sentence)} && resolve();
      new MutationObserver(listen).observe(said, { childList: true, characterData: true, subtree: true });
    }),
  })`);
  await act();
  await listening.evaluate(({ heard }) => heard);
}

/** Goes to an element with the Tab key, and presses Enter there. */
export async function pressByKeyboard(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let tabs = 0; (await element.and(page.locator(':focus')).count()) === 0; tabs++) {
    assert.ok(tabs < 200, 'Tab never reaches it');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

/** Waits until the focus is at the element of this name. Effects come some frames after what led to them. */
export const focusIsAt = (page: Page, name: RegExp): Promise<void> =>
  until('the focus is there', async () =>
    name.test(await page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent')),
  );

/** The elements that reach beyond the right edge, for a message. */
const widest = `[...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map(({ tagName, className }) => tagName.toLowerCase() + '.' + className)
  .slice(0, 8)
  .join(', ')`;

/** What is shown must not scroll sideways. `where` says what it is. */
export async function assertNotTooWide(page: Page, where: string): Promise<void> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.ok(tooWide <= 0, `${where}: it is ${tooWide} px too wide: ${await page.evaluate(widest)}`);
}

/** Shows every list of the console at the narrowest and the widest of each of its three layouts (`narrow.css`): none may scroll sideways. */
export async function assertFits(page: Page): Promise<void> {
  for (const width of [360, 720, 721, 1_080, 1_081, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const list of ['1', '2', '3', '4']) {
      await page.keyboard.press('Escape');
      await page.keyboard.press(list);
      await assertNotTooWide(page, `list ${list}, ${width} px`);
    }
  }
}

/**
 * Nothing of one test is left for the next: a context has its own storage, connections and permissions. Where the test has failed, it says
 * what its pages showed.
 */
export async function newContext(t: TestContext, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await browser()).newContext(options);
  context.setDefaultTimeout(patienceMs);
  t.after(async () => {
    // The types of Node 20 do not know `passed`.
    if ('passed' in t && !t.passed)
      for (const page of context.pages())
        t.diagnostic(`${page.url()} showed:\n${await page.evaluate('document.body.innerText').catch(String)}`);
    await context.close();
  });
  return context;
}

const browser = shared<Browser>(
  () =>
    chromium.launch({
      timeout: patienceMs,
      executablePath: findChromium(),
      args: [...flags],
    }),
  (launched) => launched.close(),
);
