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

/** axe-core on the page as it stands: nothing serious may be found. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // Evaluated through the debugger, since the page's own policy rightly refuses a script that is added to it.
  await page.evaluate(readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8'));
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Finding[];
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
}
