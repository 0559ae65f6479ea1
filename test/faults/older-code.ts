import { spawnSync } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Migration, migrationsFolder, readMigration, readMigrations } from '../../src/db/schema-state.ts';
import { folderFor } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrationsPath = 'src/db/migrations';

/** Why there is no older code to run, for a test to be left out; false where there is. A checkout of one commit has none, nor has a package. */
export const withoutHistory: string | false =
  spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: root, encoding: 'utf8' }).stdout?.trim() === 'false'
    ? false
    : 'needs git and the history of the repository (git fetch --unshallow)';

export interface OlderCode {
  readonly commit: string;
  /** The program that its `npm run ringpost` starts, with the packages that it wants where it is installed. */
  readonly program: string;
  /** The newest migration that it knows. */
  readonly newest: string;
  /** Migrations that it does not know, from this checkout. None as long as none has come since the schema of the first release. */
  readonly unknown: readonly Migration[];
}

/**
 * The code of the newest commit on this branch that lacks a migration of this checkout. Until there is one, the present commit: for that
 * one a migration has to be planted.
 */
export async function olderCode(t: TestContext): Promise<OlderCode> {
  const today = await readMigrations(migrationsFolder);
  const commit = newestThatLacksOne(today) ?? ask('rev-parse', 'HEAD').trim();
  const known = migrationsOf(commit);
  const folder = folderFor(t);
  await checkOut(commit, folder);
  return { commit, program: await programIn(folder), newest: known.at(-1)?.name ?? '', unknown: today.slice(known.length) };
}

/** Where a commit has changed a migration, the one before it may lack it. One that has others than the first of today's was never released. */
function newestThatLacksOne(today: readonly Migration[]): string | undefined {
  return ask('log', '--first-parent', '--format=%P', 'HEAD', '--', migrationsPath)
    .split('\n')
    .flatMap((parents) => parents.split(' ', 1))
    .filter(Boolean)
    .find((commit) => {
      const names = namesOf(commit);
      const isBeginning = names.length > 0 && names.length < today.length && names.every((name, n) => name === today[n]?.name);
      return isBeginning && migrationsOf(commit).every(({ checksum }, n) => checksum === today[n]?.checksum);
    });
}

const namesOf = (commit: string): readonly string[] =>
  ask('ls-tree', '--name-only', commit, '--', `${migrationsPath}/`)
    .split('\n')
    .filter(Boolean)
    .map((path) => basename(path))
    .sort();

export const migrationsOf = (commit: string): readonly Migration[] =>
  namesOf(commit).map((name) => readMigration(name, ask('show', `${commit}:${migrationsPath}/${name}`)));

/** As an archive: a work tree would be left behind in the repository where the test is killed. */
async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'archive.tar');
  ask('archive', `--output=${archive}`, commit);
  run('tar', ['-xf', archive, '-C', folder], folder);
  await rm(archive);
  if (await hasPackagesFor(folder)) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--omit=dev', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
}

/** Tells if each package that users of the older commit get lies in this checkout at the same place, the same to the byte. */
async function hasPackagesFor(folder: string): Promise<boolean> {
  const ours = await lockedIn(root);
  return Object.entries(await lockedIn(folder)).every(
    ([place, { dev, devOptional, integrity }]) => dev || devOptional || integrity === undefined || integrity === ours[place]?.integrity,
  );
}

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly integrity?: string;
}

const lockedIn = async (folder: string): Promise<Readonly<Record<string, Locked>>> =>
  JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;

/** The program lay elsewhere once, so each commit is asked where its own is. */
async function programIn(folder: string): Promise<string> {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return join(folder, scripts['ringpost']?.split(' ').at(-1) ?? '');
}

/** A folder with the migrations of this checkout and more, as a release after it has them. */
export async function laterRelease(t: TestContext, more: Readonly<Record<string, string>>): Promise<URL> {
  const folder = folderFor(t);
  await cp(migrationsFolder, folder, { recursive: true });
  for (const [name, sql] of Object.entries(more)) await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}

function ask(...args: readonly string[]): string {
  return run('git', args, root);
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, [...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
