import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from './accessibility.ts';
import { assertNotTooWide, type OpenPage, wantsPictures } from './browser.ts';

const widths = [390, 768, 1_024, 1_440];
const themes = ['light', 'dark'] as const;

/**
 * Shows each view at four widths, and in the dark, where only colours differ, at one: none scrolls sideways, each is accessible, and of
 * each there is a picture. The views lie at `#/` of the page that is open.
 */
export async function assertViews({ page, shoot }: OpenPage, name: string, views: readonly string[]): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const view of views) {
      await goTo(page, view);
      for (const width of colorScheme === 'light' || wantsPictures ? widths : [1_440]) {
        await page.setViewportSize({ width, height: 900 });
        const where = `#/${view}, ${colorScheme}, ${width} px`;
        await assertNotTooWide(page, where);
        const rules = rulesFor(colorScheme, width);
        if (rules) await assertAccessible(page, where, rules);
        await shoot(`${name}-${view.replaceAll(/\/[^/]{12,}/g, '-one').replaceAll('/', '-') || 'now'}-${width}-${colorScheme}`);
      }
    }
  }
}

/** A table that has this text shows all its columns without scrolling, and each row in few lines. */
export async function assertInSight(page: Page, table: string, text: string): Promise<void> {
  const region = page.getByRole('region', { name: table, exact: true });
  await region.getByText(text).first().waitFor();
  assert.equal(await region.evaluate((shown) => shown.scrollWidth - shown.clientWidth), 0, table);
  const heights = await region.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 150, `${table}: ${heights}`);
}

/** In the light, all rules are tried narrow and wide: what differs between is the room alone. In the dark only colours differ, at any width alike. */
function rulesFor(colorScheme: (typeof themes)[number], width: number): 'all' | 'colours' | null {
  if (colorScheme === 'dark') return width === 1_440 ? 'colours' : null;
  return width === 390 || width === 1_440 ? 'all' : null;
}

/** Leaves pictures of what is shown, at the four widths in both themes. */
export async function shootWidths({ page, shoot }: OpenPage, name: string): Promise<void> {
  if (!wantsPictures) return;
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await shoot(`${name}-${width}-${colorScheme}`);
    }
  }
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${view}'; new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Asking …').waitFor({ state: 'detached' });
}
