import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium, flags } from '../support/chromium.ts';

/**
 * Makes `docs/pictures` from what the browser tests leave in `dist/screenshots`: single pictures, and sheets with a row of pictures in the
 * light above one in the dark, each at another width. `npm run pictures` runs those tests first.
 */
const singles: Readonly<Record<string, string>> = {
  console: 'delivery-failed',
  'console-call': 'call-ended',
  'operator-call': 'operator-call',
  'operator-delivery': 'operator-delivery',
  portal: 'portal-test-event',
};
const sheets: Readonly<Record<string, Readonly<Record<'light' | 'dark', readonly string[]>>>> = {
  'operator-views': {
    light: [
      'operator-now-390',
      'operator-tenants-one-endpoints-one-768',
      'operator-deliveries-one-1024',
      'operator-tenants-one-agents-one-1440',
    ],
    dark: [
      'operator-deliveries-one-390',
      'operator-tenants-one-agents-one-768',
      'operator-now-1024',
      'operator-tenants-one-endpoints-one-1440',
    ],
  },
  'portal-views': {
    light: ['portal-endpoints-390', 'portal-deliveries-one-768', 'portal-calls-one-1024', 'portal-account-1440'],
    dark: ['portal-calls-one-390', 'portal-account-768', 'portal-endpoints-1024', 'portal-deliveries-one-1440'],
  },
  'console-views': {
    light: ['console-call-390', 'console-call-768', 'console-call-1024', 'console-call-1440'],
    dark: ['console-call-390', 'console-call-768', 'console-call-1024', 'console-call-1440'],
  },
};

const root = join(import.meta.dirname, '../..');
const style =
  'body { margin: 0; display: inline-grid; gap: 8px; padding: 8px; background: #9aa3ad } div { display: flex; gap: 8px } img { height: 250px }';

const shotOf = (name: string): Buffer => readFileSync(join(root, `dist/screenshots/${name}.png`));
const imageOf = (name: string): string => `<img src="data:image/png;base64,${shotOf(name).toString('base64')}">`;

const browser = await chromium.launch({ executablePath: findChromium(), args: [...flags] });
const page = await browser.newPage();
for (const [name, rows] of Object.entries(sheets)) {
  const html = Object.entries(rows).map(([theme, names]) => `<div>${names.map((each) => imageOf(`${each}-${theme}`)).join('')}</div>`);
  await page.setContent(`<style>${style}</style>${html.join('')}`);
  await save(name, await page.locator('body').screenshot());
}
for (const [name, shot] of Object.entries(singles)) await save(name, shotOf(shot));
await browser.close();

async function save(name: string, png: Buffer): Promise<void> {
  writeFileSync(join(root, `docs/pictures/${name}.webp`), Buffer.from(await webpOf(page, png), 'base64'));
}

/** Returns the base64 of a picture as WebP, which takes a third of the bytes here. Only the browser can write it, and only from a canvas. */
function webpOf(onPage: Page, png: Buffer): Promise<string> {
  return onPage.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.6).split(',')[1];
  })()`);
}
