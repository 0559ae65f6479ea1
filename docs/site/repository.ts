import { join } from 'node:path';

/** The folder that the sources of pages are named from. */
export const repository = join(import.meta.dirname, '..', '..');
