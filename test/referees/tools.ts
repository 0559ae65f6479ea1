import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'tools');

/** Prism and Spectral are locked in `tools/` and not among our own packages: only this command needs them. */
export function installTools(): void {
  if (toolsAreInstalled()) return;
  console.error('Installing the referees (npm ci) …');
  // None of their packages needs its install script to work; one of them only reports who installs it.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The referees could not be installed. What npm said is above.');
}

export function toolsAreInstalled(): boolean {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packages(join(folder, 'package.json')).dependencies ?? {};
  const have = packages(installed).packages ?? {};
  return Object.entries(wanted).every(([name, version]) => have[`node_modules/${name}`]?.version === version);
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, { readonly version?: string }>>;
}

const packages = (file: string): PackageFile => JSON.parse(readFileSync(file, 'utf8'));

export const tool = (name: 'prism' | 'spectral'): string => join(folder, 'node_modules', '.bin', name);
