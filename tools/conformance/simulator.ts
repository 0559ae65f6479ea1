import type { components } from '../../src/contract/generated/simulator.ts';
import { type AskJson, askJson } from './ask-json.ts';
import type { Numbers } from './driver/driver.ts';
import { Unjudgeable } from './reachable.ts';

/** The simulated telephone network of a deployment under test. */
export interface Simulator {
  /** Holds the block of numbers of each scenario. */
  readonly numbers: Readonly<Record<string, Numbers>>;
  /** Holds the numbers that were rung before the run. */
  readonly rung: ReadonlySet<string>;
  /** Returns the calls that were dialled since the run began: a simulator keeps those of earlier runs. */
  calls(): Promise<readonly SimulatedCall[]>;
  /** Plays the scenarios `speed` times faster than real time while `act` runs. The check must be `alone`. */
  hurrying<Value>(speed: number, act: () => Promise<Value>): Promise<Value>;
  /** Sends any other request of the control API. */
  readonly ask: AskJson;
}

type Schemas = components['schemas'];
export type SimulatedCall = Schemas['Call'];

/** Each scenario has this many numbers. */
const blockSize = 10_000;

/** The control API accepts no greater speed. A simulator without a speed setting runs faster still. */
const fastest = 1_000_000;

export async function simulatorAt(url: string, token: string | null = null): Promise<Simulator> {
  const ask = askJson(url, token);
  const { scenarios } = await ask<Schemas['Scenarios']>('GET', '/scenarios').catch((error: unknown) => {
    throw new Unjudgeable(`The simulator at ${url} cannot be used: ${error instanceof Error ? error.message : error}.`);
  });
  const allCalls = async () => (await ask<Schemas['Calls']>('GET', '/calls')).calls;
  const past = await allCalls();
  const earlier = new Set(past.map(({ id }) => id));
  return {
    ask,
    numbers: Object.fromEntries(scenarios.map(({ name, numbers }) => [name, { first: numbers.first, count: blockSize }])),
    rung: new Set(past.map(({ number }) => number)),
    async calls() {
      return (await allCalls()).filter(({ id }) => !earlier.has(id));
    },
    async hurrying(speed, act) {
      const { time } = await ask<Schemas['TimeReply']>('GET', '/time');
      await ask('POST', '/time/run', { speed });
      try {
        return await act();
      } finally {
        if (time.pace === 'frozen') await ask('POST', '/time/freeze');
        else await ask('POST', '/time/run', { speed: time.speed ?? fastest });
      }
    },
  };
}
