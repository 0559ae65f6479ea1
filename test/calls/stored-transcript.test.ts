import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contextOfFile } from '../support/context.ts';
import { placed, readyToCall } from './calling.ts';
import { tell, telling } from './telling.ts';

const context = await contextOfFile();

test('a long transcript is compressed where it is stored, and read as it was', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready);
  const transcript = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8').slice(0, 8_000);
  const say = telling(id, context.clock.realNow());
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed({ transcript }));
  const [row] = await context.db.knex('calls').select('transcript', context.db.knex.raw('pg_column_size(transcript) as bytes'));
  assert.equal(row.transcript, transcript);
  assert.ok(row.bytes < 0.8 * Buffer.byteLength(transcript), `${row.bytes} bytes`);
});
