import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/** The packages beside `ringpost`, by their folders, with what their code reads at run time. */
const readBy = {
  sdk: [],
  'sdk/testing': ['src/contract/generated/public.json', 'src/contract/generated/asyncapi.json', 'simulator/scenario-file.schema.json'],
  simulator: [
    ...['asyncapi', 'public', 'callbacks', 'simulator'].map((name) => `src/contract/generated/${name}.json`),
    ...['console.html', 'icon.svg', 'generated/console.css', 'generated/console.js'].map((name) => `simulator/console/${name}`),
    'simulator/scenario-file.schema.json',
  ],
} as const;

export type PackageFolder = keyof typeof readBy;
export const packageFolders = Object.keys(readBy) as readonly PackageFolder[];

/**
 * Fills `dist/` of one package with the compiled files that its exports and programs lead to, laid out as the sources are, and for exports
 * with a `require` with the same as CommonJS. So the code is in the repository once, and no package needs another.
 */
export async function fillPackage(root: string, folder: PackageFolder): Promise<void> {
  const [from, to] = [join(root, 'dist'), join(root, folder, 'dist')];
  const entries = entriesOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  const files = reached(from, [...entries.filter((file) => !file.startsWith('cjs/')), ...readBy[folder]]);
  rmSync(to, { recursive: true, force: true });
  for (const file of files) cpSync(join(from, file), join(to, file));
  for (const map of files.map((file) => `${file}.map`)) if (existsSync(join(from, map))) cpSync(join(from, map), join(to, map));
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  if (entries.some((file) => file.startsWith('cjs/'))) await writeCommonJs(to, files);
}

/** Returns the files that a manifest names, relative to its `dist/`. */
function entriesOf(manifest: { readonly exports: unknown; readonly bin?: Readonly<Record<string, string>> }): readonly string[] {
  const named = (target: unknown): readonly string[] =>
    typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(named);
  return [...named(manifest.exports), ...named(manifest.bin)]
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => path.startsWith('dist/'))
    .map((path) => path.slice('dist/'.length));
}

/** Returns these files and those that they import, declarations along declarations. */
function reached(from: string, entries: readonly string[]): readonly string[] {
  const found = new Set(entries);
  for (const file of found) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    for (const { fileName } of ts.preProcessFile(readFileSync(join(from, file), 'utf8'), true, true).importedFiles)
      if (fileName.startsWith('.')) {
        const target = posix.join(posix.dirname(file), fileName);
        found.add(file.endsWith('.d.ts') ? target.replace(/\.[jt]s$/, '.d.ts') : target);
      }
  }
  return [...found].sort();
}

/** In a folder of its own, whose manifest says what its files are. Declarations are the same: who reads them goes by that manifest too. */
async function writeCommonJs(to: string, files: readonly string[]): Promise<void> {
  const folder = join(to, 'cjs');
  const modules = files.filter((file) => file.endsWith('.js')).map((file) => join(to, file));
  await build({ entryPoints: modules, outdir: folder, outbase: to, format: 'cjs', platform: 'node', target: 'node20' });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(to, file), join(folder, file));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}
