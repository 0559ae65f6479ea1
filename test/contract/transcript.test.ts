import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutTranscript } from '../../src/contract/transcript.ts';

// holds: L-TRANSCRIPT-01
test('a transcript of 10,000 characters stays, one more is cut to 10,000 with its ending', () => {
  assert.equal(cutTranscript('x'.repeat(10_000)), 'x'.repeat(10_000));
  assert.equal(cutTranscript('x'.repeat(10_001)), `${'x'.repeat(10_000 - 14)}...[truncated]`);
});

test('an emoji counts as one character, as the documents count, and is kept or left out whole', () => {
  for (const transcript of ['🙂'.repeat(10_000), `${'x'.repeat(9_999)}🙂`]) assert.equal(cutTranscript(transcript), transcript);
  assert.equal(cutTranscript('🙂'.repeat(10_001)), `${'🙂'.repeat(9_986)}...[truncated]`);
  const kept = cutTranscript(`${'x'.repeat(9_985)}🙂${'y'.repeat(100)}`);
  assert.equal(kept, `${'x'.repeat(9_985)}🙂...[truncated]`);
  const leftOut = cutTranscript(`${'x'.repeat(9_986)}🙂${'y'.repeat(100)}`);
  assert.equal(leftOut, `${'x'.repeat(9_986)}...[truncated]`);
});

test('no cut is ever too long, ill-formed, or anything but a beginning and the ending', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 9_900, max: 10_100 }),
      fc.array(fc.constantFrom('a', 'ß', '🙂', '漢'), { maxLength: 200 }),
      (lead, tail) => {
        const transcript = 'x'.repeat(lead) + tail.join('');
        const cut = cutTranscript(transcript);
        assert.ok([...cut].length <= 10_000);
        assert.equal(cut === transcript, [...transcript].length <= 10_000);
        assert.ok(!/[\ud800-\udbff](?![\udc00-\udfff])/.test(cut));
        assert.ok(cut === transcript || transcript.startsWith(cut.replace(/\.\.\.\[truncated\]$/, '')));
      },
    ),
  );
});
