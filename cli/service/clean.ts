import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import { refuseSandboxFolder } from '../clients/started.ts';
import { command } from '../parts/command.ts';
import { flag } from '../parts/options.ts';
import { screenFor } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

export const clean = command({
  summary: 'Removes what `ringpost start` made in this folder: database, recordings, keys, logs.',
  options: { yes: flag('Remove it. Without this the folders are named, and nothing is removed.') },
  notes: `It works on .ringpost, or on what RINGPOST_DATA_FOLDER names. The next start begins with a new demo.
Where root runs PostgreSQL as another user, the database may be in /var/lib/ringpost: it goes too.`,
  examples: ['ringpost clean', 'ringpost clean --yes'],

  async run({ yes }) {
    const folder = dataFolderOf(process.env);
    if (process.env['DATABASE_URL'])
      throw new UsageError(
        `DATABASE_URL is set: the secrets in its database may open only with the key in ${join(folder, 'secrets.json')}. Unset it to remove ${folder}.`,
      );
    const screen = screenFor();
    if (!existsSync(folder)) {
      screen.note(`There is no ${folder}: nothing is to be removed.`);
      return 0;
    }
    if (!made.some((name) => existsSync(join(folder, name))))
      throw new UsageError(`${folder} has none of ${made.join(', ')}: it is no data folder of Ringpost.`);
    refuseSandboxFolder(folder, 'remove');
    const { sandboxNames } = await import('./sandbox/sandbox.ts');
    const [sandbox] = sandboxNames();
    if (sandbox !== undefined)
      throw new UsageError(`${folder} has sandboxes: remove them first, as with \`ringpost sandbox remove ${sandbox}\`.`);
    const { foldersOf, removeData } = await import('../../tools/embedded/remove-data.ts');
    const { EmbeddedPostgresError, stopAbandonedPostgres } = await import('../../tools/embedded/postgres.ts');
    const folders = await foldersOf(folder);
    if (!yes) {
      screen.note(`These would be removed, with all that is in them:\n  ${folders.join('\n  ')}\nTo remove them: ringpost clean --yes`);
      return 0;
    }
    await stopAbandonedPostgres(folder).catch((error: unknown) => {
      throw error instanceof EmbeddedPostgresError ? new UsageError(error.message) : error;
    });
    await removeData(folder);
    screen.note(`Removed: ${folders.join(', ')}.`);
    return 0;
  },
});

/** A start makes one of these first. */
const made = ['secrets.json', 'start.json', 'postgres'];
