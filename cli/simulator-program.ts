import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The simulator's main program. Like this file it is .ts among the sources and .js in a built package. */
export const simulatorProgram = fileURLToPath(new URL(`../simulator/main${extname(import.meta.url)}`, import.meta.url));
