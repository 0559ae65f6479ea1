import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { folderFor } from '../support/folder.ts';
import { keptDocs } from '../support/kept-docs.ts';

export const root = join(import.meta.dirname, '..', '..');
export const run = promisify(execFile);

export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** Reads the manifest in a folder of the repository, which is '.' or one of the workspaces. */
export const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));

/** The folders of the packages beside `ringpost`. */
export const workspaces = (await manifestIn('.'))['workspaces'] as readonly string[];

export interface Packed {
  /** Is the path of the tarball. */
  readonly file: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Builds and packs all packages, by name. The build is one; each package's own script before packing would repeat it. */
export async function packAll(folder: string): Promise<ReadonlyMap<string, Packed>> {
  await run(process.execPath, ['cli/from-source.mjs', 'build.ts', '--kept', await keptDocs()], { cwd: root });
  const flags = ['--workspaces', '--include-workspace-root', '--ignore-scripts', '--json', '--silent'];
  const { stdout } = await run('npm', ['pack', ...flags, '--pack-destination', folder], { cwd: root, maxBuffer: 2 ** 24 });
  const packed: readonly (Omit<Packed, 'file'> & { readonly name: string; readonly filename: string })[] = JSON.parse(stdout);
  return new Map(packed.map(({ name, filename, ...rest }) => [name, { ...rest, file: join(folder, filename) }]));
}

/** Makes a project without packages. Its files are thousands, which a disk makes dear. */
export async function emptyProject(t: TestContext): Promise<string> {
  const project = folderFor(t, process.env['TEST_FOLDER']);
  // As root PostgreSQL runs as another user, who must get in.
  await chmod(project, 0o755);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  return project;
}

/** Without running anybody's scripts, and only where each package takes this Node. */
export async function install(project: string, packages: readonly string[]): Promise<void> {
  const flags = ['--prefer-offline', '--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...flags, ...packages], { cwd: project });
}

/** Returns what an installed package brings: what it depends on, and what that does, on this machine. */
export async function broughtBy(project: string, name: string): Promise<readonly string[]> {
  const packages = await locked(project);
  const found = new Set([`node_modules/${name}`]);
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const wanted of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const places = foldersAbove(path).map((folder) => `${folder}node_modules/${wanted}`);
      const at = places.find((place) => packages[place]);
      if (at) found.add(at);
      else assert.ok(wanted in optionalDependencies, `${path} lacks ${wanted}`);
    }
  }
  return [...found].slice(1).map(nameOf);
}

interface Locked {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const locked = async (project: string): Promise<Readonly<Record<string, Locked>>> =>
  JSON.parse(await readFile(join(project, 'node_modules', '.package-lock.json'), 'utf8')).packages;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the folders of `b`, of `a` and of the project for `node_modules/a/node_modules/b`, in the order in which Node searches them. */
function foldersAbove(path: string): readonly string[] {
  const starts = [...path.matchAll(/(?:^|\/)node_modules\//g)].map(({ index }) => (index === 0 ? '' : `${path.slice(0, index)}/`));
  return [`${path}/`, ...starts.reverse()];
}

export const packageOf = (packed: ReadonlyMap<string, Packed>, name: string): Packed =>
  packed.get(name) ?? assert.fail(`${name} was not packed.`);
