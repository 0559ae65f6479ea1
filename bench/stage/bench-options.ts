import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../../src/process/reason-of.ts';

/**
 * Reads the options of `npm run bench:<name>`. `--help` prints the section about it in bench/README.md, and ends the process with 0; an
 * unknown option is told with the same section, and ends it with 2.
 */
export function benchOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(name: string, options: Options) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${sectionOf(name)}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${sectionOf(name)}\n`);
    process.exit(2);
  }
}

/** Returns the names that contain what `--only` says. Throws where none does, because a bench of nothing would seem to have passed. */
export function namesWith(only: string, names: readonly string[]): readonly string[] {
  const found = names.filter((name) => name.includes(only));
  if (found.length === 0) throw new Error(`There is nothing named ${only}: --only takes a part of ${names.join(', ')}.`);
  return found;
}

/** Returns the section of bench/README.md about a bench: `all` is `npm run bench`. */
export function sectionOf(name: string): string {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const title = `## \`npm run bench${name === 'all' ? '' : `:${name}`}\``;
  const section = readme.split(/^(?=## )/m).find((each) => each.startsWith(title));
  if (!section) throw new Error(`bench/README.md has no section ${title}`);
  return section.trimEnd();
}
