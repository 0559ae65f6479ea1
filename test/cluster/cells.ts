import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { migrate } from '../../src/db/migrate.ts';
import { removeTenant } from '../../tools/moving/remove-tenant.ts';
import type { Customer } from '../faults/matrix/system.ts';
import { until } from '../support/until.ts';
import type { Fleet } from './fleet.ts';
import { type History, moveUnderLoad } from './move.ts';

/**
 * Keys of both cells, sent to nginx: each must come to the cell that it names, where alone it is known. So must those of a
 * tenant that moves from the first cell into the second under load, by every step of `deploy/README.md`.
 */
export async function misrouted(fleet: Fleet, history: History, say: (what: string) => void): Promise<readonly string[]> {
  const { system, otherCell } = fleet;
  const findings: string[] = [];
  for (const [cell, customers] of [['c1', system.customers] as const, ['c2', otherCell.customers] as const]) {
    for (const customer of customers) {
      if (!customer.apiKey.includes(`_${cell}_`)) findings.push(`a key of ${cell} does not name it`);
      const status = await ask(fleet, customer);
      if (status !== 200) findings.push(`a key of ${cell} was answered ${status}`);
    }
  }
  const [mover] = system.customers;
  if (!mover) throw new Error('there are customers in the first cell');
  await upgrade(fleet);
  findings.push(...(await moveUnderLoad(fleet, mover, history, say)));
  await until('nginx routes the key that was taken along', async () => (await ask(fleet, mover)) === 200);
  await removeTenant(system.context, mover.tenantId, { recordings: 'keep' });
  const status = await ask(fleet, mover);
  if (status !== 200) findings.push(`a key that was taken along to c2 was answered ${status} when the old copy was gone`);
  return findings;
}

async function ask({ nginx }: Fleet, { apiKey, agentId }: Customer): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  // A connection of its own: nginx closes those that are kept when it reads its files again.
  const { statusCode, body } = await request(`${nginx.publicUrl}/api/v1/public/agents/${agentId}`, { headers, reset: true });
  await body.dump();
  return statusCode;
}

/** Both cells run one version: the second comes to the release that the rolling restart has brought to the first. */
async function upgrade({ system, otherCell }: Fleet): Promise<void> {
  const folder = join(system.context.config.dataFolder, '../release/src/db/migrations/');
  await migrate(otherCell.env['DATABASE_URL'] ?? '', { folder: pathToFileURL(folder) });
}
