import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AskJson } from '../ask-json.ts';
import { freshNumbers } from '../fresh-numbers.ts';
import type { Simulator as RingpostSimulator, SimulatedCall } from '../simulator.ts';
import { Skipped } from '../skipped.ts';
import type { CausedEvent, Dial, DialerCall, Driver, Limit, MadeKey, MadeTenant, NewTenant, Verb, Verbs } from './driver.ts';

/**
 * The means of the checks beside the public API, each by a verb of the driver. Where the driver lacks the verb they
 * throw `Skipped`, so that the report says what is missing.
 */
export interface Operator {
  makeTenant(tenant: NewTenant): Promise<MadeTenant>;
  makeKey(key: Verbs['makeKey'][0]): Promise<MadeKey>;
  publish(tenantId: string, events: readonly Exclude<CausedEvent, { eventType: 'call.completed' }>[]): Promise<void>;
  /** Records a call of a dialer, which makes a `call.completed` without a telephone. Resolves with the call's id, if it is told. */
  recordCall(tenantId: string, call: DialerCall): Promise<string | null>;
  setLimit(limit: Limit): Promise<void>;
  /** Returns the service's time. */
  now(): Promise<Date>;
  advanceClock(seconds: number): Promise<void>;
}

/** One time that a telephone rang. `endedReason` is there where Ringpost's simulator is the network. */
export interface Rang {
  /** Is null if the network was not told. */
  readonly callId: string | null;
  readonly number: string;
  readonly endedReason?: string | null;
}

/** The telephone network of a deployment under test. */
export interface Simulator {
  /** Returns a new number that plays a scenario. */
  numberFor(scenario: string): string;
  readonly scenarios: readonly string[];
  /** Holds the scenarios that a number was given for. */
  readonly played: ReadonlySet<string>;
  /** Returns how often the network dialled for a call. */
  dials(callId: string): Promise<number>;
  /** Returns each time that a telephone rang since the run began. */
  calls(): Promise<readonly Rang[]>;
  /** Tells if `calls` can be asked. */
  readonly tellsCalls: boolean;
  /** Returns the calls that were dialled since the run began, as Ringpost's simulator tells them. Null: another network tells no more than who rang. */
  details(): Promise<readonly SimulatedCall[] | null>;
  /** Plays the calls `speed` times faster than real time while `act` runs. The check must be `alone`. */
  hurrying<Value>(speed: number, act: () => Promise<Value>): Promise<Value>;
  /** Asks the control API of Ringpost's simulator, where that is the network. */
  readonly ask: AskJson;
}

const asker =
  (driver: Driver) =>
  async <V extends Verb>(verb: V, request: Verbs[V][0]): Promise<Verbs[V][1]> => {
    if (!driver.verbs.has(verb)) throw new Skipped(`needs the verb ${verb}, which the driver does not answer`);
    return driver.ask(verb, request);
  };

/** Returns null if the driver cannot make a tenant with a key. `made` gets the id of each tenant as soon as it is there. */
export function operatorOf(driver: Driver, made: string[]): Operator | null {
  if (!driver.verbs.has('makeTenant') || !driver.verbs.has('makeKey')) return null;
  const ask = asker(driver);
  return {
    async makeTenant(tenant) {
      const answer = await ask('makeTenant', tenant);
      made.push(answer.tenantId);
      if (answer.moreAgentIds?.length !== tenant.moreAgents?.length && tenant.moreAgents)
        throw new Skipped('needs a tenant with several agents, which the driver does not make');
      if (answer.morePhoneNumberIds?.length !== tenant.morePhoneNumbers?.length && tenant.morePhoneNumbers)
        throw new Skipped('needs a tenant with several numbers, which the driver does not make');
      return answer;
    },
    makeKey: (key) => ask('makeKey', key),
    async publish(tenantId, events) {
      await ask('causeEvent', { tenantId, events });
    },
    async recordCall(tenantId, data) {
      const { callIds } = await ask('causeEvent', { tenantId, events: [{ eventType: 'call.completed', dedupeKey: randomUUID(), data }] });
      return callIds?.[0] ?? null;
    },
    async setLimit(limit) {
      await ask('setLimit', limit);
    },
    now: async () => (driver.verbs.has('advanceTime') ? new Date((await ask('advanceTime', { seconds: 0 })).now) : new Date()),
    async advanceClock(seconds) {
      await ask('advanceTime', { seconds });
    },
  };
}

/** Tells if the time can be moved, which Ringpost allows in a sandbox only. */
export async function hasClock(driver: Driver): Promise<boolean> {
  if (!driver.verbs.has('advanceTime')) return false;
  return driver.ask('advanceTime', { seconds: 1 }).then(
    () => true,
    () => false,
  );
}

/** Returns null if the driver knows no numbers to call. */
export async function simulatorOf(driver: Driver, control: RingpostSimulator | null): Promise<Simulator | null> {
  if (!driver.verbs.has('prepareCalls')) return null;
  const ask = asker(driver);
  const { numbers } = await ask('prepareCalls', {});
  const played = new Set<string>();
  const tellsCalls = driver.verbs.has('listDials');
  const listDials = async (): Promise<readonly Dial[]> => (await ask('listDials', {})).dials;
  const rung = control?.rung ?? new Set(tellsCalls ? (await listDials()).map(({ phoneNumber }) => phoneNumber) : []);
  const freshNumber = freshNumbers(rung);
  return {
    scenarios: Object.keys(numbers),
    played,
    numberFor(scenario) {
      const block = numbers[scenario];
      if (!block) throw new Skipped(`needs the scenario ${scenario}, which the driver does not have`);
      played.add(scenario);
      return freshNumber(block);
    },
    dials: async (callId) => (await listDials()).filter((dial) => dial.callId === callId).length,
    tellsCalls,
    async calls() {
      if (control) return control.calls();
      const dials = (await listDials()).filter(({ phoneNumber }) => !rung.has(phoneNumber));
      return dials.map(({ callId, phoneNumber }) => ({ callId, number: phoneNumber }));
    },
    details: async () => (control ? control.calls() : null),
    async hurrying(speed, act) {
      let over = false;
      const acting = act().finally(() => {
        over = true;
      });
      while (!over) await Promise.race([acting, hurry(speed)]);
      return acting;
    },
    ask(method, path, body) {
      if (!control) throw new Skipped('needs the control API of Ringpost’s simulator: give --simulator');
      return control.ask(method, path, body);
    },
  };

  async function hurry(speed: number): Promise<void> {
    const pause = 0.2;
    await ask('advanceTime', { seconds: speed * pause, of: 'calls' });
    await delay(pause * 1_000);
  }
}
