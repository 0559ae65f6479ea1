/**
 * Returns the same as `toISOString` in a fifth of its time. An answer and its log line hold a handful of times, mostly
 * of one day, and the text of a day is made once.
 */
export function isoTime(at: Date | number): string {
  const ms = typeof at === 'number' ? at : at.getTime();
  const day = Math.floor(ms / dayMs);
  if (day !== lastDay) {
    const text = new Date(ms).toISOString();
    lastDayText = text.slice(0, text.indexOf('T') + 1);
    lastDay = day;
  }
  const inDay = ms - day * dayMs;
  const seconds = Math.floor(inDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const fraction = inDay - seconds * 1_000;
  const zeros = fraction < 10 ? '00' : fraction < 100 ? '0' : '';
  return `${lastDayText}${twoDigits[hours]}:${twoDigits[minutes - hours * 60]}:${twoDigits[seconds - minutes * 60]}.${zeros}${fraction}Z`;
}

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let lastDay = Number.NaN;
let lastDayText = '';
