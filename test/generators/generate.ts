import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../../src/contract/json.ts';
import type { Finding } from '../referees/finding.ts';
import { programIn } from '../support/tools.ts';
import { type Generator, type Schemas, toolsFolder } from './generators.ts';
import { membersOf, propertyCounts } from './property-names.ts';

const run = promisify(execFile);

/** The documents as the service serves them. */
export type Served = Readonly<Record<Generator['document'], Json>>;

/**
 * Lets each generator write into a folder of its own in `folder`, with a file that asks for every property of every schema by its type.
 * Returns for each what its output lacks.
 */
export async function generate(folder: string, served: Served, which: readonly Generator[]): Promise<ReadonlyMap<Generator, Finding>> {
  for (const [name, document] of Object.entries(served)) await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
  await symlink(join(toolsFolder, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/**/*.ts'] }));
  const found = await Promise.all(which.map(async (generator) => [generator, await generateWith(generator, folder, served)] as const));
  return new Map(found);
}

/** What a new project has today, and strict. */
const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
  // The declarations in node_modules are others'.
  skipLibCheck: true,
};

async function generateWith(generator: Generator, folder: string, served: Served): Promise<Finding> {
  const output = join(folder, generator.name);
  await mkdir(output);
  const document = join(folder, `${generator.document}.json`);
  const [program, ...args] = generator.command(document, output);
  const file = program === 'node' ? process.execPath : programIn(toolsFolder, program);
  // Kubb would report each run to its makers.
  const env = { ...process.env, DOCUMENT: document, OUTPUT: output, DO_NOT_TRACK: '1' };
  try {
    // Kubb writes into the folder that it is started in, besides the one that it is told.
    await run(file, args, { cwd: output, env });
  } catch (error) {
    return { looked: 0, problems: [String(error)] };
  }
  const text = await textOf(output);
  const [contents, part] = [served[generator.document], generator.reads?.(served[generator.document])];
  const counts = propertyCounts(contents, part);
  const lost = [...counts].filter(([name, count]) => declarations(name, text) < (generator.schemas.length > 0 ? 1 : count));
  const members = membersOf(contents, part);
  for (const [place, schemas] of generator.schemas.entries())
    await writeFile(join(output, `members-${place}.ts`), membersFile(schemas, members));
  const invented = [...new Set(text.match(/\bAnonymousSchema\w*/g))];
  return {
    looked: counts.size,
    problems: [...lost.map(([name]) => `The property ${name} is lost.`), ...invented.map((name) => `${name} is an invented name.`)],
  };
}

/** A member is declared with a colon, or as a getter. Descriptions name properties too. */
const declarations = (name: string, text: string): number =>
  [...text.matchAll(new RegExp(`(?<![\\w$-])${name}['"]?\\??(:|\\(\\))`, 'g'))].length;

async function textOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

const membersFile = (schemas: Schemas, members: ReturnType<typeof membersOf>): string =>
  [
    schemas.from,
    ...members.map(([schema, property], place) => `export type Member${place} = ${schemas.of(schema)}['${property}'];`),
    '',
  ].join('\n');
