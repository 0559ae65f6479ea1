import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutHidden } from '../../src/process/hidden-characters.ts';

test('what turns text round or hides something in it is shown', () => {
  for (const hidden of ['\u202a', '\u202e', '\u2066', '\u2069', '\u200b', '\u2060', '\u2064', '\ufeff', '\u180e', '\ufff9', '\u{e0041}'])
    assert.equal(withoutHidden(`a${hidden}b`), 'a\ufffdb', hidden.codePointAt(0)?.toString(16));
});

test('what is seen stays as it is, and so do words and emoji that need a joiner', () => {
  const visible = ['\u0600', '\u0605', '\u06dd', '\u070f', '\u0890', '\u0891', '\u08e2', '\u{110bd}', '\u{110cd}'];
  const [england, scotland] = ['\u{e0065}\u{e006e}\u{e0067}', '\u{e0073}\u{e0063}\u{e0074}'].map((tags) =>
    flag(`\u{e0067}\u{e0062}${tags}`),
  );
  for (const seen of [...visible, `${england} ${scotland}`, 'می\u200cخواهم', '👩\u200d👧', 'Zoë 東京'])
    assert.equal(withoutHidden(seen), seen);
});

test('tags are shown where they are no flag', () => {
  const long = '\u{e0061}'.repeat(8);
  assert.equal(withoutHidden(flag(long)), `🏴${'\ufffd'.repeat(9)}`, 'no place has so long a code');
  assert.equal(withoutHidden('🏴\u{e0067}\u{e0062}\u{e0065}'), '🏴\ufffd\ufffd\ufffd', 'it has no end');
  assert.equal(withoutHidden('a\u{e0067}\u{e0062}\u{e0065}\u{e007f}'), 'a\ufffd\ufffd\ufffd\ufffd', 'no flag is before it');
});

const flag = (tags: string): string => `\u{1f3f4}${tags}\u{e007f}`;

test('a mark that proper text holds beside a word, or a soft hyphen, leaves nothing', () => {
  assert.equal(withoutHidden('שלום\u200f! \u061cمرحبا\u200e co\u00adoperate'), 'שלום! مرحبا cooperate');
  assert.deepEqual(['\u200e', ''].map(withoutHidden), ['\ufffd', ''], 'a name of nothing else is not empty');
});
