import { join } from 'node:path';
import type { Environment } from './environment.ts';

/** Returns the folder for files that this process makes: embedded data, recordings, generated secrets. */
export const dataFolderOf = (env: Environment, folder = process.cwd()): string => env['RINGPOST_DATA_FOLDER'] || join(folder, '.ringpost');
