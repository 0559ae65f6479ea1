import { join } from 'node:path';
import { commandLinePage } from './command-line-page.ts';
import { rulesPage } from './rules-page.ts';
import { settingsPage } from './settings-page.ts';

export const pagesFolder = join(import.meta.dirname, '..');

/** The pages of the documentation that are made from the program itself: file name to text. */
export const generatePages = (): ReadonlyMap<string, string> =>
  new Map([
    ['settings.md', settingsPage()],
    ['command-line.md', commandLinePage()],
    ['rules.md', rulesPage()],
  ]);
