import { command } from '../parts/command.ts';
import { flag } from '../parts/options.ts';
import { tell } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';
import { auditedCommand } from './audited-command.ts';

export const rotateSecrets = command({
  summary: 'Seals all stored secrets with RINGPOST_SECRET_KEY that an older key had sealed.',
  options: { json: flag('Print the counts as JSON and nothing else.') },
  notes: `To replace the key: give every process the new one in RINGPOST_SECRET_KEY_OLD (it opens, and seals nothing), then
swap the two and restart again, then run this with the same settings, then take the old key away. It works on the
database that DATABASE_URL names, a batch at a time, beside running processes, and may be repeated. Exit code 1:
something is sealed with a key that was not given.`,
  examples: ['ringpost rotate-secrets', 'ringpost rotate-secrets --json'],

  async run({ json }) {
    // The module is loaded here because the database's code would slow every other command down.
    const { environmentConfig } = await import('../../src/process/environment-config.ts');
    const { connect } = await import('../../src/db/connect.ts');
    const { requireWrites } = await import('../../src/db/migrate.ts');
    const { DatabaseUnreachable } = await import('../../src/db/migration-sessions.ts');
    const { aesSecrets } = await import('../../src/process/secrets.ts');
    const rotation = await import('../../tools/rotate-secrets.ts');
    const { databaseUrl, databasePrepared, secretKey, oldSecretKeys } = environmentConfig();
    if (!databaseUrl) throw new UsageError('DATABASE_URL must be set. The embedded database keeps the key that was made with it.');
    const db = connect({ url: databaseUrl, poolSize: 2, prepared: databasePrepared });
    try {
      await db.engine.query('select').catch((error: unknown) => {
        throw new DatabaseUnreachable(error);
      });
      await requireWrites(db.engine);
      const { endpoints, answers } = await auditedCommand(db.knex, { words: 'rotate-secrets', ids: {} }, () =>
        rotation.rotateSecrets({ db, secrets: aesSecrets(secretKey, oldSecretKeys) }),
      );
      tell(json, { endpoints, answers }, (screen) =>
        screen.table(
          [
            { what: 'signing secrets', ...endpoints },
            { what: 'stored answers', ...answers },
          ],
          [
            { title: 'what', value: ({ what }) => what },
            { title: 'looked at', value: ({ looked }) => looked, right: true },
            { title: 'sealed anew', value: ({ resealed }) => resealed, right: true },
            {
              title: 'no key opens',
              value: ({ unopened }) => unopened,
              right: true,
              tone: ({ unopened }) => (unopened > 0 ? 'bad' : 'plain'),
            },
          ],
          'Nothing is stored.',
        ),
      );
      return endpoints.unopened + answers.unopened > 0 ? 1 : 0;
    } finally {
      await db.close();
    }
  },
});
