import { fileURLToPath, pathToFileURL } from 'node:url';

/** The arguments with which Node runs a program of the sources as it runs the tests. */
export const runsTypeScript: readonly string[] = ['--import', import.meta.resolve('./load-typescript.mjs')];

/** The program that an operator runs. */
export const cli = fileURLToPath(new URL('../../cli/ringpost.ts', import.meta.url));

const bundles: Readonly<Record<string, string>> = JSON.parse(process.env['TEST_PROGRAMS'] ?? '{}');

/** The same with the program itself, which is its bundle where `npm test` has made one. */
export function argumentsOf(program: string): readonly string[] {
  const bundle = bundles[pathToFileURL(program).href];
  return [...runsTypeScript, bundle ? fileURLToPath(bundle) : program];
}
