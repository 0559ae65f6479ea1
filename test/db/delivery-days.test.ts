import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { rowsOf } from './scratch.ts';

test('the sums of days follow the counts of half hours, whatever a statement does to them', async (t) => {
  const { url, close } = await testDatabase();
  t.after(close);
  const sums = async (change: string): Promise<readonly string[]> => {
    await rowsOf(url, change);
    const days = await rowsOf<{ sum: string }>(
      url,
      "select tenant_id || ' ' || to_char(day, 'MM-DD') || ' ' || status || ' ' || deliveries as sum from webhook_delivery_days order by 1",
    );
    return days.map(({ sum }) => sum);
  };
  const inserted = await sums(`
    insert into webhook_delivery_counts (tenant_id, slot, status, deliveries)
    values ('ten_1', '2026-03-01T00:00Z', 'success', 7),
           ('ten_1', '2026-03-01T23:30Z', 'success', 5),
           ('ten_1', '2026-03-01T23:30Z', 'failed', -1),
           ('ten_1', '2026-03-02T11:30Z', 'success', 3),
           ('ten_2', '2026-03-02T11:30Z', 'success', 2)`);
  assert.deepEqual(inserted, ['ten_1 03-01 failed -1', 'ten_1 03-01 success 12', 'ten_1 03-02 success 3', 'ten_2 03-02 success 2']);
  const added = await sums(`
    insert into webhook_delivery_counts as c (tenant_id, slot, status, deliveries)
    values ('ten_1', '2026-03-01T23:30Z', 'failed', 2), ('ten_2', '2026-03-02T12:00Z', 'success', 4)
        on conflict (tenant_id, slot, status) do update set deliveries = c.deliveries + excluded.deliveries`);
  assert.deepEqual(added, ['ten_1 03-01 failed 1', 'ten_1 03-01 success 12', 'ten_1 03-02 success 3', 'ten_2 03-02 success 6']);
  const deleted = await sums("delete from webhook_delivery_counts where slot = '2026-03-01T00:00Z'");
  assert.deepEqual(deleted, ['ten_1 03-01 failed 1', 'ten_1 03-01 success 5', 'ten_1 03-02 success 3', 'ten_2 03-02 success 6']);
});
