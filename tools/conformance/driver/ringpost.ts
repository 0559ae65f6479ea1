import { setTimeout as delay } from 'node:timers/promises';
import { operatorAt } from '../operator.ts';
import type { Simulator } from '../simulator.ts';
import type { Target } from '../target.ts';
import type { CausedEvent, Driver, Limit, NewTenant, Verb, Verbs } from './driver.ts';

type Answers = { readonly [V in Verb]?: (request: Verbs[V][0]) => Promise<Verbs[V][1]> };

/** The reference: answers the verbs with Ringpost's operator API and its simulator, as far as they are there. */
export function ringpostDriver(target: NonNullable<Target['operator']> | null, simulator: Simulator | null): Driver {
  const answers: Answers = { ...(target && byOperator(target, simulator)), ...(simulator && bySimulator(simulator)) };
  return {
    // The members of `Answers` are verbs.
    verbs: new Set(Object.keys(answers) as Verb[]),
    async ask(verb, request) {
      const answer = answers[verb];
      if (!answer) throw new Error(`Nothing here answers ${verb}.`);
      return answer(request);
    },
    close: async () => {},
  };
}

function byOperator({ url, token }: NonNullable<Target['operator']>, simulator: Simulator | null): Answers {
  const operator = operatorAt(url, token);
  return {
    async makeTenant({ agent, phoneNumber, moreAgents = [], morePhoneNumbers = [], ...tenant }: NewTenant) {
      const tenantId = await operator.createTenant(tenant);
      try {
        const agentId = await operator.createAgent(tenantId, agent);
        const phoneNumberId = await operator.createNumber(tenantId, phoneNumber);
        const moreAgentIds: string[] = [];
        for (const more of moreAgents) moreAgentIds.push(await operator.createAgent(tenantId, more));
        const morePhoneNumberIds: string[] = [];
        for (const more of morePhoneNumbers) morePhoneNumberIds.push(await operator.createNumber(tenantId, more));
        return { tenantId, agentId, phoneNumberId, moreAgentIds, morePhoneNumberIds };
      } catch (error) {
        // Nobody has learnt of it, so nobody else deletes it. The reason of the failure is told, and not that this failed too.
        await operator.deleteTenant(tenantId).catch(() => {});
        throw error;
      }
    },
    async makeKey({ tenantId, name, scopes }) {
      const { id, text } = await operator.createKey(tenantId, { name, scopes: [...scopes] });
      return { keyId: id, key: text };
    },
    async causeEvent({ tenantId, events }) {
      const told = events.filter(
        (event): event is Exclude<CausedEvent, { eventType: 'call.completed' }> => event.eventType !== 'call.completed',
      );
      if (told.length > 0) await operator.publish(tenantId, told);
      const callIds: string[] = [];
      for (const { eventType, dedupeKey, data } of events)
        if (eventType === 'call.completed') {
          type Reply = { readonly call: { readonly id: string } };
          callIds.push((await operator.ask<Reply>('POST', `/tenants/${tenantId}/dialer-calls`, { dedupeKey, ...data })).call.id);
        }
      return { callIds };
    },
    async advanceTime({ seconds, of }) {
      if (of === 'calls') await simulator?.hurrying(fastForward, () => delay((seconds / fastForward) * 1_000));
      const now = of !== 'calls' && seconds > 0 ? await operator.advanceClock(seconds) : await operator.now();
      return { now: now.toISOString() };
    },
    async setLimit(limit: Limit) {
      const tenant = `/tenants/${limit.tenantId}`;
      if ('limits' in limit) await operator.ask('PATCH', tenant, { limits: limit.limits });
      else if ('keyId' in limit) await operator.ask('DELETE', `${tenant}/api-keys/${limit.keyId}`);
      else await operator.ask('PATCH', `${tenant}/agents/${limit.agentId}`, { isActive: limit.isActive });
      return {};
    },
  };
}

const bySimulator = (simulator: Simulator): Answers => ({
  prepareCalls: async () => ({ numbers: simulator.numbers }),
  async listDials() {
    return { dials: (await simulator.calls()).map(({ callId, number }) => ({ callId, phoneNumber: number })) };
  },
});

/** How many times faster than real time the simulator plays calls while their time is advanced. */
const fastForward = 2_000;
