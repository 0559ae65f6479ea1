import { join } from 'node:path';

/** The folder that source paths of pages are relative to. */
export const repository = join(import.meta.dirname, '..', '..');
