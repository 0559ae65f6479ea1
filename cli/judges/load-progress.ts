import type { LoadProgress } from '../../tools/load/progress.ts';
import { milliseconds } from '../../tools/load/report/parts.ts';
import type { LoadListener } from '../../tools/load/run.ts';
import type { Out } from '../parts/screen.ts';
import { cellText, cutTo } from '../parts/table.ts';

interface Terminal extends Out {
  readonly rows?: number;
}

/** Shows a run: on a terminal as a view of a few lines that is drawn again in place, elsewhere as a line every five seconds. */
export function showLoad(out: Terminal, title: string): LoadListener {
  out.write(`${title}\n`);
  const rate = recentRate();
  return out.isTTY && (out.rows ?? 24) > viewLines ? liveView(out, rate) : plainLines(out, rate);
}

const everySeconds = 5;

function plainLines(out: Out, rate: (progress: LoadProgress) => number): LoadListener {
  let told = -everySeconds;
  return {
    progress(progress) {
      const answered = rate(progress);
      if (progress.seconds - told < everySeconds) return;
      told = progress.seconds;
      const texts = partsOf(progress, answered).map(([name, text]) => `${name} ${text}`);
      out.write(`${progress.seconds.toFixed(0).padStart(4)} s  ${texts.join('; ')}\n`);
    },
    said: (sentence) => void out.write(`${sentence}\n`),
  };
}

/** The cursor stands in the line below the view. Nothing above the view is touched, because each of its lines fits the terminal. */
function liveView(out: Out, rate: (progress: LoadProgress) => number): LoadListener {
  let drawn: readonly string[] = [];
  const draw = (above: string, lines: readonly string[]): void => {
    const erase = drawn.length > 0 ? `\r\u001b[${drawn.length}A\u001b[J` : '';
    drawn = lines;
    out.write(erase + [...(above === '' ? [] : [above]), ...lines].map((line) => `${line}\n`).join(''));
  };
  return {
    progress(progress) {
      const [phase, ...rest] = partsOf(progress, rate(progress));
      const lines = [[phase[0], barOf(progress) + phase[1]] as const, ...rest].map(([name, text]) => name.padEnd(10) + text);
      draw(
        '',
        lines.map((line) => cutTo(line, (out.columns ?? 80) - 1)),
      );
    },
    said: (sentence) => draw(sentence, drawn),
  };
}

type Part = readonly [name: string, text: string];

/** `answered` is the expected answers a second. */
function partsOf(progress: LoadProgress, answered: number): readonly [Part, ...Part[]] {
  const { doing, lasts, asked, underWay, counts, accepted, ended, delivered, owed } = progress;
  const { sent, refused, failed, dropped, held } = counts;
  const passed = lasts ? `${(100 * lasts.part).toFixed(0)} % of ${lasts.seconds.toFixed(0)} s, ` : '';
  const unusual = Object.entries({ failed, dropped, held }).map(([name, number]) => (number > 0 ? `, ${name} ${number}` : ''));
  return [
    ['phase', passed + cellText(doing)],
    ['rate', `answered ${answered.toFixed(1)}/s${asked === null ? '' : ` of ${asked.toFixed(1)}/s asked`}, in flight ${underWay}`],
    ['requests', `sent ${sent}, accepted ${accepted}, refused ${refused}${unusual.join('')}`],
    ['account', `ended ${ended}, delivered ${delivered}, owed ${owed}`],
    ['p95', p95Of(progress)],
  ];
}

/** Says them in few words, so that all of them fit a terminal of 80 columns. */
function p95Of({ p95 }: LoadProgress): string {
  const accepts = p95.filter(([name]) => name !== 'webhook.lag').map(([name, ms]) => `${name.split('.')[0]} ${milliseconds(ms)}`);
  const lags = p95.filter(([name]) => name === 'webhook.lag').map(([, ms]) => `webhook lag ${milliseconds(ms)}`);
  return [...(accepts.length > 0 ? [`accept ${accepts.join(', ')}`] : []), ...lags].join('; ') || 'nothing yet';
}

const viewLines = 5;
const barLength = 20;

function barOf({ lasts }: LoadProgress): string {
  if (!lasts) return '';
  const full = Math.round(barLength * lasts.part);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} `;
}

/** Returns a function that tells how many expected answers came a second in the last two seconds. */
function recentRate(): (progress: LoadProgress) => number {
  let recent: readonly LoadProgress[] = [];
  return (now) => {
    recent = [...recent.filter(({ seconds }) => seconds >= now.seconds - 2), now];
    const [first = now] = recent;
    const seconds = now.seconds - first.seconds;
    return seconds === 0 ? 0 : (now.counts.answered - first.counts.answered) / seconds;
  };
}
