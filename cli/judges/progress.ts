import type { Listener, Progress } from '../../tools/conformance/run-checks.ts';
import type { Out } from '../parts/screen.ts';

/** Shows the progress of a run: on a terminal as one line that is overwritten, elsewhere as a line for each finished check. */
export function showProgress(out: Out): Listener {
  const over = (text: string): unknown => out.write(`\r\u001b[2K${text}`);
  const line = ({ done, all, exchanges, failed }: Progress, what: string): string =>
    `[${done}/${all}] ${exchanges} requests${failed > 0 ? `, ${failed} failed` : ''} · ${what}`;
  return {
    began: ({ id, title }, progress) => void (out.isTTY && over(line(progress, `${id} ${title}`).slice(0, 110))),
    ended({ check, verdict, ms }, progress) {
      if (!out.isTTY) return void out.write(`${verdict.padEnd(7)} ${check.id.padEnd(4)} ${check.title} (${(ms / 1_000).toFixed(1)} s)\n`);
      if (progress.done === progress.all) over('');
    },
    paced: (seconds) =>
      void out.write(`Without an operator the budgets of the key’s tenant set the pace: ${minutes(seconds)} at 60 writes a minute.\n`),
    waiting(seconds, left) {
      const toGo = left === null ? '' : `, ${minutes(left)} to go`;
      if (out.isTTY) over(`The budget is used up: waiting ${seconds} s${toGo}`);
      else out.write(`waiting ${seconds} s for the budget${toGo}\n`);
    },
  };
}

const minutes = (seconds: number): string => (seconds < 60 ? 'less than a minute' : `about ${Math.round(seconds / 60)} min`);
