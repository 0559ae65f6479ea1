import { request } from 'undici';
import type { Customer } from '../faults/matrix/system.ts';
import { until } from '../support/until.ts';
import type { Fleet } from './fleet.ts';

/** What each cell has of a tenant that has moved, and what it says to it. */
export interface Moved {
  readonly tables: readonly MovedTable[];
  /** What was asked of each cell past nginx, and how it was answered. */
  readonly answers: readonly { readonly cell: 'c1' | 'c2'; readonly asked: string; readonly status: number }[];
}

export interface MovedTable {
  readonly table: string;
  /** Ids in the old cell and in the new one. */
  readonly there: ReadonlySet<string>;
  readonly here: ReadonlySet<string>;
  /** Whether the tenant has made rows of it since it moved. */
  readonly hasGrown: boolean;
  /** Rows of the new cell that say what another row says. */
  readonly twice: readonly string[];
}

/** Judges a move: the new cell has every row once, and nobody but it serves the tenant. */
export function moveFindings({ tables, answers }: Moved): readonly string[] {
  return [
    ...tables.flatMap(({ table, there, here, hasGrown, twice }) => [
      ...told(without(there, here), `rows of ${table} are not in the new cell`),
      ...(hasGrown ? [] : told(without(here, there), `rows of ${table} are in the new cell alone`)),
      ...told(twice, `rows of ${table} are in the new cell twice`),
    ]),
    ...tables.filter(({ there }) => there.size === 0).map(({ table }) => `the tenant that moved had no rows of ${table}`),
    ...answers
      .filter(({ cell, status }) => (cell === 'c2') !== (status >= 200 && status < 300))
      .map(({ cell, asked, status }) => `${asked} was answered ${status} by ${cell} after the tenant had moved to c2`),
  ];
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] => [...some].filter((id) => !others.has(id));

const told = (ids: readonly string[], what: string): readonly string[] =>
  ids.length === 0 ? [] : [`${ids.length} ${what} after a move, such as ${ids[0]}`];

export const lookAtBothCells = async (fleet: Fleet, mover: Customer): Promise<Moved> => ({
  tables: await movedTables(fleet, mover.tenantId),
  answers: await answersOfCells(fleet, mover),
});

/** `same` is what two rows have in common that are one. */
const judged = [
  { table: 'calls', hasGrown: false },
  { table: 'wallet_ledger', hasGrown: false },
  { table: 'webhook_events', hasGrown: true },
  { table: 'webhook_deliveries', hasGrown: true, same: 'event_id, trigger_id' },
] as const;

async function movedTables({ system, otherCell }: Fleet, tenantId: string): Promise<readonly MovedTable[]> {
  const found: MovedTable[] = [];
  for (const { table, hasGrown, ...twins } of judged) {
    const ids = async ({ db }: Pick<typeof system.context, 'db'>): Promise<ReadonlySet<string>> =>
      new Set((await db.knex(table).where({ tenant_id: tenantId }).pluck('id')).map(String));
    found.push({
      table,
      hasGrown,
      there: await ids(system.context),
      here: await ids(otherCell.context),
      twice: 'same' in twins ? await idsOfTwins(otherCell.context, tenantId, table, twins.same) : [],
    });
  }
  return found;
}

async function idsOfTwins(
  { db }: Pick<Fleet['system']['context'], 'db'>,
  tenantId: string,
  table: string,
  same: string,
): Promise<readonly string[]> {
  const { rows } = await db.engine.query<{ id: string }>(
    `select min(id::text) as id from ${table} where tenant_id = $1 group by ${same} having count(*) > 1`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

/** Asks both cells past nginx, as a tenant and as an operator who reports an event. */
async function answersOfCells({ system, processes, otherCell }: Fleet, customer: Customer): Promise<Moved['answers']> {
  const [old] = processes;
  if (!old) throw new Error('a fleet has processes');
  const answers = [];
  for (const [cell, { publicUrl, operatorUrl }] of [['c1', old] as const, ['c2', otherCell] as const]) {
    const ask = () => askWithKey(publicUrl, customer);
    // A read may come from a replica, which is a moment behind. A cell that goes on answering is told by the answer below.
    if (cell === 'c1') await until('the old cell has the move', async () => (await ask()) !== 200, replicaBehindMs).catch(() => {});
    answers.push({ cell, asked: 'its key', status: await ask() });
    answers.push({
      cell,
      asked: 'an event of it',
      status: await report(operatorUrl, system.operatorToken, customer.tenantId, `asked-${cell}`),
    });
  }
  return answers;
}

const replicaBehindMs = 5_000;

/** Reads a customer's agent with its key, and returns how that was answered. */
export function askWithKey(publicUrl: string, { apiKey, agentId }: Pick<Customer, 'apiKey' | 'agentId'>): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return statusOf(`${publicUrl}/api/v1/public/agents/${agentId}`, { headers });
}

const text = { contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null };

/** Reports an event, and returns how it was answered. */
export function report(url: string, operatorToken: string, tenantId: string, name: string): Promise<number> {
  return statusOf(`${url}/api/v1/operator/tenants/${tenantId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ eventType: 'sms.delivered', dedupeKey: name, data: { ...text, message_id: name } }] }),
  });
}

/** Asks on a connection of its own: nginx cuts those that are kept when it reads its files again, and then a request is lost. */
async function statusOf(url: string, options: NonNullable<Parameters<typeof request>[1]>): Promise<number> {
  const { statusCode, body } = await request(url, { ...options, reset: true });
  await body.dump();
  return statusCode;
}
