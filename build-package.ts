import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { transform } from 'esbuild';
import ts from 'typescript';

/** The packages beside `ringpost`, by their folders, with what their code reads at run time. */
const readBy = {
  sdk: [] as readonly string[],
  'sdk/testing': [
    ...['asyncapi', 'public', 'simulator'].map((name) => `src/contract/generated/${name}.json`),
    'simulator/scenario-file.schema.json',
  ],
  simulator: [
    ...['asyncapi', 'public', 'callbacks', 'simulator'].map((name) => `src/contract/generated/${name}.json`),
    ...['console.html', 'icon.svg', 'generated/console.css', 'generated/console.js'].map((name) => `simulator/console/${name}`),
    'simulator/scenario-file.schema.json',
  ],
} satisfies Record<string, readonly string[]>;

export type PackageFolder = keyof typeof readBy;
export const packageFolders = Object.keys(readBy) as readonly PackageFolder[];

/**
 * Fills `dist/` of one package with the compiled files that its exports and programs lead to, laid out as the sources are, and for exports
 * with a `require` with the same as CommonJS. So the code is in the repository once, and no package needs another. npm packs the licence if
 * it stands beside the manifest.
 */
export async function fillPackage(root: string, folder: PackageFolder): Promise<void> {
  const [from, to] = [join(root, 'dist'), join(root, folder, 'dist')];
  const entries = entriesOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  const files = reached(from, [...entries.filter((file) => !isCommonJs(file)), ...readBy[folder]]);
  rmSync(to, { recursive: true, force: true });
  for (const file of files) cpSync(join(from, file), join(to, file));
  for (const map of files.map((file) => `${file}.map`)) if (existsSync(join(from, map))) cpSync(join(from, map), join(to, map));
  cpSync(join(root, 'LICENSE'), join(root, folder, 'LICENSE'));
  const required = entries.filter(isCommonJs).map((file) => file.replace(/c([jt]s)$/, '$1'));
  await writeCommonJs(to, reached(from, required));
}

const isCommonJs = (file: string): boolean => /\.c[jt]s$/.test(file);

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

/** Beside each module the same as `.cjs`, and beside each declaration the same as `.d.cts`. */
async function writeCommonJs(to: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = readFileSync(join(to, file), 'utf8');
    if (file.endsWith('.d.ts')) writeFileSync(join(to, file.replace(/ts$/, 'cts')), importingOwn(text, 'cts'));
    if (!file.endsWith('.js')) continue;
    const { code } = await transform(text, { format: 'cjs', platform: 'node', target: 'node20' });
    writeFileSync(join(to, file.replace(/js$/, 'cjs')), importingOwn(code, 'cjs'));
  }
}

/** Every import of a file of the package has the other ending. */
const importingOwn = (text: string, ending: string): string =>
  text.replace(/((?:from |import\(|require\()(['"])\.\.?\/[^'"]+\.)[jt]s\2/g, `$1${ending}$2`);
