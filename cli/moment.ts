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
  const { clock } = (await api.readClock({})).body;
  const distance = moment.seconds * 1_000;
  return new Date(new Date(clock.now).getTime() + (direction === 'ago' ? -distance : distance)).toISOString();
}
