// Loads a file for `load-typescript.mjs`: esbuild removes its types, and the result is kept in node_modules/.cache by
// name and content, whichever folder the file is in. A program that `npm test` has bundled is loaded from its bundle.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `bundle-programs.ts` has put a program, by the address of its source. */
const bundles = JSON.parse(process.env['TEST_PROGRAMS'] ?? '{}');
const cache = fileURLToPath(new URL('../../node_modules/.cache/ringpost-tests', import.meta.url));

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const bundle = bundles[url];
  if (bundle) return { format: 'module', source: `import ${JSON.stringify(bundle)};`, shortCircuit: true };
  const path = fileURLToPath(url);
  // Synchronous reads cost a third of the CPU time of asynchronous ones.
  const text = readFileSync(path, 'utf8');
  const name = basename(path);
  const kept = join(cache, createHash('sha256').update(`${name}\n${text}`).digest('hex'));
  const source = existsSync(kept) ? readFileSync(kept, 'utf8') : await translate(name, text, kept);
  return { format: 'module', source, shortCircuit: true };
}

/**
 * @param {string} name is beside the file itself, so that the source map holds wherever a copy of it is
 * @param {string} text
 * @param {string} kept
 */
async function translate(name, text, kept) {
  const { transform } = await import('esbuild');
  const { code } = await transform(text, {
    loader: 'ts',
    target: `node${process.versions.node}`,
    sourcefile: name,
    sourcemap: 'inline',
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  await mkdir(cache, { recursive: true });
  // Another process may write the same file at this moment.
  const draft = `${kept}.${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, kept);
  return code;
}
