import type { components } from '../../src/contract/generated/simulator.ts';
import { type AskJson, askJson } from './ask-json.ts';
import { Unjudgeable } from './reachable.ts';

/** The telephone network of a deployment under test: what a number plays, and what it has really been asked. */
export interface Simulator {
  /** A number that plays a scenario; each one given is another. */
  numberFor(scenario: string): string;
  readonly scenarios: readonly string[];
  /** Those that a number was given for. */
  readonly played: ReadonlySet<string>;
  /** How often the network dialled for one of our calls. */
  dials(callId: string): Promise<number>;
  calls(): Promise<readonly SimulatedCall[]>;
  /** Its stories play so many times faster than life while `act` lasts. The check must be `alone`. */
  hurrying<Value>(speed: number, act: () => Promise<Value>): Promise<Value>;
  /** Anything else of its control API. */
  readonly ask: AskJson;
}

type Schemas = components['schemas'];
export type SimulatedCall = Schemas['Call'];

/** What it may be set to by hand; what had no speed at all was faster still. */
const fastest = 1_000_000;

export async function simulatorAt(url: string): Promise<Simulator> {
  const ask = askJson(url, null);
  const { scenarios } = await ask<Schemas['Scenarios']>('GET', '/scenarios').catch((error: unknown) => {
    throw new Unjudgeable(`The simulator at ${url} cannot be used: ${error instanceof Error ? error.message : error}.`);
  });
  const blocks = new Map(scenarios.map(({ name, numbers }) => [name, Number(numbers.first.slice(1))]));
  // Runs that follow each other on one simulator do not want each other's numbers.
  const played = new Set<string>();
  let given = Date.now() % 9_000;
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
      return (await ask<Schemas['Calls']>('GET', '/calls')).calls;
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
