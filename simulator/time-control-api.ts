import { parseUrl } from '../src/process/parse-url.ts';
import { invalid } from './control-api.ts';
import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import { numberAt, textAt } from './json.ts';
import { ServiceUnreachable } from './service-clock.ts';
import { defaultMaxSeconds, type Passed, type Time } from './time.ts';
import { NotFrozen } from './timers.ts';

/** The refusals of everything that moves time. */
export const timeRefusals: readonly Refused[] = [
  { is: NotFrozen, status: 409, code: 'not_frozen' },
  { is: ServiceUnreachable, status: 502, code: 'service_unreachable' },
];

/** Implements the operations of time. Their bodies already fit the document. */
export function timeOperations(time: Time): Readonly<Record<string, ControlOperation>> {
  const shown = async (): Promise<Response> => ok({ time: await time.read() });
  const afterwards = async (passed: Passed): Promise<Response> => ok({ passed, time: await time.read() });
  return refusing(timeRefusals, {
    readTime: shown,
    freezeTime: () => {
      time.freeze();
      return shown();
    },
    runTime: ({ body }) => {
      time.run(numberAt(body, 'speed') ?? 1);
      return shown();
    },
    advanceTime: async ({ body }) => afterwards(await time.advance(numberAt(body, 'seconds') ?? 0)),
    runUntilIdle: async ({ body }) =>
      afterwards(await time.runUntilIdle({ maxSeconds: numberAt(body, 'maxSeconds') ?? defaultMaxSeconds })),
    linkService: async ({ body }) => {
      const operatorUrl = textAt(body, 'operatorUrl') ?? '';
      if (parseUrl(operatorUrl) === null) return invalid('operatorUrl must be an http or https address, such as http://127.0.0.1:8081.');
      await time.link({ operatorUrl, operatorToken: textAt(body, 'operatorToken') ?? '' });
      return shown();
    },
  });
}
