import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { freePort } from '../../cli/parts/ports.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { control } from '../simulator/control.ts';
import { openPage } from '../support/browser.ts';
import { cellFor } from '../support/cell.ts';
import { inBrowser } from '../support/chromium.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';
import { dial } from './dial.ts';

/** What the console gives to take along is taken along: each runs as it was pasted. */

inBrowser('a call is copied as curl, as a scenario and as a test, and its webhook as curl; all of them run', async (t) => {
  const { simulator, env } = await system(t);
  const { page } = await openPage(t, simulator.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const details = page.getByRole('region', { name: 'Details' });
  await page.getByRole('button', { name: 'Fails once' }).click();
  await page.getByText('Answers 500 once, then 200.').waitFor();
  await page.getByLabel('Story').first().selectOption({ label: 'Busy' });
  await page.getByRole('button', { name: 'Place the call' }).click();
  await details.getByRole('button', { name: /call\.completed.*answered 500/ }).click();
  await details.getByRole('button', { name: 'Skip to the next attempt' }).click();
  await details.getByText(/^The receiver took attempt 2 with 200, after 500\./).waitFor();

  const webhook = await copied(page, 'Copy as curl');
  assert.match(await shell(webhook, {}), /^HTTP\/1\.1 200/);
  await details.getByText('Attempt 2 was accepted already. Answer 2xx, and do nothing twice.').waitFor();

  await details.getByRole('button', { name: 'Its call' }).click();
  const [scenario, call, copiedTest] = [
    await copied(page, 'Copy as scenario'),
    await copied(page, 'Copy as curl'),
    await copied(page, 'Copy as test'),
  ];
  const placed = JSON.parse(await shell(call, env));
  assert.match(placed.call.id, /^call_/);
  // What is not delivered here would be tried again at the simulator of the test.
  await simulator.expectDelivery({ event: 'call.completed', where: { 'data.call_id': placed.call.id }, within: 86_400 });

  const added = (await control(simulator, 'POST', '/scenarios', scenario)) as { scenarios: { name: string; numbers: { first: string } }[] };
  const again = added.scenarios[0];
  assert.ok(again?.name === 'busy-again', again?.name);
  await dial(simulator, again.numbers.first, 'again');
  await simulator.expectStates('again', ['ringing', 'ended'], { within: 86_400 });

  // The test brings a simulator of its own, to where the service looks for its provider.
  await simulator.stop();
  assert.match(await runTest(t, copiedTest, env), /^ℹ pass 1$/m);
});

async function copied(page: Page, name: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  const button = page.getByRole('region', { name: 'Details' }).getByRole('button', { name });
  // The button says so for two seconds, so it is looked for before it is pressed.
  await Promise.all([page.getByRole('button', { name: 'Copied' }).first().waitFor(), button.click()]);
  return (await page.waitForFunction<string>('navigator.clipboard.readText()')).jsonValue();
}

const shell = async (command: string, env: Readonly<Record<string, string>>): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } })).stdout;

/** In a project that has the package, and nothing else. Resolves to what the runner said. */
async function runTest(t: TestContext, text: string, env: Readonly<Record<string, string>>): Promise<string> {
  const project = folderFor(t);
  const installed = join(project, 'node_modules/@ringpost/simulator');
  await mkdir(installed, { recursive: true });
  const manifest = { name: '@ringpost/simulator', type: 'module', exports: './index.ts' };
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(installed, 'index.ts'), `export * from ${JSON.stringify(await exportedSource('.'))};\n`);
  await writeFile(join(project, 'package.json'), '{"type": "module"}');
  await writeFile(join(project, 'copied.test.ts'), text);
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const runner = ['--import', import.meta.resolve('tsx'), '--test', '--test-reporter', 'spec', 'copied.test.ts'];
  const run = promisify(execFile)(process.execPath, runner, { cwd: project, env: { ...inherited, ...env } });
  return (await run.catch((error: { stdout: string }) => assert.fail(`${error.stdout}\n${text}`))).stdout;
}

/** The source of what the package exports under this name: a build would take longer than the test. */
async function exportedSource(name: string): Promise<string> {
  const root = join(import.meta.dirname, '../..');
  const { exports }: { exports: Record<string, { default: string }> } = JSON.parse(
    await readFile(join(root, 'simulator/package.json'), 'utf8'),
  );
  const built = exports[name]?.default ?? assert.fail(`The package does not export ${name}.`);
  return join(root, built.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts'));
}

/** A service in a process of its own, and beside it a simulator that the console opens on. */
async function system(t: TestContext): Promise<{ simulator: Simulator; env: Readonly<Record<string, string>> }> {
  const { context, url, operatorUrl, operatorToken, start } = await cellFor(t);
  const simulatorPort = await freePort();
  const owner = await tenant(context, { balance: 10_000_000 });
  const key = await apiKey(context, owner.id);
  await agent(context, owner.id);
  await phoneNumber(context, owner.id);
  const target = await endpoint(context, owner.id, { url: `http://127.0.0.1:${simulatorPort}/receivers/crm` });
  await trigger(context, owner.id, target.id);
  const simulator = await startSimulator({
    port: simulatorPort,
    seed: 7,
    speed: 20,
    service: { url, apiKey: key.text, operatorUrl, operatorToken, tenantId: owner.id },
  });
  simulator.receivers.create('crm', { secret: target.secret });
  await start({ VAPI_BASE_URL: simulator.vapiUrl, VAPI_API_KEY: 'simulated', VAPI_WEBHOOK_SECRET: 'simulated' });
  t.after(() => simulator.stop());
  return {
    simulator,
    env: {
      RINGPOST_URL: url,
      RINGPOST_API_KEY: key.text,
      RINGPOST_SIGNING_SECRET: target.secret,
      OPERATOR_URL: operatorUrl,
      OPERATOR_TOKEN: operatorToken,
    },
  };
}
