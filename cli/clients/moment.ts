import type { Moment } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import type { OperatorClient } from './operator-client.ts';

/** Returns a moment. A duration is counted from the service's clock, since a sandbox may be ahead of this machine. */
export async function resolveMoment(api: OperatorClient, moment: Moment, direction: 'ago' | 'ahead'): Promise<string> {
  if ('at' in moment) return moment.at;
  return shifted((await api.readClock({})).body.clock.now, direction === 'ago' ? -moment.seconds : moment.seconds);
}

/** Returns the moment of `--since` in real time, by which the provider counts. What is asked about lost calls and texts goes no further back. */
export async function resolveRealMoment(api: OperatorClient, moment: Moment): Promise<string> {
  const { realNow } = (await api.readClock({})).body.clock;
  const at = 'at' in moment ? moment.at : shifted(realNow, -moment.seconds);
  if (at > realNow || at < shifted(realNow, -30 * 86_400)) throw new UsageError(`--since takes a time within the last 30 days, not ${at}.`);
  return at;
}

/** Returns a moment of the past by this machine's clock, for a command that cannot ask for the service's. */
export const localMoment = (moment: Moment): string => ('at' in moment ? moment.at : shifted(new Date().toISOString(), -moment.seconds));

const shifted = (from: string, seconds: number): string => new Date(new Date(from).getTime() + seconds * 1_000).toISOString();
