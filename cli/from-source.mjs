// `node cli/from-source.mjs [--with test,bench] FILE [arguments]`: runs a TypeScript file of the sources, after the packages that are
// missing were installed. The npm scripts call this and not a script such as `prestart`, which npm leaves out where the user's
// configuration says `ignore-scripts=true`.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installMissing } from './install-missing.mjs';

const given = process.argv.slice(2);
const folders = given[0] === '--with' ? given.splice(0, 2)[1].split(',') : [];
installMissing(folders);
const [file, ...args] = given;
process.argv.splice(1, Infinity, resolve(file), ...args);
// Child processes that run TypeScript are started with these arguments.
process.execArgv.push('--import', import.meta.resolve('tsx'));
await import('tsx');
await import(pathToFileURL(process.argv[1]).href);
