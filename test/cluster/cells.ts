import { request } from 'undici';
import type { Customer } from '../faults/matrix/house.ts';
import { until } from '../support/until.ts';
import type { Fleet } from './fleet.ts';

/**
 * Keys of both cells, sent to nginx: each must come to the cell that it names, where alone it is known. So must one that
 * its tenant took along, which names the other cell, once nginx has been told.
 */
export async function misrouted({ house, otherCell, nginx }: Fleet): Promise<readonly string[]> {
  const ask = async ({ apiKey, agentId }: Customer): Promise<number> => {
    const headers = { authorization: `Bearer ${apiKey}` };
    // A connection of its own: nginx closes those that are kept when it reads its files again.
    const { statusCode, body } = await request(`${nginx.publicUrl}/api/v1/public/agents/${agentId}`, { headers, reset: true });
    await body.dump();
    return statusCode;
  };
  const findings: string[] = [];
  for (const [cell, customers] of [['c1', house.customers] as const, ['c2', otherCell.customers] as const]) {
    for (const customer of customers) {
      if (!customer.apiKey.includes(`_${cell}_`)) findings.push(`a key of ${cell} does not name it`);
      const status = await ask(customer);
      if (status !== 200) findings.push(`a key of ${cell} was answered ${status}`);
    }
  }
  const [settler] = otherCell.customers;
  if (!settler) throw new Error('there are customers in the second cell');
  const movedIn: Customer = { ...settler, apiKey: settler.apiKey.replace('_c2_', '_c1_') };
  const status = await ask(movedIn);
  if (status !== 401) findings.push(`a key that names c1 and is of c2 was answered ${status} before nginx was told`);
  await nginx.move(movedIn.apiKey.slice(0, movedIn.apiKey.lastIndexOf('_')), 'c2');
  await until('nginx routes the key that was taken along', async () => (await ask(movedIn)) === 200);
  return findings;
}
