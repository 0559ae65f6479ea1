import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const consoleFolder = fileURLToPath(new URL('./generated', import.meta.url));

/** The page's script and style, in one file each, so that a running simulator needs neither Preact nor esbuild. */
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
    // Not minified: whoever reads a stack trace, or the difference of two commits, reads code.
    banner: {
      js: '/** Made by `npm run generate` from simulator/console/page. Edit that. */',
      css: '/* Made by `npm run generate` from simulator/console/page. Edit that. */',
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(consoleFolder.length + 1), text]));
}
