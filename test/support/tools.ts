import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Programs of others that a command of its own uses are locked in a folder `tools` beside it, which that command installs; `npm test` runs
 * without them. Returns whether what is installed there is what its `package.json` names.
 */
export function areInstalled(tools: string): boolean {
  const installed = join(tools, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packages(join(tools, 'package.json')).dependencies ?? {};
  const have = packages(installed).packages ?? {};
  return Object.entries(wanted).every(([name, version]) => have[`node_modules/${name}`]?.version === version);
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, { readonly version?: string }>>;
}

const packages = (file: string): PackageFile => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the path of a program that is installed there. */
export const programIn = (tools: string, name: string): string => join(tools, 'node_modules', '.bin', name);
