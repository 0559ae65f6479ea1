import { execFileSync } from 'node:child_process';

/** The `skip` of a test that needs a real browser. `npm test` prints how many were skipped for want of one. */
export const withoutChromium: string | false = isThere() ? false : 'needs Chromium';

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

function isThere(): boolean {
  try {
    execFileSync('chromium', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
