import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, leastIdentifier, newIdentifier, random16 } from '../../src/process/identifiers.ts';

test('bytes are a number in base 32: the first character takes the odd bits', () => {
  assert.equal(base32(Buffer.alloc(16)), '0'.repeat(26));
  assert.equal(base32(Buffer.alloc(16, 0xff)), `7${'z'.repeat(25)}`);
  assert.equal(base32(Buffer.alloc(32, 0xff)), `1${'z'.repeat(51)}`);
  assert.equal(base32(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')), '00041061050r3gg28a1c60t3gf');
});

test('of two identifiers the one that was made later sorts after', () => {
  const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 21) + ms);
  for (const ms of [0, 31, 32, 1_023, 86_400_000]) {
    assert.ok(newIdentifier('call', at(ms)) < newIdentifier('call', at(ms + 1)));
    assert.ok(leastIdentifier('call', at(ms)) <= newIdentifier('call', at(ms)));
  }
});

test('random bytes are never given twice, and a caller keeps its own', () => {
  const kept = Array.from({ length: 1_000 }, random16);
  const seen = new Set(kept.map((bytes) => bytes.toString('hex')));
  assert.equal(seen.size, 1_000);
  for (const bytes of kept) assert.equal(bytes.length, 16);
});
