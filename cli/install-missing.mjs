#!/usr/bin/env node
// Runs before `npm start` and `npm test`. It installs what package-lock.json lists and node_modules lacks, so that a
// fresh or updated checkout starts with one command, and it links `npx ringpost` to cli/. It is plain Node without
// dependencies, since none may be installed yet. If there is nothing to do, it prints nothing and takes a few
// milliseconds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'node_modules', '.ringpost-installed');

refuseOldNode();
const lock = readFileSync(lockFile, 'utf8');
const stamp = createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex');
if (!isInstalled()) install();
linkProgram();

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Ringpost needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  if (!installedEqualsLock()) return false;
  remember();
  return true;
}

/** Compares with npm's record in node_modules: every package except those for other machines must be the locked one. */
function installedEqualsLock() {
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

function install() {
  console.error('Installing packages (npm ci) …');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const { status, error } = npm?.endsWith('.js') ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, options);
  if (error || status !== 0)
    stop(`The packages could not be installed${error ? ` (${error.message})` : ''}. What npm said is above; \`npm ci\` tries again.`);
  remember();
}

function remember() {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // In a read-only checkout the comparison runs at each start.
  }
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
