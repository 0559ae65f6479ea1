/** Formats times, durations and numbers for people. */

export const timeOfDay = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB', { hour12: false });

export const exactTime = (iso: string): string => `${timeOfDay(iso)}.${iso.slice(20, 23)}`;

/** Formats a duration: `45 s`, `3 min 20 s`, `5 h 12 min`, `2 d 3 h`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  const first = units.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  let rest = whole;
  const parts: string[] = [];
  for (const [name, size] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.join(' ');
}

/** Formats a place in a recording: `1:05`. */
export const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

export function bytes(count: number): string {
  if (count < 1_024) return `${count} bytes`;
  return count < 1_048_576 ? `${(count / 1_024).toFixed(1)} KiB` : `${(count / 1_048_576).toFixed(1)} MiB`;
}

/** Shortens an id to its end, which distinguishes it; the beginning is the time. */
export const shortId = (id: string): string => (id.length <= 14 ? id : `…${id.slice(-8)}`);

export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Returns a story's name in words: the API calls it `answered-not-interested`. */
export function storyName(scenario: string | null): string {
  if (scenario === null) return 'Not dialled';
  const words = scenario.replaceAll('-', ' ').replace(/^(answered|delivered|callbacks|extraction) /, '$1, ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
