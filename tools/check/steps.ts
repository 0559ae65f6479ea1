import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Ran {
  readonly passed: boolean;
  /** What its programs printed. */
  readonly output: string;
  readonly seconds: number;
}

/** Programs with their arguments, run one after the other with this Node; the first that fails ends the step. */
type Commands = readonly (readonly string[])[];

const cache = 'node_modules/.cache/ringpost-check';
/** The folders with a tsconfig.json: the sources for Node, and the pages for the browser. */
const typeScriptProjects = ['.', 'simulator/console/page', 'screens', 'docs/site/page'];

export const lint: Commands = [['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off']];

/** What the compiler found the last time is kept beside the packages, so that it reads anew only what has changed. */
export const types: Commands = typeScriptProjects.map((project, n) => [
  ...['node_modules/typescript-7/bin/tsc', '--noEmit', '--project', project],
  ...['--incremental', '--tsBuildInfoFile', `${cache}/${n}.tsbuildinfo`],
]);

export const contract: Commands = [[...process.execArgv, 'tools/contract/check.ts']];

export const testsOf = (files: readonly string[]): Commands => [[...process.execArgv, 'test/run.ts', ...files]];

export async function runStep(root: string, commands: Commands): Promise<Ran> {
  mkdirSync(join(root, cache), { recursive: true });
  const began = performance.now();
  let output = '';
  for (const command of commands) {
    const { code, printed } = await runNode(root, command);
    output += printed;
    if (code !== 0) return { passed: false, output, seconds: secondsSince(began) };
  }
  return { passed: true, output, seconds: secondsSince(began) };
}

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

function runNode(root: string, args: readonly string[]): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, printed: printed.join('') }));
  });
}
