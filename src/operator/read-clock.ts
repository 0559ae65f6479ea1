import type { Clock } from '../clock.ts';
import type { components } from '../contract/generated/operator.ts';
import type { OperatorOperation } from '../operation.ts';

export const readClock: OperatorOperation<'readClock'> = async ({ clock }) => ({ status: 200, body: clockReply(clock) });

export function clockReply(clock: Clock): components['schemas']['ClockReply'] {
  const [now, realNow] = [clock.now(), clock.realNow()];
  return {
    clock: {
      now: now.toISOString(),
      realNow: realNow.toISOString(),
      offsetSeconds: Math.max(0, (now.getTime() - realNow.getTime()) / 1_000),
    },
  };
}
