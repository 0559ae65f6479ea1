import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `skip` for a test that needs a real browser; `npm test` prints how many were left out for want of one. */
export const withoutChromium: string | false = isThere() ? false : 'needs Chromium';

/** A page as a browser has it once its scripts have run, and what it complained about. The browser reaches this machine only. */
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

/** `rebound` is a name that has this machine's address, as its owner may give it. */
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
