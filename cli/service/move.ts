import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Context } from '../../src/context.ts';
import type { Config } from '../../src/process/config.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import type { Move, OldEnd } from '../../tools/moving/move.ts';
import { Unreachable } from '../clients/errors.ts';
import { type Command, type CommandGroup, command } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { choice, flag, need, postgresUrl, text } from '../parts/options.ts';
import { nobody, type Screen, screenFor, tell } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';
import { auditedCommand } from './audited-command.ts';

/** The steps of a move between cells. They work on the databases themselves, like `migrate`, and the services run beside them. */

const steps = `It runs with the settings of the new cell: DATABASE_URL names its database, and RINGPOST_SECRET_KEY_OLD has the
RINGPOST_SECRET_KEY of the old cell. deploy/README.md has the steps of a move in their order. A command that was
stopped is repeated.`;

const tenantPlace = { tenant: need(text("The tenant's id.")) };
const json = flag('Print what was done as JSON and nothing else.');
const from = need(postgresUrl("The old cell's primary, by an address that this process and the PostgreSQL of the new cell can use."));
const exampleOf = (step: string): string =>
  `ringpost move ${step} ten_01kdvy0a2c4e6g8j0m2p4r6t8v --from postgres://mover@db.c1.internal/ringpost`;

export const move: CommandGroup = {
  summary: 'Moves: a tenant goes from its cell to this one, while it works.',
  commands: {
    start: command({
      summary: 'Copies a tenant into this cell, which follows it from then on. The tenant notices nothing.',
      arguments: tenantPlace,
      options: { from, json },
      notes: steps,
      examples: [exampleOf('start')],
      run: ({ tenant, from, json }) =>
        onBoth('start', { tenant, from, json }, async (move) => {
          const { startMove } = await import('../../tools/moving/start-move.ts');
          await startMove(move);
          const keys = await keysOf(move);
          tell(json, { tenant, to: move.destination.config.cell, keys }, (screen) => {
            showKeys(screen, move, keys);
            screen.note(`${tenant} is being copied. How far it is: ringpost move status ${tenant}`);
          });
        }),
    }),

    status: command({
      summary: 'Says how far the copy is, how far this cell is behind, and which keys the router needs.',
      arguments: tenantPlace,
      options: { from, json },
      notes: steps,
      examples: [exampleOf('status')],
      run: ({ tenant, from, json }) =>
        onBoth(null, { tenant, from, json }, async (move) => {
          const { progressOf } = await import('../../tools/moving/replication.ts');
          const progress = await progressOf(move);
          const keys = await keysOf(move);
          const { tables, tablesFollowed, rowsBeingCopied, bytesBehind, errors } = progress;
          tell(json, { tenant, ...progress, keys }, (screen) => {
            screen.fields({
              'tables followed': `${tablesFollowed} of ${tables}`,
              'rows of copies under way': rowsBeingCopied,
              'bytes behind': bytesBehind ?? 'nothing is followed',
              errors,
            });
            if (errors > 0) screen.note('The log of the PostgreSQL of this cell says why.');
            showKeys(screen, move, keys);
            if (tables > 0 && tablesFollowed === tables) screen.note(`When that is little: ringpost move switch ${tenant}`);
          });
        }),
    }),

    switch: command({
      summary: 'Hands the tenant over to this cell. For some seconds its requests get 503 with Retry-After.',
      arguments: tenantPlace,
      options: {
        from,
        route: text("Is run as soon as this cell takes the tenant's requests, so that the router sends them here.", 'COMMAND'),
        json,
      },
      notes: `${steps}
Until it says "handing it over" the move can be abandoned; from then on the tenant can only go on here.`,
      examples: [exampleOf('switch'), `${exampleOf('switch')} --route "nginx -s reload"`],
      run: ({ tenant, from, route, json }) =>
        onBoth('switch', { tenant, from, json }, async (move) => {
          const { switchMove } = await import('../../tools/moving/switch-move.ts');
          const switched = await switchMove(route === undefined ? move : { ...move, route: () => runForRouter(route, tenant) });
          const { deliveries, stoodStillMs } = switched;
          const keys = await keysOf(move);
          tell(json, { tenant, cell: move.destination.config.cell, ...switched, keys }, (screen) => {
            showKeys(screen, move, keys);
            screen.note(
              `${tenant} lives here, and ${deliveries} deliveries that waited go on${stoodStillMs === null ? '' : `. It stood still for ${(stoodStillMs / 1_000).toFixed(1)} s`}.`,
            );
            if (route === undefined) screen.note('Send its requests here now.');
            screen.note(`Days later, in the old cell: ringpost tenant remove ${tenant}`);
          });
        }),
    }),

    abandon: command({
      summary: 'Leaves a tenant that was not handed over where it is, and removes what this cell has of it.',
      arguments: tenantPlace,
      options: { from, yes, json },
      notes: steps,
      examples: [`${exampleOf('abandon')} --yes`],
      async run({ tenant, from, yes, json }) {
        mustBeSure(yes, 'Abandoning a move');
        const { abandonInOldCell, abandonMove } = await import('../../tools/moving/abandon-move.ts');
        const act = async (move: Move): Promise<void> => {
          const deliveries = await abandonMove(move);
          tell(json, { tenant, deliveries }, (screen) =>
            screen.note(`${tenant} stays where it is, and ${deliveries} of its deliveries go on.`),
          );
        };
        return onBoth('abandon', { tenant, from, json }, act).catch(async (error: unknown) => {
          if (!(error instanceof Unreachable)) throw error;
          // Where it is the old cell's database that cannot be worked with, this says so once more.
          const deliveries = await onOld('abandon', { tenant, from, json }, abandonInOldCell);
          throw new Unreachable(
            `${error.message}\n${tenant} stays where it is, and ${deliveries} of its deliveries go on. Abandon it again when this cell is back: its copy is here still, and it moves to no other cell before.`,
          );
        });
      },
    }),
  },
};

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
  notes: `It works on the database that DATABASE_URL names, with the settings of the old cell, beside running processes.
In small batches, beside the traffic of others. Stopped on the way it is not whole; begun again it goes on.`,
  examples: ['ringpost tenant remove ten_01kdvy0a2c4e6g8j0m2p4r6t8v --confirm ten_01kdvy0a2c4e6g8j0m2p4r6t8v --recordings keep'],
  async run({ tenant, confirm, recordings, json }) {
    if (confirm !== tenant) throw new UsageError(`--confirm takes the id of the tenant that goes, ${tenant}; not "${confirm}".`);
    return onDatabase(async (context) =>
      auditedCommand(context.db.knex, { words: 'tenant remove', ids: { tenantId: tenant } }, async () => {
        const { removeTenant } = await import('../../tools/moving/remove-tenant.ts');
        const removed = await removeTenant(context, tenant, { recordings });
        tell(json, { tenant, rows: Object.fromEntries(removed.rows), recordings: removed.recordings }, (screen) => {
          showRows(screen, removed.rows);
          screen.note(
            recordings === 'remove'
              ? `${tenant} is gone, with ${removed.recordings} recordings.`
              : `${tenant} is gone; its recordings stay.`,
          );
        });
      }),
    );
  },
});

