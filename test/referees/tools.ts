import { join } from 'node:path';

/** Prism, Spectral and Helm are locked here and not among our own packages: only `npm run referees` needs them. */
export const toolsFolder = join(import.meta.dirname, 'tools');
