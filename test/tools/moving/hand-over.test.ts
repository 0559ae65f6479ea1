import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { exportTenant } from '../../../tools/moving/export-tenant.ts';
import { handTenantOver } from '../../../tools/moving/hand-over.ts';
import { importTenant } from '../../../tools/moving/import-tenant.ts';
import { removeTenant } from '../../../tools/moving/remove-tenant.ts';
import { type UnfreezeOptions, unfreezeTenant } from '../../../tools/moving/unfreeze.ts';
import { tenant } from '../../support/fixtures.ts';
import type { Ringpost } from '../../support/ringpost.ts';
import { type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;
let file: string;
let tenantId: string;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});
beforeEach(async () => {
  file = cells.newFile();
  ({ id: tenantId } = await tenant(source.context));
});

const unfreeze = ({ context }: Ringpost, options: UnfreezeOptions = {}): Promise<number> => unfreezeTenant(context, tenantId, options);
const handOver = ({ context }: Ringpost) => handTenantOver(context, tenantId);
const remove = ({ context }: Ringpost): Promise<unknown> => removeTenant(context, tenantId, { recordings: 'keep' });

/** Where it may go on. */
async function livesIn(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { context } of [source, destination]) {
    const row = await context.db.knex('tenants').where({ id: tenantId, frozen_at: null }).first('id');
    if (row) found.push(context.config.cell);
  }
  return found;
}

async function imported(): Promise<void> {
  await cells.frozen(tenantId);
  await cells.exported(tenantId, file);
  await importTenant(cells.importing, file);
}

test('the copy that was imported goes on with the code of the hand-over, and the other one never again', async () => {
  await imported();
  await assert.rejects(unfreeze(destination), /lives in the cell that it came from: ringpost tenant hand-over/);
  await assert.rejects(unfreeze(destination, { moveAbandoned: true }), /lives in the cell that it came from/);
  await assert.rejects(unfreeze(destination, { code: '0'.repeat(26) }), /This is not the code/);
  await assert.rejects(handOver(destination), /has not been exported/);

  const { code, to } = await handOver(source);
  assert.equal(to, 'c2');
  assert.equal((await handOver(source)).code, code, 'asked again it tells the same');
  for (const options of [{}, { moveAbandoned: true }, { code }])
    await assert.rejects(unfreeze(source, options), /was handed over to the cell c2 on .* and lives there/);
  assert.deepEqual(await livesIn(), []);

  await unfreeze(destination, { code });
  assert.deepEqual(await livesIn(), ['c2']);
  await unfreeze(destination, { code });
  await assert.rejects(unfreeze(source, { moveAbandoned: true }), /lives there/);
});

test('a move that is abandoned half way goes on where it was, and what was imported never does', async () => {
  await imported();
  await assert.rejects(unfreeze(source), /was exported for the cell c2 on .*--move-abandoned/);
  await unfreeze(source, { moveAbandoned: true });
  assert.deepEqual(await livesIn(), ['c1']);
  await assert.rejects(handOver(source), /has not been exported/);

  // Another try has a code of its own, which the copy of the first does not take.
  await cells.frozen(tenantId);
  const another = cells.newFile();
  await cells.exported(tenantId, another);
  const { code } = await handOver(source);
  await assert.rejects(unfreeze(destination, { code }), /This is not the code .* Remove it here and import the file of its last export/);
  await remove(destination);
  await importTenant(cells.importing, another);
  await unfreeze(destination, { code });
  assert.deepEqual(await livesIn(), ['c2']);
});

test('an export that was not finished hands nothing over, and outdates the file of one that was', async () => {
  await cells.frozen(tenantId);
  await assert.rejects(exportTenant(source.context, tenantId, { path: '/nowhere/at/all', to: 'c2' }), /cannot be made: ENOENT/);
  await assert.rejects(handOver(source), /has not been exported/);
  // Nor has one whose earlier file it has outdated.
  await cells.exported(tenantId, file);
  await assert.rejects(cells.exported(tenantId, '/nowhere/at/all'), /cannot be made: ENOENT/);
  await assert.rejects(handOver(source), /has not been exported/);
  // One that was not begun has outdated nothing.
  const another = cells.newFile();
  await cells.exported(tenantId, another);
  await assert.rejects(cells.exported(tenantId, file), /it is there already/);
  await importTenant(cells.importing, another);
  await cells.handedOver(tenantId);
  assert.deepEqual(await livesIn(), ['c2']);
});