/** A tenant makes keys in the old cell until it is handed over, so each step lists those of its moment. */
async function keysOf(move: Move): Promise<readonly string[]> {
  const { keysTakenAlong } = await import('../../tools/moving/taken-along.ts');
  return keysTakenAlong(move);
}

function showKeys(screen: Screen, { destination: { config } }: Move, keys: readonly string[]): void {
  if (keys.length === 0) return;
  screen.note('Its living keys name another cell. Exceptions for the router, all but the secrets:');
  screen.text(keys.map((key) => `${key} ${config.cell};`).join('\n'));
}

/** Runs a command line of the operator's. What it writes is shown on the standard error. */
async function runForRouter(commandLine: string, tenantId: string): Promise<void> {
  const [code, signal] = await once(spawn(commandLine, { shell: true, stdio: ['ignore', process.stderr, 'inherit'] }), 'exit');
  if (code === 0) return;
  const { MovingError } = await import('../../tools/moving/moving-error.ts');
  throw new MovingError(
    `${tenantId} lives here, but the router was not told: "${commandLine}" ended with ${code ?? signal}. Switch again.`,
  );
}

type CellContext = Move['destination'] & { readonly config: Config };

/** Runs a step on the databases of both cells, with an entry in the audit log of each where it changes something. */
function onBoth(
  step: string | null,
  { tenant: tenantId, from: sourceUrl, json }: { readonly tenant: string; readonly from: string; readonly json: boolean },
  act: (move: Move) => Promise<void>,
): Promise<number> {
  if (step !== null)
    void untilSignal().then(() => {
      const meanwhile = step === 'start' ? '' : ' Until then its requests may get 503.';
      process.stderr.write(`${tenantId}: stopped on the way. Repeat the command, with the same options.${meanwhile}\n`);
      process.exit(130);
    });
  return onDatabase(async (destination) => {
    const source = await openDatabase(sourceUrl, '--from', destination.config);
    try {
      await mustBeTwo(source, destination);
      const move = { tenantId, source, sourceUrl, destination, tell: teller(tenantId, json) };
      const command = { words: `move ${step}`, ids: { tenantId } };
      if (step === null) await act(move);
      else await auditedCommand(source.db.knex, command, () => auditedCommand(destination.db.knex, command, () => act(move)));
    } catch (error) {
      throw await explained(error);
    } finally {
      await source.close();
    }
  });
}

