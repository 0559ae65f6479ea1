import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';

/** The `skip` of a test that needs a real browser. `npm test` prints how many were skipped for want of one. */
export const withoutChromium: string | false = findChromium() === '' ? 'needs Chromium' : false;

/** Declares a test that needs a real browser. */
export const inBrowser = (name: string, body: (t: TestContext) => Promise<void>): void => void test(name, { skip: withoutChromium }, body);

/** Names that resolve to this machine, as the owner of a name can make it do. */
export const ownName = 'calls.example.test';
export const strangersName = 'evil.example';

/** The browser reaches only this machine. */
export const flags: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${ownName} 127.0.0.1, MAP ${strangersName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
];

/** Returns the path of the browser, or '' if none is installed. The headless shell is the same engine without its windows, which take a third of the CPU time. */
export function findChromium(): string {
  const { stdout } = spawnSync('which', ['chromium-headless-shell', 'chromium'], { encoding: 'utf8' });
  return stdout.split('\n')[0] ?? '';
}
