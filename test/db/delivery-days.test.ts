import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedStepwise } from './scratch.ts';

test('the counts that are there are summed by day, without those of half hours that are not counted yet', async (t) => {
  const { rows, migrateTo } = await migratedStepwise(t);
  await migrateTo('0077');
  await rows("update webhook_counts_state set counted_until = '2026-03-02T12:00Z', closing_until = '2026-03-02T12:00Z'");
  await rows(`
    insert into webhook_delivery_counts (tenant_id, slot, status, deliveries)
    values ('ten_1', '2026-03-01T00:00Z', 'success', 7),
           ('ten_1', '2026-03-01T23:30Z', 'success', 5),
           ('ten_1', '2026-03-01T23:30Z', 'failed', -1),
           ('ten_1', '2026-03-02T11:30Z', 'success', 3),
           ('ten_2', '2026-03-02T11:30Z', 'success', 2),
           ('ten_2', '2026-03-02T12:00Z', 'success', 100)`);
  await migrateTo('0078');
  const days = () =>
    rows(
      "select tenant_id || ' ' || to_char(day, 'MM-DD') || ' ' || status || ' ' || deliveries as sum from webhook_delivery_days order by 1",
    );
  const before = ['ten_1 03-01 failed -1', 'ten_1 03-01 success 12', 'ten_1 03-02 success 3', 'ten_2 03-02 success 2'];
  assert.deepEqual(
    await days(),
    before.map((sum) => ({ sum })),
  );
  // A process of an older release knows the counts alone.
  await rows(`
    insert into webhook_delivery_counts as c (tenant_id, slot, status, deliveries)
    values ('ten_1', '2026-03-01T23:30Z', 'failed', 2), ('ten_2', '2026-03-02T12:00Z', 'success', 4)
        on conflict (tenant_id, slot, status) do update set deliveries = c.deliveries + excluded.deliveries`);
  await rows("delete from webhook_delivery_counts where slot = '2026-03-01T00:00Z'");
  const after = ['ten_1 03-01 failed 1', 'ten_1 03-01 success 5', 'ten_1 03-02 success 3', 'ten_2 03-02 success 6'];
  assert.deepEqual(
    await days(),
    after.map((sum) => ({ sum })),
  );
});
