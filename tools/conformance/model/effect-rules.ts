import type { Exchange } from '../exchange.ts';

/** A rule of group O states what must be so once a check is over, whatever the answers said. */
export interface EffectRule {
  readonly id: EffectId;
  readonly title: string;
  readonly rule: string;
}

/** What a comparison found against a rule, after which check. */
export interface EffectFinding {
  readonly id: EffectId;
  readonly message: string;
  readonly check: string;
  readonly exchange: Exchange | null;
}

export type EffectId = 'O1' | 'O2' | 'O3' | 'O4' | 'O5' | 'O6' | 'O7' | 'O8' | 'O9';

const refusals = 'Public API, Errors: a request that was refused has no effect;';
const tenants = "Conventions: a tenant's objects do not exist for another tenant's keys.";

export const effectRules: readonly EffectRule[] = [
  {
    id: 'O1',
    title: 'Endpoints are those that accepted requests made and did not delete, as they were made, oldest first',
    rule: `${refusals} ${tenants}`,
  },
  {
    id: 'O2',
    title: 'Triggers are those that accepted requests made and did not delete, as they were made',
    rule: `${refusals} ${tenants}`,
  },
  {
    id: 'O3',
    title: 'Each agent has the extraction schema that was last accepted for it',
    rule: `${refusals} ${tenants}`,
  },
  {
    id: 'O4',
    title: 'Calls that were accepted exist with what was sent, and only an accepted request ends one',
    rule: `${refusals} CallStatus: the first of the final statuses stands.`,
  },
  {
    id: 'O5',
    title: 'The telephone network dials once for each accepted call and for no other, and hangs up only for accepted requests',
    rule: `${refusals} placeCall: one call for each accepted request.`,
  },
  {
    id: 'O6',
    title: 'Each delivery has a trigger and an endpoint of its tenant, and a finished one changes only when it is sent again',
    rule: 'Public API, Webhooks: without a trigger nothing is sent; WebhookDeliveryFields: status.',
  },
  {
    id: 'O7',
    title: 'What was received is what was published or what the call says, value by value, under one id for each event',
    rule: 'Webhooks, messages: the payload of each event; X-Webhook-Delivery-Id names one logical delivery.',
  },
  {
    id: 'O8',
    title: 'Every attempt has the bytes and headers of the first, the endpoint’s method and headers, and a valid signature of its own',
    rule: 'Webhooks, What a delivery looks like; Checking the signature.',
  },
  {
    id: 'O9',
    title: 'Deliveries are recorded as they were received: payload, number of attempts, and success',
    rule: 'Public API, readWebhookDelivery: the payload that is sent; WebhookDeliveryFields: attempts.',
  },
];
