import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const consoleFolder = fileURLToPath(new URL('./generated', import.meta.url));

/** Makes the page's script and style, one file each, so that a running simulator needs neither Preact nor esbuild. */
export const generateConsole = (): Promise<ReadonlyMap<string, string>> =>
  bundlePage({
    name: 'console',
    source: 'simulator/console/page',
    entry: fileURLToPath(new URL('./page/main.tsx', import.meta.url)),
    folder: consoleFolder,
  });

export interface BundledPage {
  /** The name of its files, without their endings. */
  readonly name: string;
  /** Where its sources lie, as its files say at their beginning. */
  readonly source: string;
  readonly entry: string;
  readonly folder: string;
}

/** Returns the texts of a page's script and style by their names. */
export async function bundlePage({ name, source, entry, folder }: BundledPage): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { [name]: entry },
    outdir: folder,
    bundle: true,
    write: false,
    format: 'iife',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    // The code is not minified, so that stack traces and the differences of commits stay readable.
    banner: {
      js: `/** Made by \`npm run generate\` from ${source}. Edit that. */`,
      css: `/* Made by \`npm run generate\` from ${source}. Edit that. */`,
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text]));
}
