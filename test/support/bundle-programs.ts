import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The programs that tests start hundreds of times. */
const programs = ['cli/ringpost.ts', 'simulator/main.ts'];

/**
 * Writes these programs as a few files of JavaScript, which start in two thirds of the CPU time of their hundreds of
 * modules. Returns each bundle's address by that of its program, which `typescript-hooks.mjs` replaces by it. Packages
 * stay outside, so the folder must be one from which Node finds them.
 */
export async function bundlePrograms(root: string, folder: string): Promise<Readonly<Record<string, string>>> {
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    outbase: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    packages: 'external',
    logLevel: 'error',
    plugins: [modulesKeepTheirAddress],
  });
  const address = (path: string): string => pathToFileURL(path).href;
  return Object.fromEntries(programs.map((name) => [address(join(root, name)), address(join(folder, name.replace(/ts$/, 'js')))]));
}

/** A module finds the files beside it by its own address, which in the bundle stays that of its source. */
const modulesKeepTheirAddress: Plugin = {
  name: 'modules keep their address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { loader: 'ts', contents };
    });
  },
};
