create table agents (
  id                    text primary key,
  tenant_id             text not null references tenants on delete cascade,
  name                  text not null,
  system_prompt         text not null,
  voice                 json not null default '{}',
  model                 json not null default '{}',
  provider_agent_id     text,
  is_active             boolean not null default true,
  is_default            boolean not null default false,
  active_outcomes       text[] not null,
  qualifying_outcomes   text[] not null,
  extraction_schema     text,
  created_at            timestamptz not null,
  updated_at            timestamptz not null
);
comment on column agents.extraction_schema is 'The schema as the tenant wrote it (JSON as text: key order survives). Null: extraction is off.';
create unique index one_default_agent_per_tenant on agents (tenant_id) where is_default;
-- The list of a tenant's agents, by name.
create index agents_of_a_tenant on agents (tenant_id, name, id);
