import { escaped } from '../../conformance/report/escaped.ts';
import { type Duration, durations } from '../figures.ts';
import type { Bar } from '../histogram.ts';
import { milliseconds } from './parts.ts';

const [width, height] = [300, 70];

/** Draws how often a duration had which length: one bar for each length, of which each is 1.4 times the one before. */
export function histogramHtml(name: Duration, bars: readonly Bar[]): string {
  const [first, last, highest] = [bars[0], bars.at(-1), Math.max(...bars.map(({ count }) => count))];
  if (!first || !last) return '';
  const step = width / Math.max(bars.length, fewestBars);
  const drawn = bars.map(({ fromMs, toMs, count }, nth) => {
    // A single value among thousands is still to be seen.
    const tall = count === 0 ? 0 : Math.max(2, (height * count) / highest);
    const place = `x="${(nth * step).toFixed(1)}" y="${(height - tall).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${tall.toFixed(1)}"`;
    return `<rect ${place}><title>${count} from ${milliseconds(fromMs)} to ${milliseconds(toMs)}</title></rect>`;
  });
  return `<figure><figcaption><b>${name}</b><br><small>${escaped(durations[name])}</small></figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Histogram of ${name}">${drawn.join('')}</svg>
<p class="ends"><span>${milliseconds(first.fromMs)}</span><span>${milliseconds(last.toMs)}</span></p></figure>`;
}

/** Few bars are drawn no wider than these many would be. */
const fewestBars = 8;
