import type { OperatorClient } from './operator-client.ts';

export type Moment = { readonly at: string } | { readonly seconds: number };

/** Returns a moment. A duration is counted from the service's clock, since a sandbox may be ahead of this machine. */
export async function resolveMoment(api: OperatorClient, moment: Moment, direction: 'ago' | 'ahead'): Promise<string>;
export async function resolveMoment(
  api: OperatorClient,
  moment: Moment | undefined,
  direction: 'ago' | 'ahead',
): Promise<string | undefined>;
export async function resolveMoment(
  api: OperatorClient,
  moment: Moment | undefined,
  direction: 'ago' | 'ahead',
): Promise<string | undefined> {
  if (!moment || 'at' in moment) return moment?.at;
  return shifted((await api.readClock({})).body.clock.now, direction === 'ago' ? -moment.seconds : moment.seconds);
}

/** Returns a moment of the past in real time, by which the provider counts. */
export async function resolveRealMoment(api: OperatorClient, moment: Moment): Promise<string> {
  return 'at' in moment ? moment.at : shifted((await api.readClock({})).body.clock.realNow, -moment.seconds);
}

/** Returns a moment of the past by this machine's clock, for a command that cannot ask for the service's. */
export const localMoment = (moment: Moment): string => ('at' in moment ? moment.at : shifted(new Date().toISOString(), -moment.seconds));

const shifted = (from: string, seconds: number): string => new Date(new Date(from).getTime() + seconds * 1_000).toISOString();