test('what was never exported to its end goes on without more ado', async () => {
  await cells.frozen(tenantId);
  await assert.rejects(cells.exported(tenantId, '/nowhere/at/all'), /cannot be made: ENOENT/);
  await unfreeze(source);
  assert.deepEqual(await livesIn(), ['c1']);
});

test('a tenant that is unfrozen while it is exported has not been exported', async () => {
  await cells.frozen(tenantId);
  const { db } = source.context;
  const meanwhile = {
    ...db,
    // Asked for after the first step of the export.
    engine: Object.assign(Object.create(db.engine), {
      async connect() {
        await unfreeze(source);
        return db.engine.connect();
      },
    }),
  };
  await assert.rejects(
    exportTenant({ ...source.context, db: meanwhile }, tenantId, { path: file, to: 'c2' }),
    /unfrozen or exported again meanwhile/,
  );
  await assert.rejects(handOver(source), /has not been exported/);
  assert.deepEqual(await livesIn(), ['c1']);
});

test('a file is for one cell, and lets the tenant go there once', async () => {
  await cells.frozen(tenantId);
  await assert.rejects(exportTenant(source.context, tenantId, { path: file, to: 'c1' }), /This is the cell c1: name the one/);
  await exportTenant(source.context, tenantId, { path: file, to: 'c3' });
  await assert.rejects(importTenant(cells.importing, file), /for the cell c3, and this is c2/);

  const second = cells.newFile();
  await cells.exported(tenantId, second);
  await importTenant(cells.importing, second);
  await assert.rejects(importTenant(cells.importing, second), /has a tenant .* already/);
  await assert.rejects(
    exportTenant(destination.context, tenantId, { path: cells.newFile(), to: 'c3' }),
    /imported and not unfrozen: it lives in the cell that it came from/,
  );
  const { code } = await handOver(source);
  await unfreeze(destination, { code });

  // It moves on from there, and its copy is removed; what brought it there brings it no second time.
  await destination.context.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0) });
  await exportTenant(destination.context, tenantId, { path: cells.newFile(), to: 'c3' });
  await handOver(destination);
  await remove(destination);
  await assert.rejects(importTenant(cells.importing, second), /has come here by this file before, and was unfrozen/);
});

test('a copy that is lost before anybody has let it go can be made again, for that cell alone', async () => {
  await imported();
  const { code } = await handOver(source);
  await remove(destination);
  const again = cells.newFile();
  await assert.rejects(
    exportTenant(source.context, tenantId, { path: again, to: 'c3' }),
    /handed over to the cell c2, and can be exported for no other/,
  );
  await cells.exported(tenantId, again);
  await importTenant(cells.importing, again);
  await unfreeze(destination, { code });
  assert.deepEqual(await livesIn(), ['c2']);
});

test('a tenant comes back as it went', async () => {
  await imported();
  await cells.handedOver(tenantId);
  await remove(source);
  await destination.context.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0) });
  const back = cells.newFile();
  await exportTenant(destination.context, tenantId, { path: back, to: 'c1' });
  await importTenant({ ...source.context, secrets: cells.importing.secrets }, back);
  const { code } = await handOver(destination);
  await unfreeze(source, { code });
  assert.deepEqual(await livesIn(), ['c1']);
});

test('the schema lets no copy go that lives elsewhere, whoever asks', async () => {
  await imported();
  for (const { context } of [source, destination]) {
    if (context === source.context) await handOver(source);
    await assert.rejects(
      async () => context.db.knex('tenants').where({ id: tenantId }).update({ frozen_at: null }),
      /what_lives_elsewhere_is_frozen/,
    );
  }
});
