import type { components, operations } from '../../src/contract/generated/operator.ts';
import { askJson } from './ask-json.ts';

/** The requests that a run sends to the operator API: its own tenants, events, switches and, in a sandbox, the clock. */
export interface Operator {
  createTenant(tenant: NewTenant): Promise<string>;
  /** Deletes a tenant with everything it has. Rejects where the deployment has no such operation. */
  deleteTenant(tenantId: string): Promise<void>;
  createKey(tenantId: string, key: NewKey): Promise<{ readonly id: string; readonly text: string }>;
  createAgent(tenantId: string, agent: NewAgent): Promise<string>;
  createNumber(tenantId: string, phoneNumber: string): Promise<string>;
  publish(tenantId: string, events: readonly NewEvent[]): Promise<void>;
  /** Sends any other request of the operator API, such as `patch` to `/tenants/…/agents/…`. */
  ask<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Returns the service's time. */
  now(): Promise<Date>;
  /** Moves the service's time, and returns it. */
  advanceClock(seconds: number): Promise<Date>;
}

type Schemas = components['schemas'];
export type NewTenant = Schemas['NewTenant'];
export type NewKey = operations['createApiKey']['requestBody']['content']['application/json'];
export type NewAgent = Schemas['NewAgent'];
export type NewEvent = operations['publishEvents']['requestBody']['content']['application/json']['events'][number];

export function operatorAt(url: string, token: string): Operator {
  const ask = askJson(`${url}/api/v1/operator`, token);
  return {
    ask,
    async createTenant(tenant) {
      return (await ask<{ tenant: { id: string } }>('POST', '/tenants', tenant)).tenant.id;
    },
    async deleteTenant(tenantId) {
      await ask('DELETE', `/tenants/${tenantId}`);
    },
    async createKey(tenantId, key) {
      type Reply = { apiKey: string; key: { id: string } };
      const reply = await ask<Reply>('POST', `/tenants/${tenantId}/api-keys`, key);
      return { id: reply.key.id, text: reply.apiKey };
    },
    async createAgent(tenantId, agent) {
      return (await ask<{ agent: { id: string } }>('POST', `/tenants/${tenantId}/agents`, agent)).agent.id;
    },
    async createNumber(tenantId, phoneNumber) {
      const body = { phoneNumber, providerNumberId: `conformance-${phoneNumber}` };
      return (await ask<{ phoneNumber: { id: string } }>('POST', `/tenants/${tenantId}/phone-numbers`, body)).phoneNumber.id;
    },
    async publish(tenantId, events) {
      await ask('POST', `/tenants/${tenantId}/events`, { events });
    },
    async now() {
      return new Date((await ask<Schemas['ClockReply']>('GET', '/clock')).clock.now);
    },
    async advanceClock(seconds) {
      return new Date((await ask<Schemas['ClockReply']>('POST', '/clock/advance', { seconds })).clock.now);
    },
  };
}
