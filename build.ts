import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillPackage, type PackageFolder, packageFolders } from './build-package.ts';
import { buildSite } from './docs/site/build-site.ts';
import { artefacts } from './src/contract/artefacts/artefacts.ts';
import { localAddress } from './src/contract/publication.ts';
import { standIn } from './src/http/documentation/prebuilt.ts';

/**
 * `npm run build`: what the packages hold. In dist/ JavaScript with its types and source maps, laid out as the sources are, with whatever they
 * read at run time beside them; and the documentation, since who installs the package has nothing to build it with. Of these files the packages
 * beside `ringpost` take theirs. `build.ts sdk` makes one of them alone, and `--kept` names a folder that keeps the slow parts of the documentation.
 */
const root = import.meta.dirname;
const dist = join(root, 'dist');
const folders = ['src', 'cli', 'tools', 'simulator', 'sdk'];
const { values, positionals } = parseArgs({ options: { kept: { type: 'string' } }, allowPositionals: true });
const asked = positionals as PackageFolder[];

if (asked.length > 0) compileSources();
else await buildAll();
for (const folder of asked.length > 0 ? asked : packageFolders) await fillPackage(root, folder);

async function buildAll(): Promise<void> {
  // Not all of dist/: tests leave their screenshots there.
  for (const folder of [...folders, 'openapi', 'contract']) rmSync(join(dist, folder), { recursive: true, force: true });
  compileSources();
  writePackage();
  await writeArtefacts();
  await buildSite(join(dist, 'src', 'http', 'documentation', 'site'), { address: standIn, kept: values.kept });
}

function compileSources(): void {
  const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const folder of folders) {
    removeGeneratedMaps(join(dist, folder));
    copyWhatIsRead(folder);
  }
}

/** The source map of a generated module is mostly the module's types, and as large as they are. Nobody steps through its tables. */
function removeGeneratedMaps(folder: string): void {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|[/\\])generated[/\\][^/\\]+\.js\.map$/.test(path),
  );
  for (const map of maps.map((path) => join(folder, path))) {
    rmSync(map);
    const module = map.slice(0, -'.map'.length);
    writeFileSync(module, readFileSync(module, 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, '\n'));
  }
}

/** SQL, Lua, JSON, the worker, the console: everything that is not compiled, but for what a page, a document or a package is made from, and the client for Python. */
function copyWhatIsRead(folder: string): void {
  const source = join(root, folder);
  const isRead = (path: string): boolean =>
    !['.ts', '.tsx', '.md'].includes(extname(path)) &&
    !['package.json', 'dist'].includes(basename(path)) &&
    ![join('console', 'page'), 'python'].some((other) => path.startsWith(join(source, other)));
  cpSync(source, join(dist, folder), { recursive: true, filter: isRead });
}

/** The program reads its version from the folder above its own, as it does among the sources. */
function writePackage(): void {
  const { name, version, type }: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`);
}

/** The documents for programs, with the address of a service on the reader's machine, and the one document that the service reads as it is written. */
async function writeArtefacts(): Promise<void> {
  cpSync(join(root, 'openapi', 'workflows.yaml'), join(dist, 'openapi', 'workflows.yaml'));
  for (const [path, { text }] of Object.entries(artefacts(localAddress))) {
    const file = join(dist, 'contract', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, (await text()).text);
  }
}
