import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The simulator as a process: a .ts file among the sources, a .js file in a built package, as this one is. */
export const simulatorProgram = fileURLToPath(new URL(`../simulator/main${extname(import.meta.url)}`, import.meta.url));
