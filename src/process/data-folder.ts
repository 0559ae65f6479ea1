import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/**
 * Returns the folder for files that this process makes: embedded data, recordings, generated secrets. Programs that it starts run in
 * other folders, so it is absolute.
 */
export const dataFolderOf = (env: Environment, folder = process.cwd()): string =>
  resolve(folder, env['RINGPOST_DATA_FOLDER'] || '.ringpost');
