import type { Connection } from '../timeline/stream.ts';

/** Shows a problem that affects the whole page. */
export function Banner({ connection, timeProblem }: { connection: Connection; timeProblem: string | null }) {
  if (connection === 'lost')
    return (
      <p class="banner" role="alert">
        The simulator is gone. What you see is what it said last; the console looks for it every second.
      </p>
    );
  if (timeProblem === null) return null;
  return (
    <p class="banner" role="alert">
      The service is away: {timeProblem} Calls and replays need it; what has come stays here.
    </p>
  );
}
