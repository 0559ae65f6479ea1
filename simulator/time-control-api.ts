import { type ControlOperation, ok, orRefused, type Refused } from './control-operations.ts';
import { numberAt, textAt } from './json.ts';
import { ServiceUnreachable } from './service-clock.ts';
import { defaultMaxSeconds, type Passed, type Time } from './time.ts';
import { NotFrozen } from './timers.ts';

const refusals: readonly Refused[] = [
  { is: NotFrozen, status: 409, code: 'not_frozen' },
  { is: ServiceUnreachable, status: 502, code: 'service_unreachable' },
];

/** Implements the operations of time. Their bodies already fit the document. */
export function timeOperations(time: Time): Readonly<Record<string, ControlOperation>> {
  const shown = async (): Promise<Response> => ok({ time: await time.read() });
  const afterwards = async (passed: Passed): Promise<Response> => ok({ passed, time: await time.read() });
  const refusing =
    (operation: ControlOperation): ControlOperation =>
    (asked) =>
      orRefused(async () => operation(asked), refusals);
  return {
    readTime: refusing(shown),
    freezeTime: refusing(() => {
      time.freeze();
      return shown();
    }),
    runTime: refusing(({ body }) => {
      time.run(numberAt(body, 'speed') ?? 1);
      return shown();
    }),
    advanceTime: refusing(async ({ body }) => afterwards(await time.advance(numberAt(body, 'seconds') ?? 0))),
    runUntilIdle: refusing(async ({ body }) =>
      afterwards(await time.runUntilIdle({ maxSeconds: numberAt(body, 'maxSeconds') ?? defaultMaxSeconds })),
    ),
    linkService: refusing(async ({ body }) => {
      await time.link({ operatorUrl: textAt(body, 'operatorUrl') ?? '', operatorToken: textAt(body, 'operatorToken') ?? '' });
      return shown();
    }),
  };
}
