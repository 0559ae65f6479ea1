import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Ending, endingOf } from '../../src/calls/ending.ts';
import { publicContract } from '../../src/contract/documents.ts';
import { fits } from '../../src/contract/ended-reasons.ts';
import { dispositionOf } from '../../src/voice/vapi/mapping.ts';
import type { Disposition } from '../../src/voice/voice-provider.ts';
import { row } from './row.ts';

/** The published table of ended reasons against what the service makes of them, row by row and in both directions. */

interface PublishedRow {
  readonly match: readonly string[];
  readonly means: string;
  readonly answered?: PublishedEnding;
  readonly unanswered?: PublishedEnding;
}

interface PublishedEnding {
  readonly status: string;
  readonly outcome: string;
  readonly durationSeconds: 'value' | 'null';
}

// An extension of the document, which its types do not know.
const published = (publicContract().document as unknown as { 'x-ended-reasons': readonly PublishedRow[] })['x-ended-reasons'];

/** Words that fit a pattern: nothing, one word, and something longer in place of the asterisk. */
const wordsOf = (pattern: string): readonly string[] =>
  pattern.includes('*') ? ['x', 'error-vendor', 'some.thing-2'].map((filling) => pattern.replaceAll('*', filling)) : [pattern];

/** The first row that fits decides. */
const rowOf = (word: string): PublishedRow | undefined => published.find(({ match }) => match.some((pattern) => fits(pattern, word)));

/** Our own words: what the reconciler and the end operation tell of a call, in the words of the port. */
const ours: Readonly<Record<string, { readonly disposition: Disposition | 'lost'; readonly endRequested: boolean }>> = {
  'provider-unresponsive': { disposition: 'lost', endRequested: false },
  'not-dialled': { disposition: 'failed', endRequested: false },
  'placement-expired': { disposition: 'answered', endRequested: false },
  'ended-by-api': { disposition: 'canceled', endRequested: true },
};

function madeOf(word: string, answered: boolean): Ending {
  const { disposition, endRequested } = ours[word] ?? { disposition: dispositionOf(word), endRequested: false };
  return endingOf(disposition, { answered, endRequested });
}

function asPublished({ status, outcome, answered, classified }: Ending, hadAnswer: boolean): PublishedEnding {
  const words = classified ? (outcome === null ? 'classified' : `classified or ${outcome}`) : (outcome ?? 'null');
  return { status, outcome: words, durationSeconds: answered && hadAnswer ? 'value' : 'null' };
}

for (const { match, means, answered, unanswered } of published) {
  row(['F-CALL-08', 'F-CALL-07'], `ended reason ${match[0]}${match.length > 1 ? ` and ${match.length - 1} more` : ''}: ${means}`, () => {
    for (const word of match.flatMap(wordsOf).filter((word) => rowOf(word)?.match === match)) {
      if (answered) assert.deepEqual(asPublished(madeOf(word, true), true), answered, `${word}, answered`);
      if (unanswered) assert.deepEqual(asPublished(madeOf(word, false), false), unanswered, `${word}, unanswered`);
      assert.ok(answered ?? unanswered, word);
    }
  });
}

test('each pattern of the table is reached by some word, above every wider row', () => {
  for (const { match } of published)
    for (const pattern of match)
      assert.ok(
        wordsOf(pattern).some((word) => rowOf(word)?.match === match),
        pattern,
      );
});

test('each word that the mapping knows stands in a row of the table other than the last', () => {
  const source = readFileSync(new URL('../../src/voice/vapi/mapping.ts', import.meta.url), 'utf8');
  const patterns = [...source.matchAll(/fits:\s*\/(.*)\/,?\s*}?,?$/gm)].map(([, pattern]) => pattern ?? '');
  assert.equal(patterns.length, 8, 'a row of the mapping is not read by this test');
  for (const word of patterns.flatMap(wordsOfRegExp)) {
    assert.notEqual(dispositionOf(word), 'unknown', word);
    assert.notEqual(rowOf(word), published.at(-1), `${word} is mapped, and not published`);
  }
});

/** One word for each alternative. Enough for what the mapping uses: groups, alternatives, anchors, escaped full stops. */
function wordsOfRegExp(pattern: string): string[] {
  const group = /\(([^()]*)\)/.exec(pattern);
  if (group) return (group[1] ?? '').split('|').flatMap((choice) => wordsOfRegExp(splice(pattern, group, choice)));
  return pattern.split('|').map((choice) => {
    const text = choice.replaceAll('\\.', '.').replace(/[$^]/g, '');
    return `${choice.startsWith('^') ? '' : 'call.x'}${text}${choice.endsWith('$') ? '' : 'more'}`;
  });
}

/** A choice inside `^(a|b)$` keeps the anchors of the group; a group inside a choice of another is taken first. */
const splice = (pattern: string, group: RegExpExecArray, choice: string): string =>
  pattern.slice(0, group.index) + choice + pattern.slice(group.index + group[0].length);

test('a word that nobody knows is passed through: answered it is completed, else failed', () => {
  for (const word of ['', 'unheard-of', 'voicemail-2', 'customer-busy-again', 'CUSTOMER-BUSY']) {
    assert.equal(rowOf(word), published.at(-1), word);
    assert.deepEqual([madeOf(word, true).status, madeOf(word, false).status], ['completed', 'failed'], word);
  }
});

row(['T-CALL-08'], 'a call that was never answered and that we hung up is canceled, unless its reason names another cause', () => {
  const hungUp = (word: string): string => endingOf(dispositionOf(word), { answered: false, endRequested: true }).status;
  assert.equal(hungUp('manually-canceled'), 'canceled');
  assert.equal(hungUp('unheard-of'), 'canceled');
  assert.equal(hungUp('customer-busy'), 'busy');
  assert.equal(hungUp('customer-did-not-answer'), 'no_answer');
  assert.equal(hungUp('twilio-failed-to-connect-call'), 'failed');
  assert.equal(hungUp('customer-ended-call'), 'completed', 'this reason says that somebody answered');
});
