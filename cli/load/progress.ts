import type { LoadListener, LoadProgress } from '../../tools/load/run.ts';

interface Out {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows a run: on a terminal as one line that is overwritten, elsewhere as a line every five seconds. */
export function showLoad(out: Out, title: string): LoadListener {
  out.write(`${title}\n`);
  let told = -everySeconds;
  return {
    progress(progress) {
      if (out.isTTY) out.write(`\r\u001b[2K${line(progress)}`);
      else if (progress.seconds - told >= everySeconds) {
        told = progress.seconds;
        out.write(`${line(progress)}\n`);
      }
    },
    said: (sentence) => void out.write(`\n${sentence}\n`),
  };
}

const everySeconds = 5;

function line({ doing, seconds, figures, accepted, owed }: LoadProgress): string {
  const { sent = 0, answered = 0, refused = 0, failed = 0, dropped = 0 } = figures?.counts ?? {};
  const wrong = refused + failed + dropped;
  const trouble = wrong > 0 ? `, ${wrong} refused, failed or dropped` : '';
  return `${seconds.toFixed(0).padStart(4)} s  ${doing}: ${sent} sent, ${answered} answered${trouble}; ${accepted} accepted, ${owed} webhooks owed`;
}
