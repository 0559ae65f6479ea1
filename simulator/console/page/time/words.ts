import { plural, span } from '../frame/format.ts';
import type { Schemas } from '../link/api.ts';

/** Describes in words how time was moved. */
export function passedSentence({ seconds, steps, stoppedBy }: Passed): string {
  const moved = `Time moved ${span(seconds)} ahead, in ${plural(steps, 'step')}.`;
  switch (stoppedBy) {
    case 'idle':
      return `${moved} Nothing waits any more.`;
    case 'limit':
      return moved;
    case 'busy':
      return `${moved} The service has been busy for long; go on when it is done.`;
  }
}

/** The result of moving time. */
export type Passed = Schemas['Passed']['passed'];

/** Formats elapsed time as `1:04:09`. Hours are not padded, so that it does not look like a time of day. */
export function elapsed(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export function paceWord(view: Schemas['TimeView'] | null): string {
  if (!view) return '';
  if (view.pace === 'frozen') return 'frozen';
  return view.speed === null ? 'at once' : `×${view.speed.toLocaleString('en')}`;
}

export const aheadWord = (offsetSeconds: number | undefined): string =>
  offsetSeconds !== undefined && offsetSeconds > 0 ? `+${span(offsetSeconds)}` : '';

/** Parses `90`, `5m`, `1h30m`, `2d` into seconds, or returns null. */
export function secondsIn(text: string): number | null {
  const trimmed = text.replaceAll(' ', '').toLowerCase();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) || null;
  if (!/^(\d+[smhd])+$/.test(trimmed)) return null;
  const seconds = [...trimmed.matchAll(/(\d+)([smhd])/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (unitSeconds[unit] ?? 0),
    0,
  );
  return seconds || null;
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
