import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/process/log.ts';

test('a phone number shows its last four digits, wherever it stands', () => {
  const line = written((log) => log.warn({ phoneNumber: '+14155550123', raw: 'HTTP 400 customer.number +14155550123 is odd' }, 'refused'));
  assert.ok(!line.includes('4155550123'), line);
  assert.ok(line.includes('0123'));
});

test('an error of the database tells its code and its words, not the row', () => {
  const error = Object.assign(new Error('duplicate key for +14155550123'), {
    code: '23505',
    detail: 'Key (phone)=(+14155550123)',
    where: 'AI: hello',
    parameters: ['secret'],
  });
  const line = written((log) => log.error({ err: error }, 'failed'));
  assert.match(line, /"code":"23505"/);
  for (const secret of ['4155550123', 'AI: hello', 'Key (phone)', '"secret"']) assert.ok(!line.includes(secret), line);
});

test('keys and secrets never reach it', () => {
  const line = written((log) =>
    log.info({ apiKey: 'rp_test_x', endpoint: { signingSecret: 'abc' }, headers: { authorization: 'Bearer rp_test_x' } }, 'made'),
  );
  assert.ok(!/rp_test_x|abc/.test(line), line);
});

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}
