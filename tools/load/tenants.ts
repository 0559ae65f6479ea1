import type { components, operations } from '../../src/contract/generated/public.ts';
import type { Operator } from '../conformance/operator.ts';
import { scopes } from '../conformance/scopes.ts';
import { raisedLimits } from '../conformance/tenants.ts';
import { at, items } from '../contract/document.ts';
import { type Api, askPatiently, Unready } from './api.ts';
import type { Operation, Profile } from './profile.ts';
import type { Receivers } from './receivers.ts';

/** A tenant in whose name the load is sent. */
export interface LoadTenant {
  /** Its id, or `the key's tenant`. */
  readonly name: string;
  /** Null where only a key was given. */
  readonly id: string | null;
  readonly key: string;
  readonly agentId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The endpoint that the run has made of it. */
  readonly endpoint: Pick<components['schemas']['WebhookEndpoint'], 'id' | 'createdAt'>;
  /** A contact to whom texts go. Null where only a key was given. */
  readonly contactNumber: string | null;
}

/** Takes back what the run has made of a tenant. Returns what is left, in a sentence, or null. */
export type Clear = () => Promise<string | null>;

export interface TenantsOptions {
  readonly api: Api;
  readonly operator: Operator | null;
  readonly apiKey: string | null;
  readonly profile: Profile;
  readonly receivers: Receivers;
  /** The variables of every call; made tenants' agents need none. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Gets one for each tenant, by its name, before anything is made of it: the rest may be refused. */
  readonly clears: Map<string, Clear>;
}

type Made<Name extends 'createWebhookEndpoint' | 'createAutomationTrigger'> =
  operations[Name]['responses'][201]['content']['application/json'];

/** Makes the tenants of a run where an operator is given, and else takes that of the key. Each gets an endpoint and its triggers. */
export async function prepareTenants(options: TenantsOptions): Promise<readonly LoadTenant[]> {
  const { operator, profile } = options;
  if (!operator) return [await keysTenant(options)];
  const tenants: LoadTenant[] = [];
  for (let n = 0; n < profile.tenants; n++) tenants.push(await newTenant(options, operator, n));
  return tenants;
}

async function newTenant(options: TenantsOptions, operator: Operator, n: number): Promise<LoadTenant> {
  const id = await operator.createTenant({ name: `Load ${n + 1}`, billing: 'invoice', limits: raisedLimits });
  let undo: Clear = async () => null;
  options.clears.set(id, async () => {
    const refusal = await operator.deleteTenant(id).then(
      () => null,
      (error: unknown) => String(error),
    );
    if (refusal === null) return null;
    await undo();
    await operator.ask('PATCH', `/tenants/${id}`, { publicApiEnabled: false });
    return `${id} could not be deleted and is left with its public API off: ${refusal}`;
  });
  const { text: key } = await operator.createKey(id, { name: 'load', scopes: [...scopes] });
  const paths: string[] = [];
  undo = () => takeBack(options.api, key, paths);
  const agentId = await operator.createAgent(id, agent);
  await operator.createNumber(id, '+14155550100');
  const contactNumber = `+1556000${String(n).padStart(4, '0')}`;
  await operator.ask('PUT', `/tenants/${id}/contacts`, { phone: contactNumber, name: 'Load' });
  const endpoint = await subscribe(options, { tenant: id, key, paths }, n);
  return { name: id, id, key, agentId, variables: options.variables, endpoint, contactNumber };
}

const agent = {
  name: 'Load',
  systemPrompt: 'You ask politely whether they would consider an offer.',
  isDefault: true,
  activeOutcomes: ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER'],
  qualifyingOutcomes: ['INTERESTED'],
} satisfies Parameters<Operator['createAgent']>[1];

