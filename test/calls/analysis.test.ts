import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createExtractionWorkers } from '../../src/agents/extraction-workers.ts';
import { readAnalysis } from '../../src/calls/analysis.ts';
import type { CallRow } from '../../src/calls/calls.ts';
import { createLog } from '../../src/process/log.ts';
import { telling } from './telling.ts';

const workers = createExtractionWorkers(createLog('silent'));
after(() => workers.close());

type Said = Parameters<ReturnType<typeof telling>['analyzed']>[0];

/** Only what an analysis looks at; the rest of a row has no part in it. */
const callWith = (schema: object | null): CallRow =>
  ({
    tenant_id: 'ten_1',
    active_outcomes: ['INTERESTED', 'CALLBACK'],
    extraction_schema: schema && JSON.stringify(schema),
  }) as unknown as CallRow;

function read(schema: object | null, said: Said) {
  const event = telling('call_1', new Date('2026-03-02T12:00:00.000Z')).analyzed(said);
  assert.ok(event.kind === 'analyzed');
  return readAnalysis(workers, callWith(schema), event);
}

const schema = {
  type: 'object',
  required: ['budget'],
  properties: { budget: { type: 'number' }, email: { type: 'string', format: 'email' } },
};

test('keeps an outcome that the agent has, and its notes', async () => {
  const { outcome, notes } = await read(null, { outcome: 'CALLBACK', notes: 'Tomorrow.' });
  assert.deepEqual([outcome, notes], ['CALLBACK', 'Tomorrow.']);
});

test('leaves out an outcome that the agent does not have, and says so in the notes', async () => {
  const { outcome, notes } = await read(null, { outcome: 'MAYBE', notes: 'Hm.' });
  assert.equal(outcome, null);
  assert.equal(notes, 'Hm. The analysis said "MAYBE", which is not among the agent\'s active outcomes.');
});

test('shortens a long outcome and a long reason to whole characters', async () => {
  const name = `a${'😀'.repeat(200)}`;
  const { notes, extractionError } = await read(
    { type: 'object', required: [name] },
    { outcome: `${'a'.repeat(99)}😀b`, notes: null, extraction: {} },
  );
  assert.match(notes ?? '', /"a{99}😀"/);
  assert.match(extractionError ?? '', /'a(😀)+…$/u);
});

test('keeps what was extracted where it fits the schema', async () => {
  const { extraction, extractionError } = await read(schema, { extraction: { budget: 5, email: 'dana@example.com' } });
  assert.deepEqual([extraction, extractionError], ['{"budget":5,"email":"dana@example.com"}', null]);
});

test('validates as the tenant of the call, so that it takes its turn', async () => {
  const asked: unknown[] = [];
  const validate = async (...of: unknown[]) => {
    asked.push(of);
    return null;
  };
  const event = telling('call_1', new Date('2026-03-02T12:00:00.000Z')).analyzed({ extraction: { budget: 5 } });
  assert.ok(event.kind === 'analyzed');
  await readAnalysis({ ...workers, validate }, callWith(schema), event);
  assert.deepEqual(asked, [['ten_1', JSON.stringify(schema), '{"budget":5}']]);
});

test('extracts nothing for an agent without a schema', async () => {
  const { extraction, extractionError } = await read(null, { extraction: { budget: 5 } });
  assert.deepEqual([extraction, extractionError], [null, null]);
});

const misfits: readonly [unknown, RegExp][] = [
  [null, /^provider returned no structured data$/],
  ['text', /^the extracted data is not an object$/],
  [[1], /^the extracted data is not an object$/],
  [{}, /must have required property 'budget'/],
  [{ budget: 'much' }, /\/budget must be number/],
  [{ budget: 1, email: 'nobody' }, /\/email must match format "email"/],
];
for (const [data, why] of misfits) {
  test(`gives a short reason for ${JSON.stringify(data)}, and no extraction`, async () => {
    const { extraction, extractionError } = await read(schema, { extraction: data });
    assert.equal(extraction, null);
    assert.match(extractionError ?? '', why);
    assert.ok((extractionError ?? '').length <= 200);
  });
}
