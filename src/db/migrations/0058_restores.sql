-- A restore of the database forgets calls that the provider has. It is noticed by the server's identity, which changes with it.
-- Releases before this one neither read nor write these tables.
create table database_identity (
  is_one             boolean primary key default true check (is_one),
  system_identifier  text not null,
  timeline           text not null,
  alive_at           timestamptz not null
);
comment on table database_identity is 'The one row says which server the service works on. A restored server begins another timeline, and a server made from a dump has another identifier.';
comment on column database_identity.alive_at is 'When the service last saw this server, in real time: a restored row says up to when it has everything.';

create table restores (
  id          bigint generated always as identity primary key,
  lost_from   timestamptz not null,
  lost_until  timestamptz not null check (lost_until >= lost_from),
  cause       text not null check (cause in ('timeline', 'system', 'operator')),
  noticed_at  timestamptz not null
);
comment on table restores is 'Spans of time, in real time, of which rows may be missing since the server was restored or another one was promoted.';
