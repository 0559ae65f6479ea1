import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly FoundNode[];
}

interface FoundNode {
  readonly html: string;
  readonly any: readonly { readonly data: unknown }[];
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that a theme can break. They take half as long as all. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Runs axe-core on the current page, which must find nothing serious. `colours` is for a page that was judged whole in another theme. */
export async function assertAccessible(page: Page, where: string, judged: 'all' | 'colours' = 'all'): Promise<void> {
  // The script is evaluated through the debugger, since the page's own policy rightly refuses added scripts.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const options = { resultTypes: ['violations', 'incomplete'], ...(judged === 'colours' && { runOnly: ofColours }) };
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations, incomplete }) => ({ violations, incomplete }))`;
  const { violations, incomplete } = (await page.evaluate(run)) as { violations: Finding[]; incomplete: Finding[] };
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  // Axe leaves it to people whether a text in the very colour of its ground is meant to be seen. None of ours is meant not to be.
  const invisible = incomplete
    .map((finding) => ({ ...finding, nodes: finding.nodes.filter(isInvisible) }))
    .filter(({ nodes }) => nodes.length > 0);
  assert.deepEqual(
    [...serious, ...invisible].map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
}

const isInvisible = ({ any }: FoundNode): boolean =>
  any.some(({ data }) => typeof data === 'object' && data !== null && 'messageKey' in data && data.messageKey === 'equalRatio');
