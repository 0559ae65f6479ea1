const fillers =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(' ');
const longest = Math.max(...fillers.map(({ length }) => length));

/**
 * Replaces every word and every digit of a transcript, and keeps who speaks, how many words they say, capitals and punctuation. So nobody
 * is named in it, and it is about as long as what was said: a word makes up for what those before it lack.
 */
export function otherWords(transcript: string): string {
  let next = 0;
  let lacking = 0;
  const filler = (word: string): string => {
    const wanted = word.length + lacking;
    const inTurn = fillers.map((_, nth) => fillers[(nth + next) % fillers.length] ?? '');
    const other =
      wanted > longest
        ? inTurn.join('').slice(0, wanted)
        : inTurn.reduce((best, each) => (Math.abs(each.length - wanted) < Math.abs(best.length - wanted) ? each : best));
    next += 1;
    lacking = wanted - other.length;
    return /^\p{Lu}/u.test(word) ? other.slice(0, 1).toUpperCase() + other.slice(1) : other;
  };
  return transcript
    .split('\n')
    .map((line) => {
      const [, speaker = '', said = ''] = /^((?:AI|User): )?(.*)$/su.exec(line) ?? [];
      return speaker + said.replaceAll(/[\p{L}\p{M}]+/gu, filler).replaceAll(/\p{N}/gu, '0');
    })
    .join('\n');
}
