#!/usr/bin/env node
// Brings node_modules to what package-lock.json says, so that a fresh checkout and a pulled one both start with one command, and makes
// `npx ringpost` the program as it stands in cli/. `node cli/install-missing.mjs test bench` does the same for the packages of those
// folders, which only tests and benches use. Plain Node without dependencies, since there may be none yet. It prints nothing and takes
// a few milliseconds when nothing is missing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (process.argv[1] === fileURLToPath(import.meta.url)) installMissing(process.argv.slice(2));

/** Installs the packages of the checkout itself and of these folders. */
export function installMissing(folders) {
  refuseOldNode();
  for (const folder of ['.', ...folders]) installFolder(folder);
  linkProgram();
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Ringpost needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

function installFolder(folder) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
  const stampFile = join(root, folder, 'node_modules', '.ringpost-installed');
  const stamp = createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!installedEqualsLock(folder, lock)) install(folder);
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // A read-only checkout is compared anew each time.
  }
}

/** npm writes what it installed into node_modules: every package but those for other machines must be the locked one. */
function installedEqualsLock(folder, lock) {
  const installedFile = join(root, folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const locked = JSON.parse(lock).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const names = Object.keys(locked).filter((name) => name !== '');
  return (
    Object.keys(installed).every((name) => locked[name]) &&
    names.every((name) =>
      installed[name] ? installed[name].version === locked[name].version : locked[name].optional === true || locked[name].peer === true,
    )
  );
}

function install(folder) {
  console.error(folder === '.' ? 'Installing packages (npm ci) …' : `Installing what only ${folder}/ uses (npm ci in ${folder}/) …`);
  const npm = process.env['npm_execpath'];
  // No package needs its install script to work.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { cwd: join(root, folder), stdio: ['ignore', 2, 2] };
  const { status, error } = npm?.endsWith('.js') ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, options);
  if (error || status !== 0)
    stop(`The packages could not be installed${error ? ` (${error.message})` : ''}. What npm said is above; \`npm ci\` tries again.`);
}

/** Links this package's own program, since npm only links programs of dependencies. Windows has only `npm run ringpost`. */
function linkProgram() {
  const program = join(root, 'node_modules', '.bin', 'ringpost');
  const script = `#!/bin/sh
root=$(cd "$(dirname "$0")/../.." && pwd)
exec node --import "$root/node_modules/tsx/dist/loader.mjs" "$root/cli/ringpost.ts" "$@"
`;
  if (existsSync(program) && readFileSync(program, 'utf8') === script) return;
  try {
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, script, { mode: 0o755 });
  } catch {
    // A read-only checkout gets no link.
  }
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
