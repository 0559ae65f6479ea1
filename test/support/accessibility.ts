import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that a theme can break. They take half as long as all. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Runs axe-core on the current page, which must find nothing serious. `colours` is for a page that was judged whole in another theme. */
export async function assertAccessible(page: Page, where: string, judged: 'all' | 'colours' = 'all'): Promise<void> {
  // The script is evaluated through the debugger, since the page's own policy rightly refuses added scripts.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(judged === 'colours' && { runOnly: ofColours }) };
  const violations = (await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`)) as Finding[];
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
}
