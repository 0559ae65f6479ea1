import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The `skip` of a test that needs a real browser. `npm test` prints how many were skipped for want of one. */
export const withoutChromium: string | false = isThere() ? false : 'needs Chromium';

/** Returns a page after its scripts have run, and its errors. The browser reaches only this machine. */
export async function render(url: string): Promise<{ dom: string; errors: readonly string[] }> {
  const profile = await mkdtemp(join(tmpdir(), 'ringpost-chromium-'));
  try {
    const { stdout, stderr } = await promisify(execFile)(
      'chromium',
      [...flagsOf(), `--user-data-dir=${profile}`, '--virtual-time-budget=10000', '--dump-dom', url],
      {
        maxBuffer: 64 * 1024 * 1024,
        timeout: 300_000,
      },
    );
    return { dom: stdout, errors: stderr.split('\n').filter((line) => line.includes('CONSOLE') && /error|failed|refused/i.test(line)) };
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the browser's flags. The name in `rebound` resolves to this machine, as its owner could make it do. */
export const flagsOf = (rebound?: string): string[] => [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-logging=stderr',
  `--host-resolver-rules=${rebound === undefined ? '' : `MAP ${rebound} 127.0.0.1, `}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
];

function isThere(): boolean {
  try {
    execFileSync('chromium', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
