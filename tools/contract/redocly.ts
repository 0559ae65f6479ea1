import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the Redocly command line in the project's folder and returns what it prints. */
export function redocly(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [bin(), ...args], {
    cwd: root,
    // Redocly gets none of this process's environment: it needs no secrets.
    env: { HOME: homedir(), TMPDIR: tmpdir(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new RedoclyError(args[0] ?? '', out, complaints))));
  });
}

const bin = (): string => fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Thrown when Redocly exits with an error. `out` holds its standard output. */
export class RedoclyError extends Error {
  override readonly name = 'RedoclyError';
  readonly out: string;

  constructor(command: string, out: string, complaints: string) {
    super(`redocly ${command} failed:\n${complaints}`);
    this.out = out;
  }
}
