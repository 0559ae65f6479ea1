import type { SearchEntry } from './search-entry.ts';

/** Returns the entries that contain every word, best matches first. A word in a title counts most, one in the text least. */
export function find(entries: readonly SearchEntry[], asked: string): readonly SearchEntry[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

const mostFound = 12;

/** Returns 0 if a word is missing. */
function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const fields = [
    { text: entry.heading === '' ? entry.page : entry.heading, weight: 12 },
    { text: entry.page, weight: 5 },
    { text: entry.text, weight: 1 },
  ].map(({ text, weight }) => ({ text: text.toLowerCase(), weight }));
  let score = 0;
  for (const word of words) {
    const scores = fields.map(({ text, weight }) => weight * closeness(text, word));
    const best = Math.max(...scores);
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

/** Rates a match: the whole text, a whole word, the beginning of a word, or any part. */
function closeness(text: string, word: string): number {
  if (text === word) return 4;
  const at = text.indexOf(word);
  if (at === -1) return 0;
  const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
  const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? ' ');
  return begins && ends ? 3 : begins ? 2 : 1;
}
