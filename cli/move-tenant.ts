import type { Context } from '../src/context.ts';
import type { Config } from '../src/process/config.ts';
import type { Moved } from '../tools/moving/export-tenant.ts';
import { type Command, command } from './command.ts';
import { Unreachable } from './operator-client.ts';
import { choice, flag, need, text } from './options.ts';
import { type Screen, screenFor } from './screen.ts';
import { UsageError } from './usage-error.ts';

/** The steps of a move between cells. They work on the database itself, like `migrate`, and the service may run beside them. */

const notes = `It works on the database that DATABASE_URL names, with the service's own settings, beside running processes.
deploy/README.md has the steps of a move in their order.`;

const tenantPlace = { tenant: need(text("The tenant's id.")) };
const json = flag('Print what was done as JSON and nothing else.');

export const freeze: Command = command({
  summary: 'Lets a tenant begin nothing new, before it moves to another cell. What is under way goes on to its end.',
  arguments: tenantPlace,
  options: { json },
  notes,
  examples: ['ringpost tenant freeze ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
  run: ({ tenant, json }) =>
    onDatabase(async (context) => {
      const { freezeTenant } = await import('../tools/moving/freeze.ts');
      const frozenAt = await freezeTenant(context, tenant);
      tell(json, { tenant, frozenAt }, (screen) => {
        screen.note(`${tenant} is frozen since ${frozenAt.toISOString()}; every process acts on it within five seconds.`);
        screen.note(`When its calls have ended: ringpost tenant export ${tenant} --to FILE`);
      });
    }),
});

export const exportTenant: Command = command({
  summary: 'Writes all that a frozen tenant has into a file, and holds its deliveries back.',
  arguments: tenantPlace,
  options: {
    to: need(text('The file, which must not be there yet. Only its owner may read it.', 'FILE')),
    cell: need(text('The RINGPOST_CELL that it moves to; no other can import the file.', 'NAME')),
    json,
  },
  notes,
  examples: ['ringpost tenant export ten_01kdvy0a2c4e6g8j0m2p4r6t8v --cell c2 --to alder.tenant'],
  run: ({ tenant, to, cell, json }) =>
    onDatabase(async (context) => {
      const moving = await import('../tools/moving/export-tenant.ts');
      const moved = await moving.exportTenant(context, tenant, { path: to, to: cell });
      tell(json, summaryOf(moved), (screen) => {
        showRows(screen, moved.rows);
        screen.note(`${tenant} is in ${to}. In the cell ${cell}: ringpost tenant import ${to}`);
      });
    }),
});

export const importTenant: Command = command({
  summary: 'Brings an exported tenant into this cell, all of it or nothing. It comes in frozen.',
  arguments: { file: need(text('What `ringpost tenant export` has written.', 'FILE')) },
  options: { json },
  notes: `${notes}
RINGPOST_SECRET_KEY_OLD must have the other cell's RINGPOST_SECRET_KEY, which opens what is sealed in the file.`,
  examples: ['ringpost tenant import alder.tenant'],
  run: ({ file, json }) =>
    onDatabase(async (context) => {
      const moving = await import('../tools/moving/import-tenant.ts');
      const { keysTakenAlong } = await import('../tools/moving/taken-along.ts');
      const moved = await moving.importTenant(context, file);
      const { tenant, cell } = moved.header;
      const keys = await keysTakenAlong(context, tenant, cell);
      tell(json, { ...summaryOf(moved), keys }, (screen) => {
        showRows(screen, moved.rows);
        if (keys.length > 0) screen.note('Its living keys name another cell. Exceptions for the router, all but the secrets:');
        for (const key of keys) screen.note(`${key} ${context.config.cell};`);
        screen.note(
          `${tenant} is here, frozen as it was. When the router sends it here, in the other cell: ringpost tenant hand-over ${tenant}`,
        );
      });
    }),
});

export const handOver: Command = command({
  summary: 'Gives an exported tenant away for good, and prints the code that unfreezes it there.',
  arguments: tenantPlace,
  options: { json },
  notes: `${notes}
Until then the move can be abandoned; from then on nothing unfreezes the tenant here. Asked again it prints the same code.`,
  examples: ['ringpost tenant hand-over ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
  run: ({ tenant, json }) =>
    onDatabase(async (context) => {
      const { handTenantOver } = await import('../tools/moving/hand-over.ts');
      const { code, to, handedOverAt } = await handTenantOver(context, tenant);
      tell(json, { tenant, to, handedOverAt, code }, (screen) => {
        screen.fields({ code });
        screen.note(`${tenant} lives in the cell ${to} now. There: ringpost tenant unfreeze ${tenant} --code ${code}`);
      });
    }),
});

export const unfreeze: Command = command({
  summary: 'Lets a tenant go on, after it has moved, with the deliveries that were held back.',
  arguments: tenantPlace,
  options: {
    code: text('Of a tenant that was imported: what `ringpost tenant hand-over` printed.', 'CODE'),
    moveAbandoned: flag('Of a tenant that was exported and not handed over: it stays here, and what was exported is worthless.'),
    json,
  },
  notes,
  examples: [
    'ringpost tenant unfreeze ten_01kdvy0a2c4e6g8j0m2p4r6t8v --code 5v7x9z1b3d5f7h9k1m3p5r7t9v',
    'ringpost tenant unfreeze ten_01kdvy0a2c4e6g8j0m2p4r6t8v --move-abandoned',
  ],
  run: ({ tenant, code = null, moveAbandoned, json }) =>
    onDatabase(async (context) => {
      const { unfreezeTenant } = await import('../tools/moving/unfreeze.ts');
      const deliveries = await unfreezeTenant(context, tenant, { code, moveAbandoned });
      tell(json, { tenant, deliveries }, (screen) => screen.note(`${tenant} goes on, and ${deliveries} of its deliveries with it.`));
    }),
});

export const remove: Command = command({
  summary: 'Removes the copy of a tenant that lives in another cell. Its recordings go too if you say so.',
  arguments: tenantPlace,
  options: {
    confirm: need(text("The tenant's id once more.", 'ID')),
    recordings: need(
      choice('keep where the other cell reads them from the same bucket; remove where each has its own.', ['keep', 'remove']),
    ),
    json,
  },
  notes: `${notes}
In small batches, beside the traffic of others. Stopped on the way it is not whole; begun again it goes on.`,
  examples: ['ringpost tenant remove ten_01kdvy0a2c4e6g8j0m2p4r6t8v --confirm ten_01kdvy0a2c4e6g8j0m2p4r6t8v --recordings keep'],
  async run({ tenant, confirm, recordings, json }) {
    if (confirm !== tenant) throw new UsageError(`--confirm takes the id of the tenant that goes, ${tenant}; not "${confirm}".`);
    return onDatabase(async (context) => {
      const { removeTenant } = await import('../tools/moving/remove-tenant.ts');
      const { openRecordingStore } = await import('../src/recordings/open-recording-store.ts');
      const store = await openRecordingStore(context.config, context.clock);
      try {
        const removed = await removeTenant({ ...context, recordings: store }, tenant, { recordings });
        tell(json, { tenant, rows: Object.fromEntries(removed.rows), recordings: removed.recordings }, (screen) => {
          showRows(screen, removed.rows);
          screen.note(
            recordings === 'remove'
              ? `${tenant} is gone, with ${removed.recordings} recordings.`
              : `${tenant} is gone; its recordings stay.`,
          );
        });
      } finally {
        store.close();
      }
    });
  },
});

type MovingContext = Pick<Context, 'db' | 'clock' | 'secrets'> & { readonly config: Config };

async function onDatabase(act: (context: MovingContext) => Promise<void>): Promise<number> {
  const { environmentConfig } = await import('../src/process/environment-config.ts');
  const { connect } = await import('../src/db/connect.ts');
  const { startDatabaseClock } = await import('../src/db/database-clock.ts');
  const { aesSecrets } = await import('../src/process/secrets.ts');
  const config = environmentConfig();
  if (!config.databaseUrl) throw new UsageError('DATABASE_URL must be set: an embedded database is no cell among others.');
  const db = connect({ url: config.databaseUrl, poolSize: 2, prepared: config.databasePrepared });
  try {
    await mustBeMigrated(db);
    const clock = await startDatabaseClock(db.knex, { sandbox: config.environment === 'sandbox' });
    try {
      await act({ db, clock, config, secrets: aesSecrets(config.secretKey, config.oldSecretKeys) });
    } finally {
      clock.stop();
    }
  } finally {
    await db.close();
  }
  return 0;
}

async function mustBeMigrated({ engine }: Context['db']): Promise<void> {
  const { readSchemaState } = await import('../src/db/migrate.ts');
  const { pending, newer } = await readSchemaState(engine).catch((error: Error) => {
    throw new Unreachable(`The database that DATABASE_URL names cannot be worked with: ${error.message}`, { cause: error });
  });
  if (pending.length > 0)
    throw new Unreachable(`The database that DATABASE_URL names lacks ${pending.map(({ name }) => name).join(', ')}: ringpost migrate`);
  // A service of this version may run on such a database, but a move would leave data of the newer version behind.
  if (newer.length > 0)
    throw new Unreachable(
      `A newer Ringpost has applied ${newer.join(', ')} to the database that DATABASE_URL names. Move tenants with that one.`,
    );
}

const summaryOf = ({ header, rows }: Moved) => ({
  tenant: header.tenant,
  from: header.cell,
  to: header.to,
  exportedAt: header.exportedAt,
  rows: Object.fromEntries(rows),
});

function tell(json: boolean, done: object, show: (screen: Screen) => void): void {
  if (json) process.stdout.write(`${JSON.stringify(done)}\n`);
  else show(screenFor(process.stdout, process.stderr));
}

const showRows = (screen: Screen, rows: Moved['rows']): void =>
  screen.table(
    [...rows].map(([table, count]) => ({ table, count })).filter(({ count }) => count > 0),
    [
      { title: 'TABLE', value: ({ table }) => table },
      { title: 'ROWS', value: ({ count }) => count, right: true },
    ],
    'It has nothing.',
  );
