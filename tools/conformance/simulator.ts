import { randomInt } from 'node:crypto';
import type { components } from '../../src/contract/generated/simulator.ts';
import { type AskJson, askJson } from './ask-json.ts';
import { Unjudgeable } from './reachable.ts';

/** The simulated telephone network of a deployment under test. */
export interface Simulator {
  /** Returns a new number that plays a scenario. */
  numberFor(scenario: string): string;
  readonly scenarios: readonly string[];
  /** Holds the block of numbers of each scenario. */
  readonly numbers: Readonly<Record<string, { readonly first: string; readonly count: number }>>;
  /** Holds the scenarios that a number was given for. */
  readonly played: ReadonlySet<string>;
  /** Returns how often the network dialled for a call. */
  dials(callId: string): Promise<number>;
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

export async function simulatorAt(url: string): Promise<Simulator> {
  const ask = askJson(url, null);
  const { scenarios } = await ask<Schemas['Scenarios']>('GET', '/scenarios').catch((error: unknown) => {
    throw new Unjudgeable(`The simulator at ${url} cannot be used: ${error instanceof Error ? error.message : error}.`);
  });
  const allCalls = async () => (await ask<Schemas['Calls']>('GET', '/calls')).calls;
  const past = await allCalls();
  const earlier = new Set(past.map(({ id }) => id));
  const blocks = new Map(scenarios.map(({ name, numbers }) => [name, Number(numbers.first.slice(1))]));
  const played = new Set<string>();
  // A number that the network has rung before belongs to an earlier run. A random start keeps runs at the same time apart.
  const rung = new Set(past.map(({ number }) => number));
  let given = randomInt(blockSize);
  const nextNumber = (first: number): string => {
    given = (given + 1) % blockSize;
    return `+${first + given}`;
  };
  return {
    ask,
    scenarios: [...blocks.keys()],
    numbers: Object.fromEntries(scenarios.map(({ name, numbers }) => [name, { first: numbers.first, count: blockSize }])),
    played,
    numberFor(scenario) {
      const first = blocks.get(scenario);
      if (first === undefined) throw new Error(`The simulator has no scenario ${scenario}.`);
      played.add(scenario);
      let number = nextNumber(first);
      for (let tries = 1; rung.has(number) && tries < blockSize; tries++) number = nextNumber(first);
      return number;
    },
    async dials(callId) {
      const ledger = await ask<Schemas['Ledger']>('GET', '/ledger');
      return ledger.calls.find((call) => call.callId === callId)?.dials ?? 0;
    },
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
