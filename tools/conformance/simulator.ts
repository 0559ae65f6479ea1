import { randomInt } from 'node:crypto';
import type { components } from '../../src/contract/generated/simulator.ts';
import { type AskJson, askJson } from './ask-json.ts';
import { Unjudgeable } from './reachable.ts';

/** The simulated telephone network of a deployment under test. */
export interface Simulator {
  /** Returns a new number that plays a scenario. */
  numberFor(scenario: string): string;
  readonly scenarios: readonly string[];
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

/** The control API accepts no greater speed. A simulator without a speed setting runs faster still. */
const fastest = 1_000_000;

export async function simulatorAt(url: string): Promise<Simulator> {
  const ask = askJson(url, null);
  const { scenarios } = await ask<Schemas['Scenarios']>('GET', '/scenarios').catch((error: unknown) => {
    throw new Unjudgeable(`The simulator at ${url} cannot be used: ${error instanceof Error ? error.message : error}.`);
  });
  const allCalls = async () => (await ask<Schemas['Calls']>('GET', '/calls')).calls;
  const earlier = new Set((await allCalls()).map(({ id }) => id));
  const blocks = new Map(scenarios.map(({ name, numbers }) => [name, Number(numbers.first.slice(1))]));
  const played = new Set<string>();
  // Runs beside each other on one simulator are unlikely to use the same numbers.
  let given = randomInt(10_000);
  return {
    ask,
    scenarios: [...blocks.keys()],
    played,
    numberFor(scenario) {
      const first = blocks.get(scenario);
      if (first === undefined) throw new Error(`The simulator has no scenario ${scenario}.`);
      played.add(scenario);
      given = (given + 1) % 10_000;
      return `+${first + given}`;
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
