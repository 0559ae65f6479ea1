import { resealSigningSecret } from '../deliveries/signing-secret.ts';
import { resealAnswer } from '../idempotency/idempotency-keys.ts';
import type { Secrets } from '../secrets.ts';

/**
 * Every table with rows of a tenant that move with it, in an order in which they can be inserted. A test holds the lists of this file
 * against the schema: whoever adds a table decides here how it moves.
 */
export const tenantTables: readonly TenantTable[] = [
  // What says where the tenant lives, and how it came there, is the cell's own.
  {
    name: 'tenants',
    where: 'id = $1',
    leftOut: [
      'exported_at',
      'delivery_id_key',
      'moving_to',
      'hand_over_code',
      'handed_over_at',
      'awaited_code',
      'removing_since',
      'subscriptions_version',
    ],
  },
  ofTenant('api_keys'),
  ofTenant('phone_numbers'),
  ofTenant('wallets'),
  // Its ids are counted by each database for itself: the rows keep their order and are numbered anew.
  { ...ofTenant('wallet_ledger'), leftOut: ['id'], orderBy: 'id' },
  ofTenant('contacts'),
  ofTenant('agents'),
  ofTenant('calls'),
  {
    ...ofTenant('idempotency_keys'),
    sealed: {
      column: 'response',
      reseal: (secrets, value, sealed) =>
        resealAnswer(secrets, { apiKeyId: value('api_key_id'), operation: value('operation'), key: value('key') }, sealed),
    },
  },
  {
    ...ofTenant('webhook_endpoints'),
    sealed: { column: 'secret', reseal: (secrets, _value, sealed) => resealSigningSecret(secrets, sealed) },
  },
  ofTenant('automation_triggers'),
  ofTenant('webhook_replays'),
  ofTenant('texts'),
  ofTenant('opted_out'),
  ofTenant('event_keys'),
  ofTenant('webhook_events'),
  ofTenant('webhook_deliveries'),
  { name: 'webhook_attempts', where: 'delivery_id in (select id from webhook_deliveries where tenant_id = $1)' },
];

/** What is counted of a tenant's rows: each cell counts for itself. */
export const countedTables: readonly TenantTable[] = [ofTenant('webhook_delivery_counts'), ofTenant('webhook_delivery_changes')];

/** Tables that have nothing of a tenant's. */
export const tablesOfTheCell: readonly string[] = [
  'installation',
  'schema_migrations',
  'daily_summaries',
  'taken_hand_over_codes',
  'webhook_counts_state',
  'webhook_sweep_state',
];

export interface TenantTable {
  readonly name: string;
  /** Which rows are the tenant's; `$1` is its id. */
  readonly where: string;
  /** Columns that stay behind. */
  readonly leftOut?: readonly string[];
  readonly orderBy?: string;
  /** A column that the key of the cell has sealed. */
  readonly sealed?: SealedColumn;
}

export interface SealedColumn {
  readonly column: string;
  /** Sealed with the present key; null where it is already. Throws where no key opens it. */
  reseal(secrets: Secrets, value: (column: string) => string, sealed: Buffer): Buffer | null;
}

function ofTenant(name: string): TenantTable {
  return { name, where: 'tenant_id = $1' };
}
