/**
 * Every table with rows of a tenant that move with it, in an order in which they can be inserted. A test compares the
 * lists of this file with the schema, so each new table is listed here.
 */
export const tenantTables: readonly TenantTable[] = [
  // The columns that say where the tenant lives, how it came there and how it goes belong to the cell.
  {
    name: 'tenants',
    where: 'id = $1',
    leftOut: [
      'frozen_at',
      'held_since',
      'exported_at',
      'delivery_id_key',
      'moving_to',
      'hand_over_code',
      'handed_over_at',
      'awaited_code',
      'removing_since',
      'deleting_since',
      'deletion_lease_until',
      'subscriptions_version',
    ],
  },
  ofTenant('api_keys'),
  ofTenant('phone_numbers'),
  ofTenant('wallets'),
  ofTenant('wallet_ledger'),
  ofTenant('contacts'),
  ofTenant('agents'),
  ofTenant('calls'),
  ofTenant('idempotency_keys'),
  ofTenant('webhook_endpoints'),
  ofTenant('automation_triggers'),
  ofTenant('webhook_replays'),
  // A cell works on an erasure at times of its own clock.
  ofTenant('erasures'),
  ofTenant('texts'),
  ofTenant('opted_out'),
  ofTenant('event_keys'),
  ofTenant('webhook_events'),
  ofTenant('webhook_deliveries'),
  ofTenant('webhook_attempts'),
];

/** Counters of a tenant's rows, which each cell counts for itself. */
export const countedTables: readonly TenantTable[] = [
  ofTenant('webhook_delivery_days'),
  ofTenant('webhook_delivery_counts'),
  ofTenant('webhook_delivery_changes'),
];

/** Tables without data of tenants. */
export const tablesOfTheCell: readonly string[] = [
  'audit_log',
  'database_identity',
  'restores',
  'installation',
  'schema_migrations',
  'daily_summaries',
  'looks_for_texts',
  'webhook_counts_state',
  'webhook_sweep_state',
];

export interface TenantTable {
  readonly name: string;
  /** Selects the tenant's rows; `$1` is its id. */
  readonly where: string;
  /** Lists columns that do not move. */
  readonly leftOut?: readonly string[];
}

function ofTenant(name: string): TenantTable {
  return { name, where: 'tenant_id = $1' };
}
