import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const consoleFolder = fileURLToPath(new URL('./generated', import.meta.url));

/** Makes the page's script and style, one file each, so that a running simulator needs neither Preact nor esbuild. */
export async function generateConsole(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { console: fileURLToPath(new URL('./page/main.tsx', import.meta.url)) },
    outdir: consoleFolder,
    bundle: true,
    write: false,
    format: 'iife',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    // The code is not minified, so that stack traces and the differences of commits stay readable.
    banner: {
      js: '/** Made by `npm run generate` from simulator/console/page. Edit that. */',
      css: '/* Made by `npm run generate` from simulator/console/page. Edit that. */',
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(consoleFolder.length + 1), text]));
}
