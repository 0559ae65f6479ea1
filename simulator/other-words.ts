const fillers =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(' ');

/**
 * Replaces every word and every digit of a transcript, and keeps who speaks, how many words they say, capitals and punctuation. So nobody
 * is named in it, and it is as long as what was said.
 */
export function otherWords(transcript: string): string {
  let next = 0;
  const filler = (word: string): string => {
    const other = fillers[next++ % fillers.length] ?? '';
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
