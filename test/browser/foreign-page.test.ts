import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { listen } from '../support/api.ts';
import { newContext } from '../support/browser.ts';
import { inBrowser, strangersName } from '../support/chromium.ts';

/** A page of somebody else's, in a real browser on the machine of the simulator, tries what it can. */

/** A simulator that has something to lose, and the stranger's page at `origin`. */
async function attacked(t: TestContext, origin: (port: number) => string): Promise<{ simulator: Simulator; page: Page }> {
  const simulator = await startSimulator();
  simulator.receivers.create('crm', { secret: 'secret' });
  simulator.faults.add({ link: 'voice', answer: '503' });
  const form = `<!doctype html><form method="post" action="${simulator.url}/reset"><button>Win a prize</button></form>`;
  const server = await listen(createServer((_, response) => response.setHeader('content-type', 'text/html').end(form)));
  t.after(async () => {
    await server.close();
    await simulator.stop();
  });
  const page = await (await newContext(t)).newPage();
  await page.goto(origin(Number(new URL(server.origin).port)));
  return { simulator, page };
}

const attempts: readonly (readonly [path: string, body: string])[] = [
  ['/receivers', '{"name": "evil"}'],
  ['/receivers/evil', '{"event": "call.completed"}'],
  ['/time/freeze', ''],
  ['/time/advance', '{"seconds": 3600}'],
  ['/faults', '{"link": "texts", "answer": "500"}'],
  ['/run', '{"seed": 1, "receivers": [], "faults": [], "requests": []}'],
  ['/sessions', '{"name": "evil"}'],
  ['/console/clock/advance', '{"seconds": 3600}'],
  ['/reset', ''],
];

async function assertUntouched({ receivers, faults, time, timeline }: Simulator): Promise<void> {
  assert.deepEqual(
    receivers.all().map(({ name }) => name),
    ['crm'],
  );
  assert.deepEqual(
    faults.all().map(({ link }) => link),
    ['voice'],
  );
  assert.equal((await time.read()).pace, 'running');
  assert.deepEqual(
    timeline.entries.filter(({ kind }) => kind === 'reset' || kind.startsWith('time')),
    [],
  );
}

for (const [whose, origin] of [
  ['a stranger', (port: number) => `http://${strangersName}:${port}`],
  ['another port of this machine', (port: number) => `http://127.0.0.1:${port}`],
] as const)
  inBrowser(`a page of ${whose} posts, and nothing happens`, async (t) => {
    const { simulator, page } = await attacked(t, origin);
    for (const [path, body] of attempts) {
      const sent = page.waitForResponse((response) => response.url() === `${simulator.url}${path}`);
      // Without a preflight, as any page may: the answer is hidden from it, what the request does is not.
      await page.evaluate(
        ([url, text]) => fetch(url, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: text }),
        [`${simulator.url}${path}`, body] as const,
      );
      assert.equal((await sent).status(), 403, path);
    }
    await assertUntouched(simulator);
    // A form goes further: it opens the answer.
    const opened = page.waitForResponse((response) => response.url() === `${simulator.url}/reset`);
    await page.getByRole('button').click();
    assert.equal((await opened).status(), 403);
    await assertUntouched(simulator);
  });

inBrowser('a page whose name was given our address reads nothing and does nothing', async (t) => {
  const { simulator, page } = await attacked(t, () => 'about:blank');
  const port = new URL(simulator.url).port;
  const shown = await page.goto(`http://${strangersName}:${port}/`);
  assert.equal(shown?.status(), 403);
  // To the browser this is the same origin, so a page may read what it is answered.
  for (const path of ['/har', '/timeline', '/timeline/stream', '/calls', '/ledger', '/receivers/crm/deliveries', '/console/service']) {
    const answered = await page.evaluate(async (url) => (await fetch(url)).text(), path);
    assert.match(answered, /host_not_allowed/, path);
  }
  for (const [path, body] of attempts) {
    const answered = await page.evaluate(async ([url, text]) => (await fetch(url, { method: 'POST', body: text })).text(), [
      path,
      body,
    ] as const);
    assert.match(answered, /host_not_allowed/, path);
  }
  await assertUntouched(simulator);
});