/** Settings of the old cell instead of those of the new one are the likeliest mistake. */
async function mustBeTwo(source: Move['source'], destination: CellContext): Promise<void> {
  const { readInstallation } = await import('../../src/db/migrate.ts');
  const [there, here] = [await readInstallation(source.db.knex), await readInstallation(destination.db.knex)];
  if (there.mark === here.mark)
    throw new UsageError('--from names the database of DATABASE_URL: --from is the old cell, and the settings are those of the new one.');
  const { cell } = destination.config;
  if (here.cell !== null && here.cell !== cell)
    throw new UsageError(
      `RINGPOST_CELL is ${cell} here, and the processes on the database of DATABASE_URL have ${here.cell}: the settings are those of the new cell.`,
    );
  if (there.cell === cell)
    throw new UsageError(
      `Both cells are called ${cell}, so no router could tell where a key leads. Give one of them another RINGPOST_CELL.`,
    );
}

/** PostgreSQL's refusals of a role, an address or a limit are the operator's to mend; any other error of its is a mistake of ours. */
async function explained(error: unknown): Promise<unknown> {
  const { default: pg } = await import('pg');
  if (!(error instanceof pg.DatabaseError && /^(08|42501|53)/.test(error.code ?? ''))) return error;
  const { MovingError } = await import('../../tools/moving/moving-error.ts');
  return new MovingError(
    `PostgreSQL refuses the step: ${error.message}. What a move needs is in deploy/README.md, "To move a tenant to another cell".`,
  );
}

/** Runs what a step can do with the old cell's database alone. */
async function onOld<Result>(
  step: string,
  { tenant: tenantId, from, json }: { readonly tenant: string; readonly from: string; readonly json: boolean },
  act: (move: OldEnd) => Promise<Result>,
): Promise<Result> {
  const { environmentConfig } = await import('../../src/process/environment-config.ts');
  const config = environmentConfig();
  const source = await openDatabase(from, '--from', config);
  try {
    return await auditedCommand(source.db.knex, { words: `move ${step}`, ids: { tenantId } }, () =>
      act({ tenantId, source, destination: { config }, tell: teller(tenantId, json) }),
    );
  } finally {
    await source.close();
  }
}

function teller(tenantId: string, json: boolean): (said: string) => void {
  const screen = screenFor(process.stderr, json ? nobody : process.stderr);
  return (said) => screen.note(`${tenantId}: ${said}`);
}

async function onDatabase(act: (context: CellContext) => Promise<void>): Promise<number> {
  const { environmentConfig } = await import('../../src/process/environment-config.ts');
  const { aesSecrets } = await import('../../src/process/secrets.ts');
  const { openRecordingStore } = await import('../../src/recordings/open-recording-store.ts');
  const config = environmentConfig();
  if (!config.databaseUrl) throw new UsageError('DATABASE_URL must be set: an embedded database is no cell among others.');
  const { db, clock, close } = await openDatabase(config.databaseUrl, 'DATABASE_URL', config);
  try {
    const recordings = await openRecordingStore(config, clock);
    try {
      await act({ db, clock, config, recordings, secrets: aesSecrets(config.secretKey, config.oldSecretKeys) });
    } finally {
      recordings.close();
    }
  } finally {
    await close();
  }
  return 0;
}

async function openDatabase(url: string, name: string, config: Config) {
  const { connect } = await import('../../src/db/connect.ts');
  const { startDatabaseClock } = await import('../../src/db/database-clock.ts');
  const { createLog } = await import('../../src/process/log.ts');
  // What cannot be done is thrown, and told. Knex alone would print it to the console too.
  const db = connect({ url, poolSize: 2, prepared: config.databasePrepared, log: createLog('silent') });
  try {
    await mustBeUsable(db, name);
    const clock = await startDatabaseClock(db.knex, { sandbox: config.environment === 'sandbox' });
    return {
      db,
      clock,
      async close() {
        clock.stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function mustBeUsable({ engine }: Context['db'], name: string): Promise<void> {
  const { readSchemaState, requireWrites } = await import('../../src/db/migrate.ts');
  const looked = requireWrites(engine).then(() => readSchemaState(engine));
  const { pending, newer } = await looked.catch((error: Error) => {
    throw new Unreachable(`The database that ${name} names cannot be worked with: ${error.message}`, { cause: error });
  });
  if (pending.length > 0)
    throw new Unreachable(`The database that ${name} names lacks ${pending.map(({ name }) => name).join(', ')}: ringpost migrate`);
  // A service of this version may run on such a database, but a move would leave data of the newer version behind.
  if (newer.length > 0)
    throw new Unreachable(
      `A newer Ringpost has applied ${newer.join(', ')} to the database that ${name} names. Move tenants with that one.`,
    );
}

const showRows = (screen: Screen, rows: ReadonlyMap<string, number>): void =>
  screen.table(
    [...rows].map(([table, count]) => ({ table, count })).filter(({ count }) => count > 0),
    [
      { title: 'TABLE', value: ({ table }) => table },
      { title: 'ROWS', value: ({ count }) => count, right: true },
    ],
    'It has nothing.',
  );
