// Loads a file for `load-typescript.mjs`: esbuild removes its types, and the result is kept in node_modules/.cache by
// path and content.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/ringpost-tests', import.meta.url));

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  const kept = join(cache, createHash('sha256').update(`${path}\n${text}`).digest('hex'));
  const source = await readFile(kept, 'utf8').catch(() => translate(path, text, kept));
  return { format: 'module', source, shortCircuit: true };
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string} kept
 */
async function translate(path, text, kept) {
  const { transform } = await import('esbuild');
  const { code } = await transform(text, {
    loader: 'ts',
    target: `node${process.versions.node}`,
    sourcefile: path,
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