async function keysTenant(options: TenantsOptions): Promise<LoadTenant> {
  const { api, apiKey: key } = options;
  if (key === null) throw new Unready('No key is known: give --api-key, or the operator with --operator-url and --operator-token.');
  const { agents } = await api.expect<{ agents: readonly components['schemas']['Agent'][] }>(200, { method: 'GET', path: '/agents', key });
  const chosen = agents.find(({ isDefault }) => isDefault) ?? agents[0];
  if (!chosen) throw new Unready('The tenant of the key has no agent, so no call can be placed in its name.');
  if (options.profile.mix.call) await expectVariables(options, key, chosen);
  const name = "the key's tenant";
  const paths: string[] = [];
  options.clears.set(name, () => takeBack(api, key, paths));
  const endpoint = await subscribe(options, { tenant: name, key, paths }, 0);
  return { name, id: null, key, agentId: chosen.id, variables: options.variables, endpoint, contactNumber: null };
}

/** Expects that the agent's prompt needs no variables but those that were given. The call that is asked for has no number to come from, so nobody rings. */
async function expectVariables({ api, variables }: TenantsOptions, key: string, { id, name }: Named): Promise<void> {
  const body = { agentId: id, phoneNumber: '+14155550123', fromPhoneNumberId: 'num_none', variables };
  const { body: refusal } = await api.ask({ method: 'POST', path: '/calls', key, body });
  const missing = items(at(refusal, refusal, 'error', 'details', 'missing')).join(', ');
  if (missing !== '') throw new Unready(`The agent ${name} needs the variables ${missing}: give them with --variables.`);
}

type Named = Pick<components['schemas']['Agent'], 'id' | 'name'>;

/** Makes an endpoint that leads to the run's receivers, and a trigger for each event that the mix causes. Notes the path of each. */
async function subscribe(
  { api, profile, receivers }: TenantsOptions,
  { tenant, key, paths }: { readonly tenant: string; readonly key: string; readonly paths: string[] },
  n: number,
): Promise<LoadTenant['endpoint']> {
  const programme = profile.receivers[n % profile.receivers.length] ?? { slowMs: 0, failing: 0 };
  const url = receivers.addressFor(tenant, programme);
  const { endpoint } = await api.expect<Made<'createWebhookEndpoint'>>(201, {
    method: 'POST',
    path: '/webhooks',
    key,
    body: { name: 'Load', url },
  });
  paths.push(`/webhooks/${endpoint.id}`);
  receivers.trust(tenant, endpoint.signingSecret);
  for (const eventType of eventsOf(profile.mix)) {
    const body = { name: `Load ${eventType}`, eventType, webhookEndpointId: endpoint.id };
    const { trigger } = await api.expect<Made<'createAutomationTrigger'>>(201, { method: 'POST', path: '/automation-triggers', key, body });
    paths.push(`/automation-triggers/${trigger.id}`);
  }
  return endpoint;
}

/** Deletes what a key has made, the last first. The load may have used up the budget of the key, which is waited for. */
async function takeBack(api: Api, key: string, paths: readonly string[]): Promise<string | null> {
  const until = Date.now() + 120_000;
  const left: string[] = [];
  for (const path of paths.toReversed()) {
    const answer = await askPatiently(api, { method: 'DELETE', path, key }, until);
    if (answer === null || (answer.status >= 300 && answer.status !== 404)) left.push(`${path} (${answer?.status ?? 'no answer'})`);
  }
  return left.length === 0 ? null : `Delete these yourself, because the service did not: ${left.join(', ')}.`;
}

const eventsOf = (mix: Profile['mix']): readonly string[] => [
  ...(mix.call ? ['call.completed'] : []),
  ...(mix.text || mix.event ? ['sms.delivered', 'sms.failed'] : []),
];

/** Says which operations of a mix cannot be sent, and why. */
export function impossible(
  mix: Profile['mix'],
  means: { readonly operator: boolean; readonly dials: boolean },
): ReadonlyMap<Operation, string> {
  const reasons = new Map<Operation, string>();
  if (mix.call && !means.dials) reasons.set('call', 'real telephones would ring: give --simulator, or --dial NUMBER');
  for (const operation of ['text', 'event'] as const)
    if (mix[operation] && !means.operator) reasons.set(operation, 'the operator API is needed: give --operator-url and --operator-token');
  return reasons;
}
