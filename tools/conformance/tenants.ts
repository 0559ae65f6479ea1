import { type Api, codeOf } from './api.ts';
import type { Operator } from './driver/means.ts';
import { detailsOf } from './expect.ts';
import type { NewAgent, NewTenant } from './operator.ts';
import { type Scope, scopes } from './scopes.ts';
import { Skipped } from './skipped.ts';

/** A tenant as a check uses it. */
export interface Tenant {
  /** Is null if only a key was given. */
  readonly id: string | null;
  /** Asks with a key that has every scope. */
  readonly api: Api;
  readonly agentId: string;
  /** Is a number that the tenant may call from, or null if only a key was given: the API does not list numbers. */
  readonly phoneNumberId: string | null;
  /** Are those of the agents and numbers that were wished for beside the first. */
  readonly moreAgentIds?: readonly string[];
  readonly morePhoneNumberIds?: readonly string[];
  /** Holds the variables that the agent's prompt needs. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Returns a client with another key of the same tenant that has only these scopes. */
  key(scopes: readonly Scope[]): Promise<Api>;
}

export interface TenantWishes extends Partial<NewTenant> {
  readonly agent?: Partial<NewAgent>;
  readonly moreAgents?: readonly NewAgent[];
  readonly morePhoneNumbers?: readonly string[];
}

/** The limits are far above the checks' needs, so that only checks of the limits themselves meet them. */
export const raisedLimits = {
  writesPerMinute: 100_000,
  readsPerMinute: 100_000,
  concurrentCalls: 10_000,
  callEventsPerMinute: 100_000,
  textEventsPerMinute: 100_000,
};

/** Makes a tenant with an agent and a number, billed by invoice, with limits that no check meets unless it asks for others. */
export async function newTenant(operator: Operator, api: Api, name: string, wishes: TenantWishes = {}): Promise<Tenant> {
  const { agent, ...own } = wishes;
  const { tenantId, ...made } = await operator.makeTenant({
    name,
    billing: 'invoice',
    limits: raisedLimits,
    ...own,
    agent: { ...plainAgent, ...agent },
    phoneNumber: '+14155550100',
  });
  const key = async (granted: readonly Scope[]): Promise<Api> =>
    api.with((await operator.makeKey({ tenantId, name: granted.join(' '), scopes: granted })).key);
  return { id: tenantId, api: await key(scopes), ...made, variables: {}, key };
}

export const plainAgent: NewAgent = {
  name: 'Conformance',
  systemPrompt: 'You ask politely whether they would consider an offer.',
  isDefault: true,
  activeOutcomes: ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER'],
  qualifyingOutcomes: ['INTERESTED'],
};

/** Describes the tenant of a given key, with what the API itself reveals about it. */
export async function givenTenant(api: Api, scopedKeys: Readonly<Record<string, string>>): Promise<Tenant> {
  const { response } = await api.ask('listAgents');
  if (response.status !== 200)
    throw new Skipped(`the agents of the key’s tenant cannot be listed: ${response.status} ${codeOf(response.json)}`);
  const agents = (response.json as { agents?: readonly { id: string; isDefault: boolean }[] } | undefined)?.agents ?? [];
  const agent = agents.find(({ isDefault }) => isDefault) ?? agents[0];
  if (!agent) throw new Skipped('the tenant of the key has no agent');
  return {
    id: null,
    api,
    agentId: agent.id,
    phoneNumberId: null,
    variables: await neededVariables(api, agent.id),
    async key([scope, ...more]) {
      const text = scope && more.length === 0 ? scopedKeys[scope] : undefined;
      if (!text) throw new Skipped(`no key was given that has the scope ${[scope, ...more].join(', ')} alone`);
      return api.with(text);
    },
  };
}

/**
 * Finds the variables that the agent's prompt needs from a refused call. It names a number that does not exist to call
 * from, so that no telephone rings if the prompt needs nothing.
 */
async function neededVariables(api: Api, agentId: string): Promise<Record<string, unknown>> {
  const body = { agentId, phoneNumber: '+14155550123', fromPhoneNumberId: 'num_none', variables: {} };
  const { missing = [] } = detailsOf(await api.ask('placeCall', { body })) as { missing?: readonly string[] };
  return Object.fromEntries(missing.map((name) => [name, 'conformance']));
}
