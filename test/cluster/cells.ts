import { migrate } from '../../src/db/migrate.ts';
import { removeTenant } from '../../tools/moving/remove-tenant.ts';
import { drain } from '../faults/matrix/drain.ts';
import type { Customer, System } from '../faults/matrix/system.ts';
import { until } from '../support/until.ts';
import type { Fleet } from './fleet.ts';
import { callsOf } from './keyed-requests.ts';
import { type History, type MoveOptions, moveUnderLoad } from './move.ts';
import { askWithKey } from './moved.ts';

/**
 * Keys of both cells, sent to nginx: each must come to the cell that it names, where alone it is known. So must those of a
 * tenant that moves from the first cell into the second under load, by every step of `deploy/README.md`.
 */
export async function misrouted(fleet: Fleet, history: History, options: MoveOptions): Promise<readonly string[]> {
  const { system, otherCell } = fleet;
  const findings: string[] = [];
  for (const [cell, customers] of [['c1', system.customers] as const, ['c2', otherCell.customers] as const]) {
    for (const customer of customers) {
      if (!customer.apiKey.includes(`_${cell}_`)) findings.push(`a key of ${cell} does not name it`);
      const status = await ask(fleet, customer);
      if (status !== 200) findings.push(`a key of ${cell} was answered ${status}`);
    }
  }
  const mover = await moverOf(system);
  await upgrade(fleet);
  findings.push(...(await moveUnderLoad(fleet, mover, history, options)));
  // What has moved wrongly may live in the old cell still, and is not removed there.
  if (findings.length > 0) return findings;
  await until('nginx routes the key that was taken along', async () => (await ask(fleet, mover)) === 200);
  await removeTenant(system.context, mover.tenantId, { recordings: 'keep' });
  const status = await ask(fleet, mover);
  if (status !== 200) findings.push(`a key that was taken along to c2 was answered ${status} when the old copy was gone`);
  return findings;
}

const ask = ({ nginx }: Fleet, customer: Customer): Promise<number> => askWithKey(nginx.publicUrl, customer);

/** It pays as it goes, and has calls that are over. */
async function moverOf(system: System): Promise<Customer> {
  const mover = system.customers.find(
    ({ fundedMicros, runsOut, concurrentCalls }) => fundedMicros !== null && !runsOut && concurrentCalls > 2,
  );
  if (!mover) throw new Error('a customer pays as it goes');
  await callsOf(system, mover, 100, 2);
  const left = await drain(system);
  if (left !== null) throw new Error(`before the move: ${left}`);
  return mover;
}

/** Both cells run one version: the second comes to the release that a rolling restart has brought to the first. */
async function upgrade({ otherCell, newestMigrations }: Fleet): Promise<void> {
  const folder = newestMigrations();
  if (folder !== null) await migrate(otherCell.env['DATABASE_URL'] ?? '', { folder });
}
